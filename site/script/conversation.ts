import { offerPhoneNotices } from './notify-phone.ts';
import { offerPosition } from './offer-position.ts';
import { openPictureForm } from './open-picture-form.ts';
import { releaseHeld } from './release-held.ts';
import { sendPictures } from './send-picture.ts';
import { offerSharing } from './share-link.ts';

// The pages of the private link work without this script.
offerPosition(document);
offerPhoneNotices(document);
sendPictures(document);
openPictureForm(document);
offerSharing(document);
releaseHeld(document);

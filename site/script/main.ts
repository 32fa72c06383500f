import { openLiveEvents } from '../../browser/live-events.ts';
import { closeMenuOnLeave } from '../../browser/menu.ts';
import { showUnread } from '../../browser/unread-badge.ts';
import { followMaintenance } from './follow-maintenance.ts';
import { saveFormDrafts } from './form-drafts.ts';
import { dropWhatIsLeft, leaveWhenSignedOut } from './leave-nothing-behind.ts';
import { showLocalTimes } from './local-times.ts';
import { markRead, watchReading } from './mark-read.ts';
import { showOwnAddress } from './own-address.ts';
import { refreshThread } from './refresh-thread.ts';
import { offerSharing } from './share-link.ts';

// Every page works without this script; it only spares people a reload, a lost text or a second tap.
showOwnAddress(document);
closeMenuOnLeave(document);
saveFormDrafts(document);
showLocalTimes(document);
offerSharing(document);

const thread = document.querySelector<HTMLElement>('[data-thread]');
if (thread) watchReading(thread);
const viewer = document.querySelector<HTMLElement>('[data-viewer]');
if (!viewer) dropWhatIsLeft();
const who = thread || viewer ? `${viewer?.dataset.viewer} ${thread?.dataset.thread}` : undefined;
openLiveEvents((event) => {
  if (event.type === 'maintenance') followMaintenance(event);
  else if (event.type === 'session') leaveWhenSignedOut(event.reason);
  else if (event.type === 'unread') showUnread(event.unread);
  else if (thread && (event.type === 'resync' || event.id === thread.dataset.thread))
    refreshThread(thread).then(() => markRead(thread));
}, who);

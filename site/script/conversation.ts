import type { LiveEvent } from '../../browser/live-events.ts';
import { offerPhoneNotifications, offerPosition, offerSharing } from './phone-offers.ts';
import { sendHere } from './send-here.ts';
import { sendPictures } from './send-picture.ts';
import { markRead, refreshThread, releaseHeld, watchReading } from './thread.ts';

const thread = document.querySelector<HTMLElement>('[data-thread]');
// A form that came back stands at an address of its own, at which nothing can be read.
const [link] = /^\/conversation\/[^/]+/.exec(location.pathname) ?? [];
if (thread && link && link !== location.pathname) history.replaceState(history.state, '', link);

offerPosition(document);
offerPhoneNotifications(document);
sendPictures(document);
openPictureForm(document);
offerSharing(document);
sendHere(document);
releaseHeld(document);

if (thread) {
  watchReading(thread);
  addEventListener('news', async ({ detail }: CustomEventInit<LiveEvent>) => {
    if (detail?.type !== 'resync' && !(detail?.type === 'conversation' && detail.id === thread.dataset.thread)) return;
    await refreshThread(thread);
    await markRead(thread);
  });
}

/** What the owner asks for is opened by the link beside it, also where the browser does not open it. */
function openPictureForm(root: Document): void {
  root.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[href="#send-picture"]'))
      root.querySelector('#send-picture')?.closest('details')?.setAttribute('open', '');
  });
}

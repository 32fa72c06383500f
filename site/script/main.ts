import { showCount } from '../../browser/count-badge.ts';
import { type LiveEvent, openLiveEvents } from '../../browser/live-events.ts';
import { closeMenuOnLeave } from '../../browser/menu.ts';
import { followOtherTabs } from '../../browser/other-tabs.ts';
import { liveForEverybodyPath, livePath } from '../../paths/api.ts';
import { followMaintenance, showLocalTimes } from './follow-maintenance.ts';
import { saveFormDrafts } from './send-form.ts';

// Every page works without this script.
showOwnAddress(document);
closeMenuOnLeave(document);
saveFormDrafts(document);
showLocalTimes(document);

const thread = document.querySelector<HTMLElement>('[data-thread]');
const viewer = document.querySelector<HTMLElement>('[data-viewer]');
// Other pages follow with what follow-session.ts does. Words in such a form are kept, on others they might be the only copy.
if (!viewer && document.querySelector('[data-keep]'))
  followOtherTabs((change) => change === 'entered' && location.replace(location.pathname));
const follow = (event: LiveEvent) => {
  if (event.type === 'maintenance') followMaintenance(event);
  else if (event.type === 'session') tellSession(event.reason);
  else if (event.type === 'unread') showCount('[data-unread]', event.unread);
  else {
    if (event.type === 'resync') tellSession();
    if (thread) dispatchEvent(new CustomEvent('news', { detail: event }));
  }
};
openLiveEvents(thread || viewer ? livePath() : liveForEverybodyPath(), follow, { sinceDocument: thread !== null });

function tellSession(reason?: 'timeout'): void {
  dispatchEvent(new CustomEvent('session', { detail: reason }));
}

/** Shows the page's own address where a tag's printed one led to it: a link that is passed on then is the usual one. */
function showOwnAddress({ head }: Document): void {
  const own = head.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (own && /^\/t\//i.test(location.pathname))
    history.replaceState(history.state, '', new URL(own.href).pathname + location.search + location.hash);
}

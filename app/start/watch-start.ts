import { offerInstallation } from '../../browser/install-offer.ts';
import { startFailed, takeSecondTry, tryAgain } from '../core/document/second-try.ts';

const startTimeoutMs = 120_000;

makeRoomForKeyboard();
// Here, as the browser may offer it before the app's own script has come.
offerInstallation(document);
// A script of its own: the app's may not come, or be of an older release.
setTimeout(showFailure, startTimeoutMs);
// The first date of a page takes a browser a while, and nothing else to do while the app’s own script is on its way.
setTimeout(() => new Intl.DateTimeFormat(document.documentElement.lang));
if (document.readyState === 'complete') reportLateStart();
else addEventListener('load', reportLateStart);

addEventListener(startFailed, giveUp);
// Either script may be the first to run.
if (document.querySelector('#app[data-failed]')) giveUp();

function reportLateStart(): void {
  if (!document.querySelector('#app[data-script]')) giveUp();
}

function giveUp(): void {
  if (!takeSecondTry() && tryAgain(location.pathname + location.search)) return;
  showFailure();
}

function showFailure(): void {
  if (hasStarted()) return;
  // So says the document’s own script (site/document/send-html.ts).
  const shown = 'tooOld' in document.documentElement.dataset ? 'too-old' : 'failure';
  for (const part of document.querySelectorAll<HTMLElement>('[data-until-start]')) {
    part.hidden = part.dataset.untilStart !== shown;
  }
}

/** The keyboard of a phone takes its room from the page, so that what one types stands above it. WebKit would only complain. */
function makeRoomForKeyboard(): void {
  const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
  if (viewport && navigator.vendor !== 'Apple Computer, Inc.')
    viewport.content += ', interactive-widget=resizes-content';
}

function hasStarted(): boolean {
  return document.querySelector('#app[data-started]') !== null;
}

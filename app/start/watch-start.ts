import { takeSecondTry, tryAgain } from './second-try.ts';
import { startFailed } from './start-failed.ts';

/** C-9.05. */
const startTimeoutMs = 120_000;

// A script of its own: the app's may not come, or be of an older release.
setTimeout(showFailure, startTimeoutMs);
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
  // So says the document’s own script (site/document/inline-script.ts).
  const shown = 'tooOld' in document.documentElement.dataset ? 'too-old' : 'failure';
  for (const part of document.querySelectorAll<HTMLElement>('[data-until-start]')) {
    part.hidden = part.dataset.untilStart !== shown;
  }
}

function hasStarted(): boolean {
  return document.querySelector('#app[data-started]') !== null;
}

import { authPath } from '../paths/api.ts';
import { heldLocks } from './held-locks.ts';
import { createIdleClock } from './idle-clock.ts';
import { storageOf } from './storage.ts';
import { timeLimit } from './time-limit.ts';

const checkEveryMs = 60_000;
const activities = ['mousemove', 'keydown', 'click', 'touchstart', 'scroll'];
const returns = ['visibilitychange', 'focus', 'pageshow'];
const lockName = 'handback-idle-clock';
const signOutMs = 5_000;

const clock = createIdleClock(storageOf('localStorage'));

type WatchOptions = {
  justSignedIn?: boolean;
  onTimeout(): void;
};

/** C-4.10. Whoever comes back too late is signed out, whatever the first touch was. */
export function watchInactivity({ justSignedIn = false, onTimeout }: WatchOptions): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let left = false;
  const leave = async () => {
    if (left) return;
    left = true;
    await finishTimeout();
    if (!signal.aborted) onTimeout();
  };
  const check = () => {
    if (clock.isRunning()) report();
    else leave();
  };
  const recordActivity = (event: Event) => {
    if (clock.recordActivity()) return report();
    // Too late: what is clicked or typed now must not happen any more.
    if (event.type === 'click' || event.type === 'keydown') event.preventDefault();
    event.stopImmediatePropagation();
    leave();
  };
  const watch = () => {
    if (signal.aborted) return;
    for (const type of activities) addEventListener(type, recordActivity, { capture: true, signal });
    for (const type of returns) addEventListener(type, check, { capture: true, signal });
    addEventListener('storage', (event) => clock.isIn(event) && check(), { signal });
    const interval = setInterval(check, checkEveryMs);
    signal.addEventListener('abort', () => clearInterval(interval));
    check();
  };

  if (justSignedIn) clock.begin();
  if (clock.isUnfinished()) leave();
  else joinTabs(signal).then(watch);
  return () => ending.abort();
}

function report(): void {
  if (clock.takeReport()) fetch(authPath('activity'), { method: 'POST', keepalive: true }).catch(() => undefined);
}

export const isTimeoutUnfinished = () => clock.isUnfinished();

/** Tells the server of a sign-out that it did not hear of yet. What fails is tried again by the next page. */
export async function finishTimeout(): Promise<void> {
  if (!clock.isUnfinished()) return;
  const answer = await fetch(authPath('sign-out'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    keepalive: true,
    signal: timeLimit(signOutMs),
  }).catch(() => undefined);
  if (answer?.ok) clock.finish();
}

/** A browser that is opened anew begins the 30 minutes afresh (C-4.02): each tab holds a lock. Without locks each page begins them. */
async function joinTabs(signal: AbortSignal): Promise<void> {
  if (clock.isStopped() || !(await heldLocks()).includes(lockName)) clock.begin();
  const { locks }: { locks?: LockManager } = navigator;
  if (!locks) return;

  const hold = () => locks.request(lockName, { mode: 'shared' }, () => untilHidden(signal)).catch(() => undefined);
  hold();
  addEventListener('pageshow', ({ persisted }) => persisted && hold(), { signal });
}

/** A page that goes to rest lets the lock go: the browser keeps no page for Back that holds one. */
function untilHidden(signal: AbortSignal): Promise<void> {
  return new Promise((release) => {
    if (signal.aborted) release();
    signal.addEventListener('abort', () => release());
    addEventListener('pagehide', () => release(), { once: true });
  });
}

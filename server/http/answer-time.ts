import { setImmediate, setTimeout } from 'node:timers/promises';

const stepMs = 100;
/** Timers leave out parts of a millisecond, which would tell how long the work took. */
const timerMs = 2;

/** Hides how long an answer took, which could reveal an account. @returns waits for the next full 100 ms */
export function startAnswerClock(): () => Promise<void> {
  const startedAt = performance.now();
  return async () => {
    const due = startedAt + stepMs * Math.ceil((performance.now() - startedAt) / stepMs);
    await setTimeout(Math.max(0, due - performance.now() - timerMs));
    while (performance.now() < due) await setImmediate();
  };
}

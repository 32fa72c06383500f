import type { Installation } from '../../server/installation.ts';
import { endIdleSessions } from './inactivity.ts';

/** C-9.02. */
const checkEveryMs = 60_000;

/**
 * Every minute, ends the sessions that nobody used although a page of theirs stays open here.
 * @param openSessions ids of the sessions that have a page open at this process
 */
export function watchIdleSessions(openSessions: () => string[], installation: Installation): { stop(): void } {
  const timer = setInterval(() => {
    endIdleSessions(openSessions(), installation).catch((error) =>
      installation.log.error({ error }, 'could not look for sessions that nobody uses'),
    );
  }, checkEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

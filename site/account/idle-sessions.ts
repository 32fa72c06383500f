import { endIdleSessions } from '../../domain/accounts/inactivity.ts';
import type { Installation } from '../../server/installation.ts';

/** C-9.02. */
const checkEveryMs = 60_000;

/**
 * Every minute, ends the sessions that nobody used although a page of theirs stays open here.
 * @param openSessions ids of the sessions that have a page open at this process
 */
export function watchIdleSessions(openSessions: () => string[], installation: Installation) {
  const check = () => endIdleSessions(openSessions(), installation);
  const timer = setInterval(() => {
    check().catch((error) => installation.log.error({ error }, 'could not look for sessions that nobody uses'));
  }, checkEveryMs);
  timer.unref();
  return { check, close: () => clearInterval(timer) };
}

import type { Services } from '../../server/services.ts';
import { endIdleSessions } from './inactivity.ts';

const checkEveryMs = 60_000;

/** Every minute, ends the sessions that nobody used although a page of theirs stays open here. */
export function watchIdleSessions(openSessions: () => string[], services: Services): { stop(): void } {
  const timer = setInterval(() => {
    endIdleSessions(openSessions(), services).catch((error) =>
      services.log.error({ error }, 'could not look for sessions that nobody uses'),
    );
  }, checkEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

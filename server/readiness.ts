import { findWrongClock } from './clock.ts';
import type { Connection } from './db/connect.ts';
import type { DatabaseProblem } from './db/disk-space.ts';
import type { Events } from './events/events.ts';
import type { createFileRoom, FilesProblem } from './files/file-room.ts';
import type { MailFolderProblem, MailTransport } from './mail/transport.ts';
import { withTimeout } from './with-timeout.ts';

export type Readiness =
  | 'ready'
  | `ready, but ${FilesProblem | ClockProblem}`
  | 'stopping'
  | DatabaseProblem
  | 'event connection away'
  | MailFolderProblem;

/** Nobody can sign up. */
type ClockProblem = `the clock of ${NonNullable<Awaited<ReturnType<typeof findWrongClock>>>['of']} is wrong`;

const patienceMs = 1_500;

export async function readiness(
  connection: Connection,
  events: Events,
  mail: MailTransport,
  files: ReturnType<typeof createFileRoom>,
): Promise<Readiness> {
  const [problem, mailProblem, filesProblem, wrongClock] = await Promise.all([
    withTimeout(patienceMs, connection.problem(), 'database away' as const),
    withTimeout(patienceMs, mail.problem(), 'mail folder cannot be written' as const),
    files.problem(patienceMs),
    withTimeout(
      patienceMs,
      findWrongClock(connection.db).catch(() => undefined),
      undefined,
    ),
  ]);
  if (problem) return problem;
  if (!events.isConnected()) return 'event connection away';
  if (mailProblem) return mailProblem;
  if (wrongClock) return `ready, but the clock of ${wrongClock.of} is wrong`;
  return filesProblem ? `ready, but ${filesProblem}` : 'ready';
}

/** Whether requests are to come here. Where only files have no place or nobody can sign up, messages still arrive: no proxy may turn them away. */
export function isReady(state: Readiness): boolean {
  return state.startsWith('ready');
}

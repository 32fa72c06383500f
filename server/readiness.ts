import type { Connection } from './db/connect.ts';
import type { DatabaseProblem } from './db/disk-space.ts';
import type { Events } from './events/events.ts';
import type { createFileRoom, FilesProblem } from './files/file-room.ts';
import type { MailFolderProblem, MailTransport } from './mail/transport.ts';
import { withTimeout } from './with-timeout.ts';

export type Readiness =
  | 'ready'
  | `ready, but ${FilesProblem}`
  | 'stopping'
  | DatabaseProblem
  | 'event connection away'
  | MailFolderProblem;

const patienceMs = 1_500;

export async function readiness(
  connection: Connection,
  events: Events,
  mail: MailTransport,
  files: ReturnType<typeof createFileRoom>,
): Promise<Readiness> {
  const [problem, mailProblem, filesProblem] = await Promise.all([
    withTimeout(patienceMs, connection.problem(), 'database away' as const),
    withTimeout(patienceMs, mail.problem(), 'mail folder cannot be written' as const),
    files.problem(patienceMs),
  ]);
  if (problem) return problem;
  if (!events.isConnected()) return 'event connection away';
  if (mailProblem) return mailProblem;
  return filesProblem ? `ready, but ${filesProblem}` : 'ready';
}

/** Whether requests are to come here. Where only files have no place, messages still arrive: no proxy may turn them away. */
export function isReady(state: Readiness): boolean {
  return state.startsWith('ready');
}

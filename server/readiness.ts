import type { Connection } from './db/connect.ts';
import type { DatabaseProblem } from './db/disk-space.ts';
import type { Events } from './events/events.ts';
import type { MailFolderProblem, MailTransport } from './mail/transport.ts';
import { withTimeout } from './with-timeout.ts';

export type Readiness = 'ready' | 'stopping' | DatabaseProblem | 'event connection away' | MailFolderProblem;

const patienceMs = 1_500;

export async function readiness(connection: Connection, events: Events, mail: MailTransport): Promise<Readiness> {
  const [problem, mailProblem] = await Promise.all([
    withTimeout(patienceMs, connection.problem(), 'database away' as const),
    withTimeout(patienceMs, mail.problem(), 'mail folder cannot be written' as const),
  ]);
  if (problem) return problem;
  if (!events.isConnected()) return 'event connection away';
  return mailProblem ?? 'ready';
}

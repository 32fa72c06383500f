import type { Connection } from './db/connect.ts';
import type { Events } from './events/events.ts';
import type { MailTransport } from './mail/transport.ts';
import { withTimeout } from './with-timeout.ts';

export type Readiness =
  | 'ready'
  | 'stopping'
  | 'database away'
  | 'database disk full'
  | 'event connection away'
  | 'mail folder full';

const patienceMs = 1_500;

export async function readiness(connection: Connection, events: Events, mail: MailTransport): Promise<Readiness> {
  const [problem, hasRoom] = await Promise.all([
    withTimeout(patienceMs, connection.problem(), 'database away' as const),
    withTimeout(patienceMs, mail.hasRoom(), false),
  ]);
  if (problem) return problem;
  if (!events.isConnected()) return 'event connection away';
  return hasRoom ? 'ready' : 'mail folder full';
}

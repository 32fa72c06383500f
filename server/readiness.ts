import type { Connection } from './db/connect.ts';
import type { Events } from './events/events.ts';
import { withTimeout } from './with-timeout.ts';

export type Readiness = 'ready' | 'stopping' | 'database away' | 'database disk full' | 'event connection away';

const patienceMs = 1_500;

export async function readiness(connection: Connection, events: Events): Promise<Readiness> {
  const problem = await withTimeout(patienceMs, connection.problem(), 'database away' as const);
  return problem ?? (events.isConnected() ? 'ready' : 'event connection away');
}

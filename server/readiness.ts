import type { Pool } from 'pg';
import type { Events } from './events/events.ts';

/** Whether requests can be answered, or the word for what is missing. */
export type Readiness = 'ready' | 'stopping' | 'database away' | 'event connection away';

/** Whether the database answers, and other processes can tell this one at once what changed. */
export async function readiness(pool: Pool, events: Events): Promise<Readiness> {
  const answers = await pool.query('select 1').then(
    () => true,
    () => false,
  );
  if (!answers) return 'database away';
  return events.isConnected() ? 'ready' : 'event connection away';
}

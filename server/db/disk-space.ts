import type { ClientBase, DatabaseError, QueryResult } from 'pg';
import { wireOf } from './wire.ts';

export type DiskSpace = ReturnType<typeof createDiskSpace>;

export type DatabaseProblem = 'database away' | 'database disk full' | 'database read-only';

const diskFull = '53100';
const problems: Record<string, DatabaseProblem> = { [diskFull]: 'database disk full', '25006': 'database read-only' };
const takeRoom = `create temporary table handback_room on commit drop as select 'room' as filler`;
/** Some hosts let nobody write when the disk is nearly full, and a database that was replaced is read-only too. */
const mayWrite = 'show transaction_read_only';

/** Remembers that the database refused a statement for want of disk space, on any connection that is watched. */
export function createDiskSpace() {
  let refusals = 0;
  let refusalsBeforeRoom = 0;
  return {
    watch(client: ClientBase): void {
      wireOf(client).connection.on('errorMessage', ({ code }: DatabaseError) => {
        if (code === diskFull) refusals++;
      });
    },
    async test(query: (text: string) => Promise<QueryResult>): Promise<DatabaseProblem | undefined> {
      // What is refused while the query runs counts for the next test.
      const refusalsBefore = refusals;
      try {
        const { rows } = await query(refusalsBefore > refusalsBeforeRoom ? takeRoom : mayWrite);
        if (rows[0]?.transaction_read_only === 'on') return 'database read-only';
        refusalsBeforeRoom = refusalsBefore;
        return undefined;
      } catch (error) {
        return problems[(error as DatabaseError).code ?? ''] ?? 'database away';
      }
    },
  };
}

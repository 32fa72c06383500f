import type { ClientBase, DatabaseError, QueryResult } from 'pg';
import { wireOf } from './wire.ts';

export type DiskSpace = ReturnType<typeof createDiskSpace>;

export type DatabaseProblem = 'database away' | 'database disk full' | 'database read-only';

const diskFull = '53100';
const problems: Record<string, DatabaseProblem> = { [diskFull]: 'database disk full', '25006': 'database read-only' };
const takeRoom = `create temporary table handback_room on commit drop as select 'room' as filler`;
/** Some hosts let nobody write when the disk is nearly full, a database that was replaced is read-only too, and a disk may hang at the commit alone. */
const commit = `insert into settings (key, value) values ('last-commit', to_jsonb(clock_timestamp()))
  on conflict (key) do update set value = excluded.value`;

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
    /** Whether the database takes a change: by one that is committed. */
    async test(query: (text: string) => Promise<QueryResult>): Promise<DatabaseProblem | undefined> {
      // What is refused while the query runs counts for the next test.
      const refusalsBefore = refusals;
      try {
        await query(refusalsBefore > refusalsBeforeRoom ? takeRoom : commit);
        refusalsBeforeRoom = refusalsBefore;
        return undefined;
      } catch (error) {
        return problems[(error as DatabaseError).code ?? ''] ?? 'database away';
      }
    },
  };
}

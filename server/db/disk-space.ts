import type { ClientBase, DatabaseError } from 'pg';
import { wireOf } from './wire.ts';

export type DiskSpace = ReturnType<typeof createDiskSpace>;

const diskFull = '53100';
const takeRoom = `create temporary table handback_room on commit drop as select 'room' as filler`;

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
    async test(query: (text: string) => Promise<unknown>): Promise<'database disk full' | 'database away' | undefined> {
      // What is refused while the query runs counts for the next test.
      const refusalsBefore = refusals;
      try {
        await query(refusalsBefore > refusalsBeforeRoom ? takeRoom : 'select 1');
        refusalsBeforeRoom = refusalsBefore;
        return undefined;
      } catch (error) {
        return (error as DatabaseError).code === diskFull ? 'database disk full' : 'database away';
      }
    },
  };
}

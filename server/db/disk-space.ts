import type { ClientBase, DatabaseError } from 'pg';
import { wireOf } from './wire.ts';

export type DiskSpace = ReturnType<typeof createDiskSpace>;

const diskFull = '53100';
const takeRoom = `create temporary table handback_room on commit drop as select 'room' as filler`;

/** Remembers that the database refused a statement for want of disk space, on any connection that is watched. */
export function createDiskSpace() {
  let lacksRoom = false;
  return {
    watch(client: ClientBase): void {
      wireOf(client).connection.on('errorMessage', ({ code }: DatabaseError) => {
        lacksRoom ||= code === diskFull;
      });
    },
    async test(query: (text: string) => Promise<unknown>): Promise<'database disk full' | 'database away' | undefined> {
      try {
        await query(lacksRoom ? takeRoom : 'select 1');
        lacksRoom = false;
        return undefined;
      } catch (error) {
        return (error as DatabaseError).code === diskFull ? 'database disk full' : 'database away';
      }
    },
  };
}

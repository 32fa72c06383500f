import type { ClientConfig } from 'pg';
import { withSnapshot } from './copy-database.ts';
import { loadDatabase, refuseNewer } from './load-database.ts';

/** Copies a database into an empty one, all of it or nothing. @returns how many tables */
export function copyBetween(from: ClientConfig, to: ClientConfig): Promise<number> {
  return withSnapshot(from, async (snapshot) => {
    refuseNewer(snapshot.migrations);
    return loadDatabase(to, snapshot.migrations, async (load) => {
      for (const table of snapshot.tables) await load.add(table, snapshot.rows(table));
      await load.setSequences(await snapshot.sequences());
      return snapshot.tables.length;
    });
  });
}

import type { ClientConfig } from 'pg';
import { withSnapshot } from './copy-database.ts';
import { loadDatabase, refuseNewer } from './load-database.ts';

/** Copies a database into an empty one, all of it or nothing. `beforeCommit` comes when all rows are there. @returns how many tables */
export function copyBetween(
  from: ClientConfig,
  to: ClientConfig,
  beforeCommit: () => Promise<void> = async () => {},
): Promise<number> {
  return withSnapshot(from, async (snapshot) => {
    refuseNewer(snapshot.migrations);
    return loadDatabase(to, snapshot.migrations, async (load) => {
      for (const table of snapshot.tables) await load.add(table, snapshot.rows(table));
      await load.setSequences(await snapshot.sequences());
      await beforeCommit();
      return snapshot.tables.length;
    });
  });
}

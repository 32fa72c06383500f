import type { ClientConfig } from 'pg';
import { connect } from './db/connect.ts';
import { isDatabaseAway } from './db/database-away.ts';
import { CannotStart } from './db/embedded/cannot-start.ts';
import { findRunningPostgres } from './db/embedded/find-running.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded/start.ts';
import { migrate } from './db/migrate.ts';
import { createSettings } from './db/settings.ts';
import type { Env } from './env.ts';
import { startEvents } from './events/events.ts';
import type { Installation } from './installation.ts';
import { createLimits } from './limits/limits.ts';
import type { Log } from './log.ts';
import { type Readiness, readiness } from './readiness.ts';
import { say } from './say.ts';
import { deriveKeys, loadSecret } from './secret.ts';

type Options = {
  /** For commands: work beside the app when it runs, instead of being refused its data folder. */
  beside?: boolean;
};

export type OpenInstallation = {
  installation: Installation;
  readiness(): Promise<Readiness>;
  /** Resolves, with the reason, when the embedded database ends by itself. */
  exited: Promise<string>;
  close(): Promise<void>;
};

/**
 * Opens the installation that the settings describe: its secret, its database (the embedded one when DATABASE_URL is empty),
 * brought to this release's structure.
 */
export async function openInstallation(env: Env, log: Log, options: Options = {}): Promise<OpenInstallation> {
  const secret = env.secret ?? (await loadSecret(env.dataDir));
  const { config, embedded } = await findDatabase(env, options);
  const connection = connect(config, log);
  const closeDatabase = async () => {
    await connection.close();
    await embedded?.stop();
  };
  try {
    const migrated = await migrate(connection.db);
    if (migrated.length > 0) log.info({ migrated }, 'database migrated');
    const keys = deriveKeys(secret);
    const events = await startEvents(connection, config, log);
    const limits = createLimits(connection.pool);
    const { db } = connection;
    const settings = createSettings({ db, events });
    const { publicUrl, adminEmail, maintenanceExemptHosts } = env;
    return {
      installation: { db, events, keys, limits, log, settings, publicUrl, adminEmail, maintenanceExemptHosts },
      readiness: () => readiness(connection.pool, events),
      exited: embedded?.exited ?? new Promise(() => {}),
      async close() {
        await events.close();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase();
    if (!env.databaseUrl || !isDatabaseAway(error)) throw error;
    throw new CannotStart('The database at DATABASE_URL does not answer. Start it, or correct the address.');
  }
}

type FoundDatabase = { config: ClientConfig; embedded?: EmbeddedPostgres };

async function findDatabase({ databaseUrl, dataDir }: Env, { beside }: Options): Promise<FoundDatabase> {
  if (databaseUrl) return { config: { connectionString: databaseUrl } };
  const running = beside ? await findRunningPostgres(dataDir) : undefined;
  if (running) return { config: running };
  const embedded = await startEmbeddedPostgres({ dataDir, log: say });
  return { config: embedded.connection, embedded };
}

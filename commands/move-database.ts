import { copyBetween } from '../server/backup/load-database.ts';
import { requireDatabase } from '../server/db/embedded/data-folder.ts';
import { markMoved, unmarkMoved } from '../server/db/embedded/refusals.ts';
import { startEmbeddedPostgres } from '../server/db/embedded/start.ts';
import { say } from '../server/log.ts';
import { OperatorError } from '../server/operator-error.ts';
import { runAlone } from './run-command.ts';

const usage = 'Say where to: DATABASE_URL=postgres://user:password@host:5432/database npm run move-database';

await runAlone({ usage, takes: (given) => given.length === 0 }, async ({ dataDir, databaseUrl }) => {
  if (!databaseUrl) throw new OperatorError(usage);
  requireDatabase(dataDir);
  // Refuses while Handback runs on it: what came after the copy would be lost.
  const embedded = await startEmbeddedPostgres({ dataDir, log: say });
  try {
    const target = { connectionString: databaseUrl };
    const mark = () => markMoved(dataDir, databaseUrl);
    const tables = await copyBetween(embedded.connection, target, mark).catch(async (error) => {
      await unmarkMoved(dataDir);
      throw error;
    });
    say(
      `All ${tables} tables are in the database at DATABASE_URL. Keep DATABASE_URL in the settings, and start Handback.`,
    );
    say(
      `Without DATABASE_URL, Handback does not start here any more. The old database stays in ${dataDir}/postgres until you remove it; ` +
        `files and the secret stay in ${dataDir}.`,
    );
  } finally {
    await embedded.stop();
  }
});

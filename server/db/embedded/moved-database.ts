import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';

/** Notes in the data folder that its database has moved: what is started on it without DATABASE_URL would go on with old rows. */
export async function markMoved(dataDir: string, databaseUrl: string): Promise<void> {
  await writeFile(markIn(dataDir), `${addressOf(databaseUrl)}\n`, { mode: 0o600, flush: true });
}

export async function unmarkMoved(dataDir: string): Promise<void> {
  await rm(markIn(dataDir), { force: true });
}

/** @throws OperatorError */
export async function refuseMoved(dataDir: string): Promise<void> {
  if (!existsSync(markIn(dataDir))) return;
  const address = (await readFile(markIn(dataDir), 'utf8')).trim();
  throw new OperatorError(
    `The database in ${dataDir} was moved to ${address}. Set DATABASE_URL to it, with its user and password. ` +
      `To go back to the database in ${dataDir}, without what was stored since it was moved, delete ${markIn(dataDir)}.`,
  );
}

function markIn(dataDir: string): string {
  return join(dataDir, 'database-moved');
}

/** Without user and password. */
function addressOf(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}

import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
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

/** Notes in a data folder without a database of its own that it belongs to an external one. A folder that is not there notes nothing. */
export async function noteExternal(dataDir: string, databaseUrl: string, log: Log): Promise<void> {
  if (!existsSync(dataDir) || existsSync(join(dataDir, 'postgres'))) return;
  const note = noteIn(dataDir);
  const text = `${addressOf(databaseUrl)}\n`;
  try {
    if (existsSync(note) && (await readFile(note, 'utf8')) === text) return;
    await writeFile(note, text, { mode: 0o600, flush: true });
  } catch (error) {
    log.warn({ error }, 'could not note in the data folder that the database is external');
  }
}

/** A start that lost DATABASE_URL would begin with an empty database. @throws OperatorError */
export async function refuseExternal(dataDir: string): Promise<void> {
  const note = noteIn(dataDir);
  if (!existsSync(note) || existsSync(join(dataDir, 'postgres'))) return;
  const address = (await readFile(note, 'utf8')).trim();
  throw new OperatorError(
    `Handback was started on ${dataDir} with the database at ${address}. Set DATABASE_URL to it, with its user and password. ` +
      `To begin here with a new, empty database, delete ${note}.`,
  );
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'database-external');
}

function markIn(dataDir: string): string {
  return join(dataDir, 'database-moved');
}

/** Without user and password. */
function addressOf(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl);
  return `${protocol}//${host}${pathname}`;
}

import { appendFile, open, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../db/tables.ts';
import { makeFolder } from '../files/folders.ts';
import type { Log } from '../log.ts';
import { OperatorError } from '../operator-error.ts';
import type { Keys } from '../secret.ts';

/** What people delete, and take back, that a backup made before must not bring back. */
type DeletionKind = 'account' | 'account-kept' | 'item' | 'item-kept' | 'finder-words' | 'review';

export type DeletionLog = {
  /** After the transaction: what could not be written is logged, and the deletion stands. */
  record(kind: DeletionKind, id: string): Promise<void>;
  /** Removes the lines of more than 400 days ago, once the first is a month older than that. */
  trim(): Promise<void>;
};

export type Deletion = { at: Date; kind: DeletionKind; code: string };

export const deletionLogName = 'deletions.log';
export const deletionsKeptDays = 400;

const dayMs = 86_400_000;
const trimmedEveryDays = 30;
/** Not from the start of the line: a full disk may have cut off the one before. */
const line = /(\d{4}-\d\d-\d\dT[\d:.]+Z) (account|account-kept|item|item-kept|finder-words|review) ([\w-]{22})$/;

/** A file of one line for each deletion: when, what, and a keyed hash of the id, which says nothing to whoever lacks the secret. */
export function createDeletionLog(folder: string, keys: Keys, log: Log): DeletionLog {
  const path = join(folder, deletionLogName);
  let changed = Promise.resolve();
  const inTurn = (change: () => Promise<void>) => {
    const mine = changed.then(change);
    changed = mine.catch(() => {});
    return mine;
  };
  return {
    record: (kind, id) =>
      inTurn(async () => {
        await makeFolder(folder, 0o700);
        const entry = `${new Date().toISOString()} ${kind} ${deletionCode(kind, id, keys)}\n`;
        await appendFile(path, entry, { mode: 0o600, flush: true });
      }).catch((error) => log.error({ error, kind }, 'a deletion is not in the list that a restored backup needs')),
    trim: () => inTurn(() => trimFile(path)),
  };
}

async function trimFile(path: string): Promise<void> {
  const since = Date.now() - deletionsKeptDays * dayMs;
  const file = await open(path).catch(ignoreMissing);
  if (!file) return;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0);
    const first = readLine(buffer.toString('utf8', 0, bytesRead).split('\n', 1)[0] ?? '');
    if (first && first.at.getTime() > since - trimmedEveryDays * dayMs) return;
    const kept = (await file.readFile('utf8'))
      .split('\n')
      .filter((entry) => (readLine(entry)?.at.getTime() ?? 0) >= since)
      .map((entry) => `${entry}\n`);
    await writeFile(`${path}.part`, kept.join(''), { mode: 0o600, flush: true });
    await rename(`${path}.part`, path);
    // Another process may have written to the old file meanwhile.
    const late = await file.readFile('utf8');
    if (late) await appendFile(path, late, { flush: true });
  } finally {
    await file.close();
  }
}

function readLine(entry: string): Deletion | undefined {
  const [, at = '', kind, code = ''] = line.exec(entry) ?? [];
  return kind ? { at: new Date(at), kind: kind as DeletionKind, code } : undefined;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** An account has the same code when it is deleted and when it is kept. */
export function deletionCode(kind: DeletionKind, id: string, keys: Keys): string {
  return keys.code('deletion', `${kind.replace('-kept', '')} ${id}`).toString('base64url');
}

/** The deletions since a time, in its order; undefined where there is no such file. A line that was cut off is left out. */
export async function readDeletions(path: string, since: Date): Promise<Deletion[] | undefined> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  return text
    ?.split('\n')
    .flatMap((entry) => readLine(entry) ?? [])
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

const key = 'restore-begun';

/** Marks the database as restored in part, in the transaction of its rows: what was deleted since is still to be deleted. */
export async function beginRestore(db: Database): Promise<void> {
  await db.insertInto('settings').values({ key, value: sql`to_jsonb(now())` }).execute();
}

export async function endRestore(db: Database): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}

/** @throws OperatorError */
export async function refuseHalfRestored(db: Database): Promise<void> {
  if (!(await db.selectFrom('settings').select('key').where('key', '=', key).executeTakeFirst())) return;
  throw new OperatorError(
    'A restore into this database did not finish: deletions are still to be applied. Empty the database and the file store, then restore again.',
  );
}

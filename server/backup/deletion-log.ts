import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { makeFolder } from '../make-folder.ts';
import type { Keys } from '../secret.ts';

/** What people delete, and take back, that a backup made before must not bring back. */
export type DeletionKind = 'account' | 'account-kept' | 'item' | 'item-kept' | 'finder-words';

export type DeletionLog = {
  /** After the transaction: what could not be written is logged, and the deletion stands. */
  record(kind: DeletionKind, id: string): Promise<void>;
};

export type Deletion = { at: Date; kind: DeletionKind; code: string };

export const deletionLogName = 'deletions.log';

const line = /^(\S+) (account|account-kept|item|item-kept|finder-words) ([\w-]{22})$/;

/** A file of one line for each deletion: when, what, and a keyed hash of the id, which says nothing to whoever lacks the secret. */
export function createDeletionLog(folder: string, keys: Keys, log: Log): DeletionLog {
  return {
    async record(kind, id) {
      try {
        await makeFolder(folder, 0o700);
        const entry = `${new Date().toISOString()} ${kind} ${deletionCode(kind, id, keys)}\n`;
        await appendFile(join(folder, deletionLogName), entry, { mode: 0o600, flush: true });
      } catch (error) {
        log.error({ error, kind }, 'a deletion is not in the list that a restored backup needs');
      }
    },
  };
}

/** An account has the same code when it is deleted and when it is kept. */
export function deletionCode(kind: DeletionKind, id: string, keys: Keys): string {
  return keys.code('deletion', `${kind.replace('-kept', '')} ${id}`).toString('base64url');
}

/** The deletions since a time, in order; undefined where there is no such file. A line that a crash cut off is left out. */
export async function readDeletions(path: string, since: Date): Promise<Deletion[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text
    ?.split('\n')
    .map((entry) => line.exec(entry))
    .filter((found) => found !== null)
    .map(([, at = '', kind, code = '']) => ({ at: new Date(at), kind: kind as DeletionKind, code }))
    .filter(({ at }) => at >= since);
}

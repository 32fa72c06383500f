import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../db/tables.ts';

export async function writeMailFile(
  folder: string,
  mail: { messageId: string; createdAt: Date },
  message: Buffer,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = mail.createdAt.toISOString().replace(/[:.]/g, '-');
  const file = join(folder, `${time}-${idOf(mail.messageId)}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return file;
}

/** Removes the files of deleted mails. Rows are deleted first, so a crash leaves no file for ever. Foreign files stay. */
export async function removeFilesOfGoneMails(folder: string, db: Database): Promise<void> {
  const files = await namesIn(folder);
  const ids = files.flatMap((file) => ourFile.exec(file)?.[1] ?? []);
  if (ids.length === 0) return;
  const rows = await db.selectFrom('outgoingMails').select('messageId').execute();
  const known = new Set(rows.map(({ messageId }) => idOf(messageId)));
  for (const file of files) {
    const id = ourFile.exec(file)?.[1];
    if (id && !known.has(id)) await rm(join(folder, file), { force: true });
  }
}

const ourFile = /Z-([0-9a-f-]{36})\.eml(?:\.part)?$/;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function idOf(messageId: string): string {
  return messageId.replace(/@.*/, '').replace(/[^a-z0-9-]/g, '');
}

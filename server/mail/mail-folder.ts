import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Executor } from '../db/tables.ts';
import { mailIdOf, messageIdOf } from './message-id.ts';

export async function writeMailFile(folder: string, mail: { messageId: string; createdAt: Date }, message: Buffer) {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = mail.createdAt.toISOString().replace(/[:.]/g, '-');
  const file = join(folder, `${time}-${mailIdOf(mail.messageId)}.eml`);
  await writeFile(`${file}.part`, message, { mode: 0o600 });
  await rename(`${file}.part`, file);
  return file;
}

/** Writes as much as a mail of ordinary size. @throws the system's error */
export async function tryMailFile(folder: string): Promise<void> {
  const trial = join(folder, 'room.part');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(trial, Buffer.alloc(ordinaryMailBytes), { mode: 0o600 });
  } finally {
    await rm(trial, { force: true }).catch(() => undefined);
  }
}

/** Removes the files of deleted mails. Rows are deleted first, so a crash leaves no file for ever. Foreign files stay. */
export async function removeFilesOfGoneMails(folder: string, db: Executor): Promise<void> {
  const files = (await namesIn(folder)).flatMap((name) => {
    const [, id] = ourFile.exec(name) ?? [];
    return id ? [{ path: join(folder, name), messageId: messageIdOf(id) }] : [];
  });
  for (let n = 0; n < files.length; n += mostAskedTogether) {
    const some = files.slice(n, n + mostAskedTogether);
    const known = await findKnown(
      some.map(({ messageId }) => messageId),
      db,
    );
    for (const { path, messageId } of some) if (!known.has(messageId)) await rm(path, { force: true });
  }
}

const ordinaryMailBytes = 16_384;
const mostAskedTogether = 1_000;
const ourFile = /Z-([0-9a-f-]{36})\.eml(?:\.part)?$/;

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function findKnown(messageIds: string[], db: Executor): Promise<Set<string>> {
  const rows = await db
    .selectFrom('outgoingMails')
    .select('messageId')
    .where(sql<boolean>`message_id = any(${messageIds})`)
    .execute();
  return new Set(rows.map(({ messageId }) => messageId));
}

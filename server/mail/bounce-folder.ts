import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const mostAtOnce = 200;
/** What is said of the delivery comes first, the returned mail after it. */
const mostBytes = 256 * 1024;

export type BounceFile = { path: string; text: string };

/** A mail server that knows no Maildir may still be writing a file that changed since. */
const settledMs = 30_000;

/** Whole mails in a Maildir or a plain folder, unchanged for half a minute: the first 200, of each the first 256 KB. */
export async function readBounceFolder(folder: string): Promise<BounceFile[]> {
  const parts = [join(folder, 'new'), join(folder, 'cur')];
  // Whoever delivers may make one of them before the other.
  const areThere = await Promise.all(parts.map(isFolder));
  const isMaildir = areThere.includes(true);
  const folders = isMaildir ? parts.filter((_, n) => areThere[n]) : [folder];
  const files: BounceFile[] = [];
  for (const each of folders) {
    for (const entry of await readdir(each, { withFileTypes: true })) {
      if (files.length === mostAtOnce) return files;
      if (!entry.isFile() || entry.name.startsWith('.')) continue;
      const path = join(each, entry.name);
      if (!isMaildir && !(await isSettled(path))) continue;
      files.push({ path, text: await readStart(path) });
    }
  }
  return files;
}

export async function removeBounceFile({ path }: BounceFile): Promise<void> {
  await rm(path, { force: true });
}

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

async function isSettled(path: string): Promise<boolean> {
  return (await stat(path)).mtimeMs <= Date.now() - settledMs;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

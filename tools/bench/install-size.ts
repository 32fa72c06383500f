import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compare, formatInteger, type Row } from './table.ts';

const root = join(import.meta.dirname, '../..');
const blockBytes = 512;

/** Disk space of the files that `npm ci --omit=dev` installs, and of those that `npm ci` does. */
export async function measureInstallSize(): Promise<Row[]> {
  const installed = await readFile(join(root, 'node_modules/.package-lock.json'), 'utf8');
  const packages = Object.entries(JSON.parse(installed).packages as Record<string, { dev?: boolean }>);
  const sum = { product: 0, tools: 0 };
  for (const [path, { dev }] of packages) sum[dev ? 'tools' : 'product'] += await bytesOf(join(root, path));
  const inWords = (bytes: number) => `${formatInteger(bytes / 2 ** 20)} MB`;
  const sizes = { ours: sum.product, baseline: sum.product + sum.tools };
  return [compare({ figure: 'Size of npm ci --omit=dev', ...sizes, of: 'npm ci', inWords })];
}

/** Bytes on the disk, without the packages inside. A package for other platforms is named by the lockfile and not there. */
async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) bytes += (await lstat(path)).blocks * blockBytes;
    else if (entry.name !== 'node_modules') bytes += await bytesOf(path);
  }
  return bytes;
}

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { root } from './started-product.ts';

const run = promisify(execFile);
const notCopied = ['.git', 'data', 'dist', 'node_modules'];

/** Copies this repository with its dependencies, which are links: replace their files, never write into them. @param name below a new folder */
export async function copyProduct(name: string): Promise<string> {
  // On the disk of the dependencies, so that they are linked, not copied. A symbolic link would keep the names of their folders.
  const folder = await mkdtemp(join(root, 'dist/copy-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const home = join(folder, name);
  await mkdir(join(home, 'node_modules'), { recursive: true });
  const sources = (await readdir(root)).filter((each) => !notCopied.includes(each));
  for (const each of sources) await cp(join(root, each), join(home, each), { recursive: true });
  const packages = (await readdir(join(root, 'node_modules'))).filter((each) => each !== '.cache');
  const paths = packages.map((each) => join(root, 'node_modules', each));
  await run('cp', ['--archive', '--link', ...paths, join(home, 'node_modules')]);
  return home;
}

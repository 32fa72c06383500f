import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './started-product.ts';

const run = promisify(execFile);
const notCopied = ['.git', 'data', 'dist', 'node_modules'];

test('the build is the same in a folder that is named like folders of ours, with spaces, quotes and letters like ß', async () => {
  const home = await copyTo("app/ui/browser/my friend's [Straße] (1)");
  await run(join(home, 'bin/build'));
  const [here, there] = await Promise.all([readBuild(root), readBuild(home)]);
  expect([...there.keys()]).toEqual([...here.keys()]);
  expect([...there].filter(([name, bytes]) => !here.get(name)?.equals(bytes)).map(([name]) => name)).toEqual([]);
});

async function copyTo(name: string): Promise<string> {
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

async function readBuild(home: string): Promise<Map<string, Buffer>> {
  const dist = join(home, 'dist');
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(dist.length));
  const built = paths.filter((path) => /^\/(client|server)\//.test(path)).sort();
  return new Map(await Promise.all(built.map(async (path) => [path, await readFile(dist + path)] as const)));
}

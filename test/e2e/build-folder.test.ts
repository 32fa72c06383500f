import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { copyProduct } from './copied-product.ts';
import { root } from './started-product.ts';

const run = promisify(execFile);

test('in a folder that is named like folders of ours, with spaces, quotes and letters like ß, npm start that is told to stop while it builds leaves nothing that goes on building; the build is the same as here', async () => {
  const home = await copyProduct("app/ui/browser/my friend's [Straße] (1)");
  const starting = spawn(join(home, 'bin/keep-running'), { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(starting.stdout, 'data');
  await expect.poll(() => runningIn(home)).toContain('node_modules/vite/bin/vite.js');
  starting.kill('SIGTERM');
  await expect.poll(() => runningIn(home)).toEqual('');
  expect(await readFile(join(home, 'dist/.fingerprint'), 'utf8').catch(() => 'not built')).toBe('not built');

  await run(join(home, 'bin/build'));
  const [here, there] = await Promise.all([readBuild(root), readBuild(home)]);
  expect([...there.keys()]).toEqual([...here.keys()]);
  expect([...there].filter(([name, bytes]) => !here.get(name)?.equals(bytes)).map(([name]) => name)).toEqual([]);
});

/** The command lines of all processes that work in the folder. */
async function runningIn(folder: string): Promise<string> {
  const lines = (await readdir('/proc'))
    .filter((pid) => /^\d+$/.test(pid))
    .map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
      return cwd === folder ? readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    });
  return (await Promise.all(lines)).join('');
}

async function readBuild(home: string): Promise<Map<string, Buffer>> {
  const dist = join(home, 'dist');
  const built = await Promise.all(
    ['client', 'server'].map(async (part) => {
      const files = await readdir(join(dist, part), { recursive: true, withFileTypes: true });
      return files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name).slice(dist.length));
    }),
  );
  const paths = built.flat().sort();
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(dist + path)] as const)));
}

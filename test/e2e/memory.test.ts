import { execFile } from 'node:child_process';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { launchProduct, startProduct, temporaryFolder } from './started-product.ts';

const run = promisify(execFile);
const patiently = { timeout: 60_000 };

test('a backup for which the machine has too little memory is refused, with what it needs and what to do, and leaves no file; what killed backups left an hour ago goes at the start, when none is due; each command is to die before the server when memory is short', async () => {
  const folder = await temporaryFolder();
  const env = { BACKUP_FOLDER: folder, BACKUP_PASSPHRASE: 'twelve green parrots' };
  const memory = join(await temporaryFolder(), 'meminfo');
  await writeFile(memory, 'MemAvailable:   1024 kB\nSwapFree:   0 kB\n');
  const inside = ['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /proc/meminfo && exec "$@"', memory];
  const { dataDir, stderr, stop } = await startProduct({ env, inside });
  await expect.poll(stderr, patiently).toContain('a backup failed');
  expect(stderr()).toMatch(/A backup needs \d+ MB of memory, and 1 MB are free\./);
  expect(stderr()).toContain('End other programs, give the machine or the container more memory, or add swap');
  expect(await readdir(folder)).toEqual([]);
  await stop();

  // For an hour after one that failed, none is due.
  const [left, young] = ['handback-2026-01-01T00-00-00Z.age.part', 'handback-2026-01-02T00-00-00Z.age.part'];
  for (const name of [left, young]) await writeFile(join(folder, name), 'cut off');
  const anHourAgo = new Date(Date.now() - 61 * 60_000);
  await utimes(join(folder, left), anHourAgo, anHourAgo);
  const again = await startProduct({ env, dataDir });
  await expect.poll(() => readdir(folder), patiently).toEqual([young]);
  const own = await scoreOf(again.pid);
  await again.stop();

  const pipe = join(await temporaryFolder(), 'pipe');
  await run('mkfifo', [pipe]);
  const silent = createServer().listen(0);
  onTestFinished(() => void silent.close());
  const DATABASE_URL = `postgres://handback@127.0.0.1:${(silent.address() as AddressInfo).port}/handback`;
  // Each waits for something that never comes.
  const commands = [
    'bin/backup new.age',
    `bin/restore ${pipe}`,
    `bin/admin import-firebase --users ${pipe}`,
    'bin/move-database',
  ];
  for (const command of commands) {
    const { pid, kill9 } = await launchProduct({ dataDir, command: command.split(' '), env: { ...env, DATABASE_URL } });
    await expect.poll(() => scoreOf(pid), { ...patiently, message: command }).toBeGreaterThan(own);
    await kill9();
  }
});

async function scoreOf(pid: number): Promise<number> {
  return Number(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8'));
}

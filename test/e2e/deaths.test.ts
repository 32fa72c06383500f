import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWindow } from './browser.ts';
import { startExternalDatabase } from './external-database.ts';
import { grantAdministration, signUp } from './people.ts';
import { launchProduct, type Product, processesOn, startProduct, temporaryFolder } from './started-product.ts';

// Each kills its own server.
const patiently = { timeout: 60_000 };
const command = ['npm', 'start'];

test('a server that is killed, or whose PostgreSQL is, says so, and under npm start serves again; the log and the health page say so, with the last sign of life', async () => {
  const product = await startProduct({ command });
  const page = await openWindow(product.url, {}, /net::ERR_/);
  await grantAdministration(product, await signUp(product, page));
  await page.goto('/admin/health');
  await page.getByText('Running since').waitFor();
  expect(await page.getByText('Handback ended unexpectedly').count()).toBe(0);

  const begun = Date.now();
  process.kill(await serverOf(product), 'SIGKILL');
  await expect.poll(() => readyCount(product), patiently).toBe(2);
  expect(product.stdout()).toContain('Handback ended by itself (signal SIGKILL). It is started again in 1 s.');
  const [line] = product.stderr().match(/^.*the last run did not end cleanly.*$/m) ?? [];
  const { lastSignAt } = JSON.parse(line ?? '{}');
  expect(Math.abs(Date.parse(lastSignAt) - begun), 'a sign is given every five seconds').toBeLessThan(30_000);
  await page.reload();
  await page.getByText('Handback ended unexpectedly').first().waitFor();
  const seen = new Date(lastSignAt).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' });
  expect(await page.locator('main').textContent()).toContain(seen);
  await page.close();

  const [database] = (await readFile(join(product.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(database), 'SIGKILL');
  await expect.poll(() => readyCount(product), patiently).toBe(3);
  expect(product.stdout()).toContain('Handback ended by itself (code 70).');
  expect(product.stderr()).toContain('"reason":"PostgreSQL ended by itself (signal SIGKILL)."');
});

test('a server that is killed again and again is not started for ever, and the last words say so', async () => {
  const product = await launchProduct({ command });
  let last = 0;
  const killNext = async () => {
    const pid = await serverOf(product).catch(() => last);
    if (pid !== last) process.kill(pid, 'SIGKILL');
    last = pid;
    return product.stdout();
  };
  await expect.poll(killNext, patiently).toContain('5 times in a row. It is not started again.');
  expect(await product.exit).toBe(137);
  expect(await processesOn(product.dataDir)).toEqual([]);
});

test.each(['SIGTERM', 'SIGHUP'] as const)('%s stops npm start and its server, and is no death', async (signal) => {
  const product = await startProduct({ command: ['bin/keep-running'] });
  process.kill(product.pid, signal);
  expect(await product.exit).toBe(0);
  expect(product.stdout()).not.toContain('by itself');
  await expect.poll(() => processesOn(product.dataDir), patiently).toEqual([]);
  const next = await startProduct({ dataDir: product.dataDir, env: { PORT: `${product.port}` } });
  expect(next.stderr()).toBe('');
});

test('settings that cannot be used are named all at once, without a stack, and under npm start once', async () => {
  const env = { PORT: 'abc', SMTP_URL: 'nonsense', BRAND_APP_STORE_URL: 'http://store.example' };
  const product = await launchProduct({ command: ['bin/keep-running'], isFirst: true, env });
  expect(await product.exit).toBe(1);
  expect(product.stdout()).toMatch(/PORT must be a port number\n {2}SMTP_URL must begin with smtp:\/\//);
  expect(product.stdout()).toContain('BRAND_APP_STORE_URL must begin with https://');
  expect(product.stdout() + product.stderr()).not.toMatch(/^\s+at /m);
  expect(product.stdout().match(/PORT must be a port number/g)).toHaveLength(1);
  expect(existsSync(product.dataDir)).toBe(false);
});

test('when the keeper of a server is killed, the server stops', async () => {
  const product = await startProduct({ command: ['bin/keep-running'] });
  await product.kill9();
  await expect.poll(() => processesOn(product.dataDir), patiently).toEqual([]);
});

test('after a death the log says how many processes the kernel has ended since, or that the machine was started anew', async () => {
  const { dataDir, port, kill9 } = await startProduct();
  await kill9();
  const path = join(dataDir, `sign-of-life-${hostname()}-${port}.json`);
  const note = JSON.parse(await readFile(path, 'utf8'));
  const counters = Object.entries<number>(note.oomKills).map(([file, count]) => [file, count - 2]);
  await writeFile(path, JSON.stringify({ ...note, oomKills: Object.fromEntries(counters) }));
  const env = { PORT: `${port}` };
  const next = await startProduct({ dataDir, env });
  expect(next.stderr()).toContain(`"oomKills":${counters.length > 0 ? 2 : null},"machineRestarted":false`);
  await next.kill9();
  await writeFile(path, JSON.stringify({ ...note, boot: 'another' }));
  expect((await startProduct({ dataDir, env })).stderr()).toContain('"oomKills":null,"machineRestarted":true');
});

test('of two servers that share a data folder, a start and an end of one tell nothing of the other, and its death is told at its own port', async () => {
  const database = await startExternalDatabase();
  const dataDir = join(await temporaryFolder(), 'data');
  const env = { DATABASE_URL: database.url };
  const one = await startProduct({ dataDir, env });
  const other = await startProduct({ dataDir, env });
  expect(other.stderr()).toBe('');
  const taken = await launchProduct({ dataDir, env: { ...env, PORT: `${one.port}` } });
  expect([await taken.exit, taken.stderr()]).toEqual([1, '']);
  await one.kill9();
  await other.stop();
  const again = async ({ port }: Product) => {
    const { stderr, stop } = await startProduct({ dataDir, env: { ...env, PORT: `${port}` } });
    await stop();
    return stderr();
  };
  expect(await again(other)).toBe('');
  expect(await again(one)).toContain('the last run did not end cleanly');
});

async function serverOf({ dataDir }: Product): Promise<number> {
  const found = (await processesOn(dataDir)).find(({ command: typed }) =>
    /node .*dist\/server\/server\.js$/.test(typed),
  );
  if (!found) throw new Error('No server runs.');
  return found.pid;
}

function readyCount(product: Product): number {
  return product.stdout().split('Handback is ready at').length - 1;
}

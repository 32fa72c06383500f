import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWindow } from './browser.ts';
import { grantAdministration, signUp } from './people.ts';
import { launchProduct, type Product, type ProductOptions, processesOn, startProduct } from './started-product.ts';

// Each kills its own server.
const patiently = { timeout: 60_000 };

test('a server that is killed, or whose PostgreSQL is, says so, and under npm start serves again; the log and the health page say so, with the last sign of life; killed again and again it is not started for ever, and the last words say so', async () => {
  const product = await startProduct({ command: ['npm', 'start'] });
  const page = await openWindow(product.url, {}, /net::ERR_/);
  await grantAdministration(product, await signUp(product, page));
  await page.goto('/admin/health');
  await page.getByText('Running since').waitFor();
  expect(await page.getByText('Handback ended unexpectedly').count()).toBe(0);

  const begun = Date.now();
  process.kill(await serverOf(product), 'SIGKILL');
  await expect.poll(() => readyCount(product), patiently).toBe(2);
  expect(product.stdout()).toContain('Handback ended by itself (signal SIGKILL). It is started again in 1 s.');
  await expect.poll(product.stderr).toContain('the last run did not end cleanly');
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
  await expect.poll(product.stderr).toContain('"reason":"PostgreSQL ended by itself (signal SIGKILL)."');

  let last = 0;
  const killNext = async () => {
    const pid = await serverOf(product).catch(() => last);
    if (pid !== last) process.kill(pid, 'SIGKILL');
    last = pid;
    return product.stdout();
  };
  await expect.poll(killNext, patiently).toContain('5 times in a row. It is not started again.');
  expect(await product.exit).toBe(137);
  await expect.poll(() => processesOn(product.dataDir), patiently).toEqual([]);
});

test('SIGHUP and SIGTERM stop npm start and its server, and are no death; when the keeper of a server is killed, the server stops', async () => {
  let again: ProductOptions = {};
  for (const signal of ['SIGHUP', 'SIGTERM', 'SIGKILL'] as const) {
    const product = await startProduct({ command: ['bin/keep-running'], ...again });
    expect(product.stderr(), `before ${signal}`).toBe('');
    process.kill(product.pid, signal);
    expect(await product.exit).toBe(signal === 'SIGKILL' ? signal : 0);
    expect(product.stdout()).not.toContain('by itself');
    await expect.poll(() => processesOn(product.dataDir), patiently).toEqual([]);
    again = { dataDir: product.dataDir, env: { PORT: `${product.port}` } };
  }
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

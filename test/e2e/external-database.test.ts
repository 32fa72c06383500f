import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseOnALine } from '../database-line.ts';
import { canRun, isRoot } from '../embedded-postgres.ts';
import { openMailbox } from '../mailbox.ts';
import { makeItem } from '../make.ts';
import { startExternalDatabase } from './external-database.ts';
import { launchProduct, processesOn, startProduct } from './started-product.ts';

const secret = 'one secret for all processes, of sufficient length';
const patiently = { timeout: 20_000 };

test('the product lives on a database server that is given, and makes none of its own, also when it is started without', async () => {
  const database = await startExternalDatabase();
  const product = await startProduct({ env: { DATABASE_URL: database.url } });
  expect(product.stdout()).not.toContain('Creating the database');
  const owner = await product.owner();
  expect(await makeItem(owner, { name: 'Red scarf' })).toMatchObject({ name: 'Red scarf' });
  expect(existsSync(join(product.dataDir, 'secret'))).toBe(true);
  expect(await product.stop()).toBe(0);
  const { exit, stdout } = await launchProduct({ dataDir: product.dataDir, command: ['bin/start'] });
  expect(await exit).toBe(1);
  expect(stdout()).toContain(`with the database at postgres://127.0.0.1:${database.local.port}/handback.`);
  expect(stdout()).toContain(`delete ${join(product.dataDir, 'database-external')}.`);
  expect(existsSync(join(product.dataDir, 'postgres'))).toBe(false);
});

test('of two products that start at the same moment on an empty database, one makes the tables and both get ready', async () => {
  const database = await startExternalDatabase();
  const env = { DATABASE_URL: database.url, SECRET: secret };
  const release = await database.lock('pg_class');
  const starts = Promise.all([startProduct({ env }), startProduct({ env })]);
  await expect.poll(database.waiting, { ...patiently, message: 'both are about to make a table' }).toBe(2);
  await release();
  for (const { url, stderr } of await starts) {
    for (const path of ['/readyz', '/']) expect((await fetch(url + path)).status, path).toBe(200);
    expect(stderr()).toBe('');
  }
});

test('a start that waits for its database is stopped like a product that runs, also as the first process of a container', {
  skip: !isRoot || !canRun(['unshare', '--pid', '--fork']),
}, async () => {
  const database = await startExternalDatabase();
  const command = ['unshare', '--pid', '--fork', '--kill-child', 'bin/start'];
  await database.lock('pg_class');
  const { dataDir, exit } = await launchProduct({ env: { DATABASE_URL: database.url }, command });
  await expect.poll(database.waiting, patiently).toBe(1);
  const server = (await processesOn(dataDir)).find((one) => one.command.endsWith('dist/server/server.js'));
  process.kill(server?.pid ?? expect.unreachable(), 'SIGTERM');
  expect(await exit).toBe(0);
});

test('what has moved to a database server no longer starts on the old database, and says where it is and how to go back', async () => {
  const database = await startExternalDatabase();
  const before = await startProduct();
  const { dataDir } = before;
  await before.stop();
  const run = async (command: string, env: Record<string, string> = {}) => {
    const ended = await launchProduct({ dataDir, command: command.split(' '), env });
    return { code: await ended.exit, said: ended.stdout() };
  };
  expect((await run('bin/move-database', { DATABASE_URL: database.url })).code).toBe(0);
  expect(await database.ask('select count(*)::int from kysely_migration where name = $$100-baseline$$')).toEqual([1]);

  const mark = join(dataDir, 'database-moved');
  const where = `was moved to postgres://127.0.0.1:${database.local.port}/handback. Set DATABASE_URL`;
  for (const { code, said } of await Promise.all([run('bin/start'), run('bin/admin make-tags 1')])) {
    expect([code, said]).toEqual([1, expect.stringContaining(where)]);
    expect(said).toContain(`delete ${mark}.`);
  }
  await rm(mark);
  await startProduct({ dataDir });
});

test('a database that restarts interrupts two products on it; afterwards pages, live events and mail go on', async () => {
  const database = await startExternalDatabase();
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const options = { env: { DATABASE_URL: database.url, SECRET: secret }, mailbox };
  const [one, two] = [await startProduct(options), await startProduct(options)];
  const statuses = (path: string) => Promise.all([one, two].map(async ({ url }) => (await fetch(url + path)).status));
  const owner = await one.owner();
  const item = await makeItem(owner, { name: 'Red scarf' });
  const stream = await owner.get('/live');

  await database.stop();
  await expect.poll(() => statuses('/readyz'), patiently).toEqual([503, 503]);
  expect(await statuses('/healthz')).toEqual([200, 200]);
  await database.start();
  await expect.poll(() => statuses('/readyz'), patiently).toEqual([200, 200]);
  expect(await statuses(`/item/${item.hash}`)).toEqual([200, 200]);

  expect(await stream.text(), 'browsers are sent back, to read anew what they may have missed').toContain('retry: ');
  const live = await owner.live();
  onTestFinished(live.close);
  expect(await live.next('unread')).toEqual({ unread: 0 });
  const sent = await two.visitor().post(`/item/${item.hash}`, { text: 'It lies at the station.' });
  expect(sent.status).toBe(303);
  expect(await live.next('unread')).toEqual({ unread: 1 });
  await mailbox.find(owner.email, 'Red scarf');
  const listening = `select count(*)::int from pg_stat_activity where application_name = 'handback events'`;
  expect(await database.ask(listening), 'one connection a product for events').toEqual([2]);

  await database.stop();
  expect(await one.stop(), 'its database is away').toBe(0);
});

test('a database that ends in the middle of a message, takes no changes any more, or lets nobody in, is unavailable to people and to who watches, until it is back', async () => {
  const database = await startExternalDatabase();
  const product = await startProduct({ env: { DATABASE_URL: database.url } });
  const owner = await product.owner();
  const item = await makeItem(owner);
  const readiness = async () => (await fetch(`${product.url}/readyz`)).text();
  const send = () => product.visitor().post(`/item/${item.hash}`, { text: 'It lies at the station.' });
  await database.lock('web_messages');
  const message = send();
  await expect.poll(database.waiting, patiently).toBe(1);
  await database.stop();
  expect((await message).status).toBe(503);
  await database.start();
  await expect.poll(readiness, patiently).toBe('ready');
  expect((await send()).status).toBe(303);
  expect(await owner.call('countUnread', {}), 'what was refused is not stored').toEqual({ unread: 1 });

  const finder = product.visitor();
  const call = () => finder.tryCall('reportFound', { hash: item.hash, key: crypto.randomUUID(), text: 'By a program' });
  const unavailable = { status: 503, error: { status: 'UNAVAILABLE' } };

  await database.ask('alter system set default_transaction_read_only = on');
  await database.ask('select pg_reload_conf()');
  await expect.poll(readiness, patiently).toBe('database read-only');
  expect(await call()).toMatchObject(unavailable);
  await database.ask('alter system reset default_transaction_read_only');
  await database.ask('select pg_reload_conf()');
  await expect.poll(readiness, patiently).toBe('ready');

  await database.ask('alter role handback nologin');
  await database.ask("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'handback'");
  await expect.poll(readiness, patiently).toBe('database away');
  expect(await call()).toMatchObject(unavailable);
  expect((await finder.get(`/item/${item.hash}?again`)).status).toBe(503);
  await database.ask('alter role handback login');
  await expect.poll(readiness, patiently).toBe('ready');
  expect(await call()).toMatchObject({ status: 200 });
});

test('a product that is killed between its commits and its NOTIFY leaves no page and no badge of another one old', async () => {
  const database = await startExternalDatabase();
  const line = await databaseOnALine({ to: database.local, tcp: true });
  // Either product may be the one that sends a mail.
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const steady = await startProduct({ env: { DATABASE_URL: database.url, SECRET: secret }, mailbox });
  const lineUrl = `postgres://handback@127.0.0.1:${line.database.port}/handback`;
  const dying = await startProduct({ env: { DATABASE_URL: lineUrl, SECRET: secret }, mailbox });
  const owner = await steady.owner();
  const item = await makeItem(owner, { name: 'Red scarf' });
  const page = async () => (await steady.visitor().get(`/item/${item.hash}`)).text();
  expect(await page()).toContain('Red scarf');
  const live = await owner.live();
  onTestFinished(live.close);
  expect(await live.next('unread')).toEqual({ unread: 0 });

  line.silence('pg_notify');
  const there = dying.visitor();
  there.token = owner.token;
  await there.call('updateItem', { ...item, name: 'Green scarf' });
  expect((await there.post(`/item/${item.hash}`, { text: 'It lies at the station.' })).status).toBe(303);
  await dying.kill9();
  await expect.poll(page).toContain('Green scarf');
  const told = live.next('unread');
  await expect.poll(() => Promise.race([told, 'nothing yet'])).toEqual({ unread: 1 });
});

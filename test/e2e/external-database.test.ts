import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canRun, isRoot } from '../embedded-postgres.ts';
import { openMailbox } from '../mailbox.ts';
import { makeItem } from '../make.ts';
import { startExternalDatabase } from './external-database.ts';
import {
  copyStartedData,
  launchProduct,
  type Product,
  processesOn,
  startProduct,
  temporaryFolder,
} from './started-product.ts';

const patiently = { timeout: 20_000 };

test('two products that start at once on a database server that is given make its tables once; while it ends, restarts, takes no changes or lets nobody in they are unavailable, and afterwards pages, live events and mail go on; the death of one is told at its own port, and none starts without the server', async () => {
  const database = await startExternalDatabase();
  // Either product may be the one that sends a mail.
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const dataDir = join(await temporaryFolder(), 'data');
  const options = { dataDir, mailbox, env: { DATABASE_URL: database.url } };

  // A start that waits for its database is stopped like a product that runs, also as the first process of a container.
  const isolated = ['unshare', '--pid', '--fork', '--kill-child'];
  const command = [...(isRoot && canRun(isolated) ? isolated : []), 'bin/start'];
  let release = await database.lock('pg_class');
  const waiting = await launchProduct({ ...options, command });
  await expect.poll(database.waiting, patiently).toBe(1);
  const server = (await processesOn(dataDir)).find((one) => one.command.endsWith('dist/server/server.js'));
  process.kill(server?.pid ?? expect.unreachable(), 'SIGTERM');
  expect(await waiting.exit).toBe(0);
  await release();
  await expect.poll(database.waiting, patiently).toBe(0);

  // Of two that start at the same moment, one makes the tables and both get ready.
  release = await database.lock('pg_class');
  const starts = Promise.all([startProduct(options), startProduct(options)]);
  await expect.poll(database.waiting, { ...patiently, message: 'both are about to make a table' }).toBe(2);
  await release();
  const [one, two] = await starts;
  for (const { url, stderr, stdout } of [one, two]) {
    for (const path of ['/readyz', '/']) expect((await fetch(url + path)).status, path).toBe(200);
    expect(stderr()).toBe('');
    expect(stdout()).not.toContain('Creating the database');
  }
  expect(existsSync(join(dataDir, 'secret'))).toBe(true);

  // The database ends in the middle of a message.
  const statuses = (path: string) => Promise.all([one, two].map(async ({ url }) => (await fetch(url + path)).status));
  const owner = await one.owner();
  const item = await makeItem(owner, { name: 'Red scarf' });
  const stream = await owner.get('/live');
  const send = ({ visitor }: Product) => visitor().post(`/item/${item.hash}`, { text: 'It lies at the station.' });
  await database.lock('web_messages');
  const message = send(one);
  await expect.poll(database.waiting, patiently).toBe(1);
  await database.stop();
  expect((await message).status).toBe(503);
  await expect.poll(() => statuses('/readyz'), patiently).toEqual([503, 503]);
  expect(await statuses('/healthz')).toEqual([200, 200]);
  await database.start();
  await expect.poll(() => statuses('/readyz'), patiently).toEqual([200, 200]);
  expect(await statuses(`/item/${item.hash}`)).toEqual([200, 200]);
  expect(await stream.text(), 'browsers are sent back, to read anew what they may have missed').toContain('retry: ');
  const live = await owner.live();
  onTestFinished(live.close);
  expect(await live.next('unread'), 'what was refused is not stored').toEqual({ unread: 0 });
  expect((await send(two)).status).toBe(303);
  expect(await live.next('unread')).toEqual({ unread: 1 });
  live.close();
  await mailbox.find(owner.email, 'Red scarf');
  const listening = `select count(*)::int from pg_stat_activity where application_name = 'handback events'`;
  expect(await database.ask(listening), 'one connection a product for events').toEqual([2]);

  // It takes no changes any more, or lets nobody in.
  const readiness = async () => (await fetch(`${one.url}/readyz`)).text();
  const finder = one.visitor();
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
  await expect.poll(() => statuses('/readyz'), patiently).toEqual([200, 200]);
  expect(await call()).toMatchObject({ status: 200 });

  // A start in vain at the port of the other, or another's life, hides no death.
  const taken = await launchProduct({ ...options, env: { ...options.env, PORT: `${two.port}` } });
  expect([await taken.exit, taken.stderr()]).toEqual([1, '']);
  await two.kill9();
  const next = await startProduct({ ...options, env: { ...options.env, PORT: `${two.port}` } });
  await expect.poll(next.stderr).toContain('the last run did not end cleanly');
  await database.stop();
  expect(await one.stop(), 'its database is away').toBe(0);
  const without = await launchProduct({ dataDir });
  expect(await without.exit).toBe(1);
  expect(without.stdout()).toContain(`with the database at postgres://127.0.0.1:${database.local.port}/handback.`);
  expect(without.stdout()).toContain(`delete ${join(dataDir, 'database-external')}.`);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('what has moved to a database server no longer starts on the old database, and says where it is and how to go back', async () => {
  const database = await startExternalDatabase();
  const dataDir = join(await temporaryFolder(), 'data');
  await copyStartedData(dataDir);
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

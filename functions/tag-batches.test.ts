import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findSheet } from '../domain/print/contract/sheets.ts';
import type { App } from '../test/app.ts';
import { spotsOf } from '../test/label-spots.ts';
import { makeAdministrator, makeOwner, type Person } from '../test/make.ts';
import { scanSpots } from '../test/scanned-codes.ts';
import { shareApp } from '../test/shared-app.ts';
import { makeProduct, openShop } from '../test/shop.ts';
import { unzip } from '../test/unzip.ts';

const key = () => crypto.randomUUID();
const sharedApp = shareApp();

async function start() {
  const app = await sharedApp();
  const admin = await makeAdministrator(app);
  return { app, admin };
}

async function makeBatch(admin: Person, count: number, details: object = {}) {
  const { id } = await admin.call('makeTagBatch', { count, key: key(), ...details });
  await expect.poll(async () => (await admin.call('getTagBatch', { id })).state, { timeout: 20_000 }).toBe('made');
  return id;
}

async function codesOf({ services: { db } }: App, batch: string): Promise<string[]> {
  const rows = await db.selectFrom('tags').select('code').where('batchId', '=', batch).orderBy('code').execute();
  return rows.map(({ code }) => code);
}

test('a batch is begun once a key, made to its last tag, and found by name, by id and in the order of its size', async () => {
  const { app, admin } = await start();
  const asked = { count: 1_700, name: 'Autumn fair', note: 'Brass', key: key() };
  const begun = await Promise.all(Array.from({ length: 5 }, () => admin.call('makeTagBatch', asked)));
  const [id = ''] = new Set(begun.map((each) => each.id));
  expect(begun).toEqual(Array(5).fill({ id }));
  await expect
    .poll(() => admin.call('getTagBatch', { id }))
    .toMatchObject({ state: 'made', made: 1_700, count: 1_700, blank: 1_700, active: 0, name: 'Autumn fair' });
  expect(await codesOf(app, id)).toHaveLength(1_700);
  const small = await makeBatch(admin, 2, { name: '=1+1' });
  const found = async (asked: object) => (await admin.call('listTagBatches', asked)).rows.map((row) => row.id);
  expect(await found({ search: 'AUTUMN' })).toEqual([id]);
  expect(await found({ search: small })).toEqual([small]);
  expect((await found({ sort: 'count' }))[0]).toBe(id);
  const acts = await admin.call('listAuditEntries', { search: id });
  expect(acts.rows).toMatchObject([
    { act: 'makeTagBatch', by: admin.email, changes: { count: [null, 1_700], state: [null, 'making'] } },
  ]);
  const table = await admin.read('/admin/tables/tag-batches');
  expect(table).toContain("\n'=1+1,");
  expect(table).toMatch(/^\ufeff?Name,Note,How many,/);
  for (const count of [0, 100_001, 1.5])
    expect((await admin.tryCall('makeTagBatch', { count, key: key() })).error?.details).toMatchObject({
      fields: { count: 'Give a number from 1 to 100,000.' },
    });
});

test('a batch whose process is killed in the middle goes on in another, and no tag is there twice or missing', async () => {
  const { app, admin } = await start();
  const { db } = app.services;
  const [id, count] = [key(), 20_000];
  await db.insertInto('tagBatches').values({ id, ownerId: null, creationKey: id, wanted: count }).execute();
  const killed = await makeInProcess(app);
  const made = async () => (await admin.call('getTagBatch', { id })).made;
  await expect.poll(made, { interval: 5 }).toBeGreaterThan(0);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  const { rows } = await sql<{ made: number; tags: number }>`
    select made, (select count(*)::int from tags where batch_id = ${id}) as tags from tag_batches
    where id = ${id}`.execute(db);
  const [left = expect.fail('the batch is gone')] = rows;
  expect(left.tags).toBe(left.made);
  expect(left.made).toBeLessThan(count);
  await app.services.events.publish({ kind: 'tag-batch' });
  await expect
    .poll(() => admin.call('getTagBatch', { id }), { timeout: 20_000 })
    .toMatchObject({ state: 'made', made: count, blank: count });
});

test('a batch that is stopped keeps good tags; nobody gets its activation codes while the secret is not that of the database; its tags are printed a thousand at a time', async () => {
  const { app, admin } = await start();
  const { id } = await admin.call('makeTagBatch', { count: 100_000, key: key() });
  await expect.poll(async () => (await admin.call('getTagBatch', { id })).made, { interval: 5 }).toBeGreaterThan(0);
  expect((await admin.get(`/admin/tags/batches/${id}/tags.csv`)).status).toBe(409);
  await admin.call('cancelTagBatch', { id });
  const { made, state } = await admin.call('getTagBatch', { id });
  expect([state, made < 100_000]).toEqual(['stopped', true]);
  await makeBatch(admin, 1);
  expect(await codesOf(app, id)).toHaveLength(made);
  const [, line = ''] = (await admin.read(`/admin/tags/batches/${id}/tags.csv`)).split('\r\n');
  const [code = '', activationCode = '', address] = line.split(',');
  expect(address).toBe(`${app.services.publicUrl.toUpperCase()}/T/${code.toUpperCase()}`);
  await app.visitor().call('checkActivation', { code, activationCode });
  const nextId = await makeBatch(admin, 2);
  const { machine } = app.services;
  onTestFinished(() => {
    machine.secretReplaced = false;
  });
  machine.secretReplaced = true;
  const refused = await admin.get(`/admin/tags/batches/${nextId}/tags.csv`);
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('would not work')]);
  expect((await admin.get(`/admin/tags/batches/${nextId}/tags.pdf`)).status, 'without codes').toBe(200);
  for (const file of ['slip.pdf', 'tags.csv', 'gift-cards.pdf'])
    expect((await admin.get(`/admin/orders/${crypto.randomUUID()}/files/${file}`)).status, file).toBe(409);
  const thirdId = await makeBatch(admin, 1_003);
  const thirdCodes = await codesOf(app, thirdId);
  const file = (name: string) => admin.get(`/admin/tags/batches/${thirdId}/${name}`);
  const pdf = new Uint8Array(await (await file('tags.pdf?sheet=avery-l7163&part=2')).arrayBuffer());
  const read = await scanSpots(pdf, spotsOf(findSheet('avery-l7163')).slice(0, 3));
  const thirdAddress = `${app.services.publicUrl.toUpperCase()}/T/`;
  expect(read.printed).toEqual(thirdCodes.slice(1_000).map((code) => thirdAddress + code.toUpperCase()));
  const pictures = await unzip(await (await file('tags.zip?sheet=brother-62x29&part=2')).blob());
  expect(Object.keys(pictures)).toHaveLength(3);
  expect((await file('tags.pdf?part=3')).status).toBe(400);
  expect((await file('tags.pdf?sheet=none')).status).toBe(400);
  const acts = await admin.call('listAuditEntries', { search: thirdId });
  expect(acts.rows.map(({ act }) => act)).toEqual(['readTagBatchFile', 'readTagBatchFile', 'makeTagBatch']);
});

test('a paid order is packed with a batch of as many unassigned tags, once, and its buyer activates them without codes', async () => {
  const { app, admin } = await start();
  await openShop(app);
  const product = await makeProduct(app, { stock: 9 });
  const buyer = await makeOwner(app, 'Kim');
  const { secret } = await buyer.call('placeOrder', {
    key: key(),
    email: buyer.email,
    address: { country: 'DE', name: 'Kim', line1: 'Weg 1', zip: '10115', city: 'Berlin' },
    lines: [{ productId: product.id, quantity: 2, unitMinor: 490 }],
    totalMinor: 2 * 490 + 390,
  });
  const { number } = (await buyer.call('readOrder', { secret })).order;
  const orders = (await admin.call('listOrders', {})).orders;
  const orderId = orders.find((order) => order.number === number)?.id ?? '';
  const [fitting, large] = [await makeBatch(admin, 2), await makeBatch(admin, 3)];
  const assign = (id: string) => admin.tryCall('assignTagBatch', { id, order: number });
  expect((await assign(fitting)).error?.message).toBe('This order is not waiting to be packed.');
  await admin.call('confirmPayment', { id: orderId, amountMinor: 1_370, key: key() });
  expect((await assign(large)).error?.message).toBe('The order needs 2 tags; the batch has 3.');
  expect((await assign(fitting)).status).toBe(200);
  expect((await assign(fitting)).status).toBe(200);
  await app.mailbox.find(buyer.email, 'packed');
  expect((await admin.call('getTagBatch', { id: fitting })).order).toEqual({ id: orderId, number });
  const [code = ''] = await codesOf(app, fitting);
  await buyer.call('activateTag', { code, key: key(), name: 'Keys', category: 'keys' });
  expect((await admin.call('getTagBatch', { id: fitting })).active).toBe(1);
});

/** A process that makes the tags of batches and does nothing else. */
async function makeInProcess(app: App): Promise<ChildProcess> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.services.db);
  const config = JSON.stringify({ ...inject('database'), database: rows[0]?.name });
  const program = `
    import { connect } from './server/db/connect.ts';
    import { startTagBatchWorker } from './domain/items/make-tags.ts';
    const log = { warn() {}, error() {} };
    startTagBatchWorker({ ...connect(${config}, log), events: { subscribe: () => () => {} }, log });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

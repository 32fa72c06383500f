import { expect, test } from 'vitest';
import { activationCodeOf } from '../domain/items/activation-code.ts';
import { inGroups } from '../domain/items/contract/tag-code.ts';
import { makeStockTags } from '../domain/items/tag-batches.ts';
import type { App } from '../test/app.ts';
import { makeAdministrator, makeItem, makeOwner } from '../test/make.ts';
import { shareApp } from '../test/shared-app.ts';

const key = () => crypto.randomUUID();
const sharedApp = shareApp();

async function start() {
  const app = await sharedApp();
  const [admin, owner] = [await makeAdministrator(app), await makeOwner(app, 'Ada')];
  return { app, admin, owner };
}

async function buyTag({ installation }: App) {
  const { batch } = await makeStockTags(1, installation);
  const tags = installation.db.selectFrom('tags').select('code').where('batchId', '=', batch);
  const { code } = await tags.executeTakeFirstOrThrow();
  return { code, activationCode: activationCodeOf(code, installation.keys) };
}

const pageOf = async (app: App, hash: string) => {
  const response = await app.visitor().get(`/item/${hash}`);
  return { status: response.status, text: await response.text() };
};

test('a frozen tag says that the operator stopped it, also in German and to its owner; another tag of the item goes on, and unfrozen it works again', async () => {
  const { app, admin, owner } = await start();
  const item = await makeItem(owner);
  const other = await buyTag(app);
  await owner.call('activateTagOnItem', { ...other, itemId: item.id });
  const code = item.id;
  expect((await pageOf(app, item.hash)).text).toContain('Blue backpack');
  await admin.call('administerTag', { code, act: 'freeze', reason: 'misused' });
  await admin.call('administerTag', { code, act: 'freeze', reason: 'other' });
  const frozen = await pageOf(app, item.hash);
  expect(frozen.status).toBe(200);
  expect(frozen.text).toContain('The people who run this site have stopped it');
  expect(frozen.text).not.toContain('Blue backpack');
  const german = await app.visitor().get(`/item/${item.hash}?lang=de`);
  expect(await german.text()).toContain('Die Betreiber dieser Seite haben ihn gesperrt');
  expect(await (await owner.get(`/item/${item.hash}`)).text()).toContain('have stopped your tag');
  const report = { key: key(), text: 'Found it.' };
  expect((await app.visitor().tryCall('reportFound', { hash: item.hash, ...report })).error?.details).toMatchObject({
    reason: 'frozen',
  });
  const { hash } = await admin.call('getTag', { tag: other.code });
  await app.visitor().call('reportFound', { hash, ...report });
  const mail = await app.mailbox.find(owner.email, 'was stopped');
  expect(mail.text).toContain(inGroups(code).toUpperCase());
  await admin.call('administerTag', { code, act: 'unfreeze', reason: 'other' });
  expect((await pageOf(app, item.hash)).text).toContain('Blue backpack');
  await app.mailbox.find(owner.email, 'works again');
  const { history } = await admin.call('getTag', { tag: code });
  expect(history).toMatchObject([
    { act: 'unfreezeTag', by: admin.email, reason: 'other' },
    { act: 'freezeTag', by: admin.email, reason: 'misused' },
  ]);
});

test('a tag is found by its code however typed, its hash and its printed address; its page has batch, owner and reports', async () => {
  const { app, admin, owner } = await start();
  const { code, activationCode } = await buyTag(app);
  const { hash } = await owner.call('activateTag', {
    code,
    activationCode,
    key: key(),
    name: 'Keys',
    category: 'keys',
  });
  await app.visitor().call('reportTag', { hash, reason: 'unsafe', text: 'Strange.', key: key() });
  const typed = [code, inGroups(code).toUpperCase(), hash, `HTTPS://OLD.EXAMPLE/T/${code.toUpperCase()}`];
  for (const tag of [...typed, `https://old.example/item/${hash}?lang=de`])
    expect(await admin.call('getTag', { tag })).toMatchObject({
      code,
      status: 'active',
      owner: { uid: owner.uid, email: owner.email },
      item: { id: code, deleted: false },
      reports: [{ reason: 'unsafe', text: 'Strange.' }],
    });
  for (const tag of ['0000000000000000', 'x', 'https://example.com/', '%'])
    expect((await admin.tryCall('getTag', { tag })).status).toBe(404);
});

test('50 who freeze, unfreeze, retire and activate one tag at the same moment leave it retired, with each act written down once', async () => {
  const { app, admin, owner } = await start();
  const { code, activationCode } = await buyTag(app);
  const acts = ['freeze', 'unfreeze', 'retire'] as const;
  const tries = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 5 === 4
        ? owner.tryCall('activateTag', { code, activationCode, key: key(), name: 'Keys', category: 'keys' })
        : admin.tryCall('administerTag', { code, act: acts[n % 3] ?? 'retire', reason: 'other' }),
    ),
  );
  expect(tries.filter(({ status }) => status >= 500)).toEqual([]);
  const tag = await admin.call('getTag', { tag: code });
  expect(tag.status).toBe('retired');
  const done = tag.history.map(({ act }) => act).reverse();
  expect(done.filter((act) => act === 'retireTag')).toHaveLength(1);
  expect(done.at(-1)).toBe('retireTag');
  expect(done.slice(0, -1).every((act, n) => act === (n % 2 === 0 ? 'freezeTag' : 'unfreezeTag'))).toBe(true);
  expect((await pageOf(app, tag.hash)).status).toBe(410);
  expect((await admin.tryCall('administerTag', { code, act: 'freeze', reason: 'other' })).status).toBe(409);
  expect(
    (await owner.tryCall('activateTag', { code, activationCode, key: key(), name: 'Keys', category: 'keys' })).status,
  ).toBe(404);
});

test('a frozen tag cannot be activated until it is unfrozen, and the map of all tags is a file', async () => {
  const { app, admin, owner } = await start();
  const { code, activationCode } = await buyTag(app);
  const asked = { code, activationCode, key: key(), name: 'Keys', category: 'keys' } as const;
  await admin.call('administerTag', { code, act: 'freeze', reason: 'lost' });
  expect((await owner.tryCall('activateTag', asked)).status).toBe(409);
  const list = await (await admin.get('/admin/tags/map/csv')).text();
  expect(list).toContain(`${code},frozen,`);
  await admin.call('administerTag', { code, act: 'unfreeze', reason: 'other' });
  const { hash } = await owner.call('activateTag', asked);
  const map = await (await admin.get('/admin/tags/map/nginx')).text();
  expect(map).toContain(`  /T/${code.toUpperCase()} ${app.installation.publicUrl}/item/${hash};\n`);
  expect((await admin.get('/admin/tags/map/other')).status).toBe(400);
});

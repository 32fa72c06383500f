import { get } from 'node:http';
import { expect, test } from 'vitest';
import { disableAccount, enableAccount } from '../domain/accounts/disable-account.ts';
import { makeStockTags } from '../domain/items/make-tags.ts';
import { activationCodeOf } from '../domain/items/tag-codes.ts';
import { type App, startApp } from '../test/app.ts';
import { makeAdministrator, makeItem, makeOwner, makePicture, makeReceipt, shareItem, signIn } from '../test/make.ts';
import { withItem, withOwner } from '../test/worlds.ts';

test('a picture may be stored by everybody who asks for it each time, and its answer brings no cookie; a picture that is hidden, shown again, replaced or removed is at its old address no more; hidden, its owner alone sees it', async () => {
  const { app, owner } = await withOwner();
  const { pictureId } = await makePicture(owner, await makeItem(owner));
  const path = `/files/${pictureId}/320.webp`;
  const answer = await owner.get(path);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, no-cache',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(answer.headers.getSetCookie()).toEqual([]);
  const head = await app.visitor().fetch(path, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, answer.headers.get('etag'), '']);
  const known = { 'if-none-match': answer.headers.get('etag') ?? '' };
  expect((await app.visitor().fetch(path, { headers: known })).status).toBe(304);
  const [nextOwner, finder] = [await makeOwner(app), app.visitor()];
  const item = await makeItem(nextOwner);
  const status = async (id: string | null, who = finder) => (await who.get(`/files/${id}/320.webp`)).status;
  const first = await makePicture(nextOwner, item);
  expect(await status(first.pictureId)).toBe(200);

  const hidden = await nextOwner.call('showPicture', { itemId: item.id, shown: false });
  expect([await status(first.pictureId), await status(first.pictureId, nextOwner)]).toEqual([404, 404]);
  expect([await status(hidden.pictureId), await status(hidden.pictureId, nextOwner)]).toEqual([404, 200]);
  const own = await nextOwner.get(`/files/${hidden.pictureId}/320.webp`);
  expect(own.headers.get('cache-control')).toBe('private, no-cache');

  const shown = await nextOwner.call('showPicture', { itemId: item.id, shown: true });
  expect([await status(hidden.pictureId, nextOwner), await status(shown.pictureId)]).toEqual([404, 200]);
  const second = await makePicture(nextOwner, item);
  expect([await status(shown.pictureId), await status(second.pictureId)]).toEqual([404, 200]);
  expect(await nextOwner.call('removePicture', { itemId: item.id })).toMatchObject({ pictureId: null });
  expect(await status(second.pictureId)).toBe(404);
});

test('the page of a tag shows the picture while its owner lets finders see it; of an archived item its owner alone sees the picture', async () => {
  const { app, owner, item } = await withItem();
  const page = () => app.visitor().read(`/item/${item.hash}`);
  expect(await page()).not.toContain('/files/');
  const { pictureId } = await makePicture(owner, item);
  const [picture = ''] = /<img[^>]*>/.exec(await page()) ?? [];
  expect(picture).toContain(`src="/files/${pictureId}/320.webp"`);
  for (const attribute of ['width="112"', 'height="112"', 'loading="lazy"', 'decoding="async"', 'fetchPriority="low"'])
    expect(picture).toContain(attribute);
  await owner.call('showPicture', { itemId: item.id, shown: false });
  expect(await page()).not.toContain('/files/');
  const nextOwner = await makeOwner(app);
  const nextItem = await makeItem(nextOwner);
  const { pictureId: nextPictureId } = await makePicture(nextOwner, nextItem);
  await nextOwner.call('archiveItem', { id: nextItem.id });
  const path = `/files/${nextPictureId}/320.webp`;
  expect([(await nextOwner.get(path)).status, (await app.visitor().get(path)).status]).toEqual([200, 404]);
});

async function startWithPicture() {
  const app = await startApp();
  const [owner, member, admin] = [await makeOwner(app), await makeOwner(app, 'Bea'), await makeAdministrator(app)];
  const item = await makeItem(owner);
  await shareItem(owner, member, item);
  const { pictureId } = await makePicture(owner, item);
  const path = `/files/${pictureId}/320.webp`;
  const look = async () => {
    const answers = await Promise.all([owner, member, admin, app.visitor()].map((who) => who.get(path)));
    return answers.map(({ status, headers }) => `${status} ${headers.get('cache-control')?.split(',')[0]}`);
  };
  const tagPage = () => app.visitor().read(`/item/${item.hash}`);
  return { app, owner, admin, item, path, look, tagPage };
}

const [open, own, none] = ['200 public', '200 private', '404 no-store'];

test('the picture of a disabled owner’s item is not public, also where it was stored, and is again when the account is enabled', async () => {
  const { app, owner, path, look, tagPage } = await startWithPicture();
  const { headers } = await app.visitor().get(path);
  expect(await tagPage()).toContain(path);
  await disableAccount(owner.email, app.services);
  expect(await look()).toEqual([none, own, own, none]);
  const stored = { 'if-none-match': headers.get('etag') ?? '' };
  expect((await app.visitor().fetch(path, { headers: stored })).status).toBe(404);
  await expect.poll(tagPage).not.toContain('/files/');
  expect(await tagPage(), 'the owner can be told all the same').toContain('I have it');
  await enableAccount(owner.email, app.services);
  const again = await signIn(app.visitor(), owner.email);
  expect([(await again.get(path)).status, (await look()).slice(1)]).toEqual([200, [open, open, open]]);
  await expect.poll(tagPage).toContain(path);
});

test('the picture of an item none of whose tags is in use is not public; owner, member and administrator see it, and all when a tag is', async () => {
  const { app, owner, admin, item, path, look } = await startWithPicture();
  const stop = (code: string, act: 'freeze' | 'unfreeze' | 'retire') =>
    admin.call('administerTag', { code, act, reason: 'other' });
  await stop(item.id, 'freeze');
  expect(await look()).toEqual([own, own, own, none]);
  await stop(item.id, 'unfreeze');
  expect(await look()).toEqual([open, open, open, open]);
  await stop(item.id, 'retire');
  expect(await look()).toEqual([own, own, own, none]);
  await admin.call('signOutElsewhere', {});
  const unproved = await signIn(app.visitor(), admin.email);
  expect((await unproved.get(path)).status, 'without a second factor').toBe(404);

  const { batch } = await makeStockTags(1, app.services);
  const tags = app.services.db.selectFrom('tags').select('code').where('batchId', '=', batch);
  const { code } = await tags.executeTakeFirstOrThrow();
  const activationCode = activationCodeOf(code, app.services.keys);
  await owner.call('activateTagOnItem', { itemId: item.id, code, activationCode });
  expect(await look(), 'another tag').toEqual([open, open, open, open]);
  await owner.call('showPicture', { itemId: item.id, shown: false });
  expect(await look(), 'of what the owner hides').toEqual([none, none, none, none]);
});

const strange = [
  '/files/',
  '/files/x',
  '/files/x/320.webp',
  '/files/../secret/320.webp',
  '/files/..%2f..%2fsecret/320.webp',
  '/files/%2e%2e/receipt',
  '/files/%2e%2e%2f%2e%2e%2fetc%2fpasswd/1600.webp',
  `/files/${'A'.repeat(22)}/321.webp`,
  `/files/${'A'.repeat(22)}/1600.webp/..`,
  `/files/${'A'.repeat(22)}/..%2f1600.webp`,
  `/files/${'A'.repeat(3_000)}/320.webp`,
  '/files/%00/320.webp',
];

test('a place leads to the page of a map that the operator chose, and what is no place to the home page', async () => {
  const app = await startApp({ mapPage: 'https://maps.example/?lat={latitude}&lon={longitude}#{latitude}' });
  const leadsTo = async (at: string) => (await app.visitor().get(`/map/${at}`)).headers.get('location');
  expect(await leadsTo('52.52/-13.405')).toBe('https://maps.example/?lat=52.52&lon=-13.405#52.52');
  for (const wrong of ['52.52', '91/0', 'x/y', '52.52/13.4/evil', '1e999/0', '52.52/%0d%0aSet-Cookie'])
    expect(await leadsTo(wrong), wrong).toBe('/');
});

/** As every path that is no program's (C-2.08). */
const leaves = /^\/files\/(\.\.|%2e%2e)\//;

test('an address of no file leads nowhere, and one that leaves the folder to the home page', async () => {
  const { app, owner } = await withOwner(startApp());
  await makeReceipt(owner, await makeItem(owner));
  for (const path of strange) expect.soft(await statusOf(app, path), path).toBe(leaves.test(path) ? 302 : 404);
});

/** Without what URL parsers make of dot segments. */
function statusOf({ url }: App, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    get({ hostname, port, path }, (answer) => resolve(answer.resume().statusCode)).on('error', reject);
  });
}

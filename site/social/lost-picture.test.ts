import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { languages } from '../../language/languages.ts';
import type { App } from '../../test/app.ts';
import { drawPicture, makeItem, makeOwner, makePicture, shareItem } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';

const mostBytes = 60;

function page(app: App, { hash }: ItemSummary, language = 'en'): Promise<string> {
  const visitor = app.visitor();
  visitor.language = language;
  return visitor.read(`/item/${hash}`);
}

const ask = (app: App, { hash }: ItemSummary) => app.visitor().get(`/item/${hash}/lost.jpg`);

const statusOf = async (app: App, item: ItemSummary) => (await ask(app, item)).status;

async function pixels(app: App, item: ItemSummary): Promise<{ bytes: Buffer; photo: number[] }> {
  const bytes = Buffer.from(await (await ask(app, item)).arrayBuffer());
  const middle = { left: 880, top: 310, width: 1, height: 1 };
  return { bytes, photo: [...(await sharp(bytes).extract(middle).raw().toBuffer())] };
}

const meta = (html: string, name: string) =>
  new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)?.[1];

test('C-1.07 the page of a lost item has a preview of its own only after its owner published the loss: with picture, name and message, in the owner’s language, at both addresses of the tag, and until the item is back', async () => {
  const { app, owner } = await withOwner();
  const item = await makeItem(owner, { name: 'Mimi', category: 'pet' });
  await makePicture(owner, item, await drawPicture(400, '#f00'));
  await owner.call('markItemLost', { id: item.id, message: 'She is shy.', place: 'Rose Street 4' });
  const unpublished = await page(app, item);
  expect([meta(unpublished, 'image'), meta(unpublished, 'title')]).toEqual([
    `${app.url}/og-image.png`,
    'You found Mimi · Handback',
  ]);
  expect(await statusOf(app, item)).toBe(404);

  owner.language = 'de';
  await owner.call('publishLoss', { id: item.id });
  const picture = `${app.url}/item/${item.hash}/lost.jpg`;
  for (const path of [`/item/${item.hash}`, `/T/${item.id.toUpperCase()}`]) {
    const html = await app.visitor().read(path);
    expect(['image', 'title', 'description'].map((name) => meta(html, name))).toEqual([
      picture,
      'Verloren: Mimi',
      'She is shy.',
    ]);
    expect(html).toContain('<title>You found Mimi · Handback</title>');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  }
  const answer = await ask(app, item);
  expect([
    answer.status,
    ...['content-type', 'cache-control', 'x-robots-tag'].map((name) => answer.headers.get(name)),
  ]).toEqual([200, 'image/jpeg', 'no-store', 'noindex']);
  const { bytes, photo } = await pixels(app, item);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(bytes.length).toBeLessThan(200_000);
  const [red = 0, green = 255] = photo;
  expect([red > 200, green < 60]).toEqual([true, true]);

  await owner.call('markItemReturned', { id: item.id });
  expect(await statusOf(app, item)).toBe(404);
  expect(meta(await page(app, item), 'image')).toBe(`${app.url}/og-image.png`);
  await owner.call('markItemLost', { id: item.id });
  expect(await statusOf(app, item), 'another loss is not published yet').toBe(404);
});

test('the picture of a published loss has nothing that finders do not see, and follows what they see; when the publishing ends, the page is byte for byte what it was', async () => {
  const { app, owner } = await withOwner();
  const item = await makeItem(owner);
  await makePicture(owner, item, await drawPicture(400, '#f00'));
  await owner.call('markItemLost', { id: item.id });
  const before = await page(app, item);
  await owner.call('publishLoss', { id: item.id });
  const withPhoto = await pixels(app, item);
  const say = (text: string, shown: boolean) =>
    owner.call('updateItem', { id: item.id, facts: { reward: { text, shown } } });
  await say('100 euros', false);
  expect((await pixels(app, item)).bytes.equals(withPhoto.bytes)).toBe(true);
  await say('100 euros', true);
  expect((await pixels(app, item)).bytes.equals(withPhoto.bytes)).toBe(false);
  await say('', true);
  await owner.call('showPicture', { itemId: item.id, shown: false });
  const [red = 0, green = 0] = (await pixels(app, item)).photo;
  expect(red - green, 'not the red of the photo').toBeLessThan(60);
  await owner.call('showPicture', { itemId: item.id, shown: true });
  expect(meta(await page(app, item), 'title')).toBe(`Lost: ${item.name}`);
  await owner.call('unpublishLoss', { id: item.id });
  expect(await statusOf(app, item)).toBe(404);
  const withoutPhotoAddress = (html: string) => html.replaceAll(/\/files\/[\w-]+/g, '/files/x');
  expect(withoutPhotoAddress(await page(app, item))).toBe(withoutPhotoAddress(before));
});

test('an archived or deleted item, and one of a disabled account, have no picture; only the owner publishes', async () => {
  const { app, owner } = await withOwner();
  const member = await makeOwner(app);
  const item = await shareItem(owner, member);
  const { id } = item;
  await owner.call('markItemLost', { id });
  for (const stranger of [member, await makeOwner(app)])
    expect(await stranger.tryCall('publishLoss', { id })).toMatchObject({ status: 404 });
  expect(await statusOf(app, item)).toBe(404);
  await owner.call('publishLoss', { id });
  expect(await statusOf(app, item)).toBe(200);
  await owner.call('archiveItem', { id });
  expect(await statusOf(app, item)).toBe(404);
  await owner.call('unarchiveItem', { id });
  expect(await statusOf(app, item)).toBe(200);
  await owner.call('deleteItem', { id });
  expect(await statusOf(app, item)).toBe(404);
  await owner.call('undeleteItem', { id });
  await owner.call('markItemStolen', { id });
  expect(await statusOf(app, item), 'a loss that turns out to be a theft goes on').toBe(200);
  const { db } = app.services;
  const disable = (disabledAt: Date | null) =>
    db.updateTable('users').set({ disabledAt }).where('uid', '=', owner.uid).execute();
  await disable(new Date());
  expect(await statusOf(app, item)).toBe(404);
  await disable(null);
  expect(await statusOf(app, item)).toBe(200);
});

test(`in every language, the preview of a published loss costs the finder’s page at most ${mostBytes} bytes`, async () => {
  const { app, owner } = await withOwner();
  const item = await makeItem(owner, { name: 'Blue keys', category: 'keys' });
  await owner.call('markItemLost', {
    id: item.id,
    place: 'Main station',
    message: 'On a blue ring, with a small torch.',
  });
  const sizes = () =>
    Promise.all(languages.map(async (language) => brotliCompressSync(await page(app, item, language)).length));
  const before = await sizes();
  await owner.call('publishLoss', { id: item.id });
  const after = await sizes();
  const more = after.map((size, n) => size - (before[n] ?? 0));
  expect(Math.max(...more), String(more)).toBeLessThanOrEqual(mostBytes);
});

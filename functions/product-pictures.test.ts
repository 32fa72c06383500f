import { expect, test, vi } from 'vitest';
import { deleteLostFiles } from '../domain/files/delete-lost-files.ts';
import type { Product } from '../domain/shop/contract/product.ts';
import { picturePath, productPath } from '../paths/paths.ts';
import { startApp } from '../test/app.ts';
import { drawPicture, makeAdministrator, storedFolders } from '../test/make.ts';
import { makeProduct, openShop } from '../test/shop.ts';

async function shopWithPictures(count: number) {
  const app = await startApp();
  await openShop(app);
  const { id, slug } = await makeProduct(app, { slug: 'key-ring' });
  const admin = await makeAdministrator(app);
  const add = async () => admin.upload('addProductPicture', { id }, await drawPicture());
  for (let n = 0; n < count; n++) expect((await add()).status).toBe(200);
  const pictures = async () => (await admin.call('getProduct', { id })).pictures;
  const change = (wanted: Product['pictures'], from?: Product['pictures']) =>
    admin.tryCall('changeProduct', { id, pictures: wanted, ...(from && { from: { pictures: from } }) });
  return { app, admin, id, slug, add, pictures, change };
}

test('a product shows its photographs in their order, with what they show and their number; without one it is drawn; its first one is what messengers and search engines show; on the shelf the fifth waits until it is scrolled to', async () => {
  const { app, admin, slug, pictures, change } = await shopWithPictures(2);
  const [first, second] = await pictures();
  if (!first || !second) return expect.fail('there are two pictures');
  const texts = { en: 'On a “key” & ring', de: 'An einem Schlüssel' };
  expect((await change([{ ...second, texts }, first])).status).toBe(200);
  const visitor = app.visitor();
  const shown = async () => {
    const html = await visitor.read(productPath(slug));
    return [...html.matchAll(/<img src="\/files\/([\w-]+)\/1600\.webp"[^>]* alt="([^"]*)"/g)].map(([, id, alt]) => [
      id,
      alt,
    ]);
  };
  expect(await shown()).toEqual([
    [second.id, 'On a “key” &amp; ring'],
    [first.id, ''],
  ]);
  expect(await visitor.read(productPath(slug))).toContain('Open photograph 2 of 2 of Key ring');
  visitor.language = 'de';
  expect((await shown())[0]).toEqual([second.id, 'An einem Schlüssel']);
  const shelf = await visitor.read('/buy');
  expect(shelf).toContain(`src="${picturePath(second.id, 1600)}"`);
  expect(shelf).not.toContain(first.id);
  const page = await visitor.read(productPath(slug));
  const { image } = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? '{}');
  expect(image).toBe(app.url + picturePath(second.id, 1600));
  expect(page).toContain(`property="og:image" content="${image}"`);
  expect(page).not.toContain('og:image:width');
  const file = await visitor.get(picturePath(second.id, 320));
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
  for (const other of ['second', 'third', 'fourth', 'fifth'])
    await admin.upload('addProductPicture', { id: (await makeProduct(app, { slug: other })).id }, await drawPicture());
  const images = (await visitor.read('/buy')).match(/<img src="\/files[^>]*>/g) ?? [];
  expect(images.map((image) => image.includes('loading="lazy"'))).toEqual([false, false, false, false, true]);
  await change([]);
  expect(await shown()).toEqual([]);
  expect((await visitor.get(picturePath(second.id, 320))).status).toBe(404);
});

test('a product has at most six photographs; one that is taken out is deleted; what somebody changed meanwhile is not overwritten, and no foreign picture is taken in', async () => {
  const { app, add, pictures, change } = await shopWithPictures(6);
  const full = await add();
  expect([full.status, await full.text()]).toEqual([400, expect.stringContaining('at most 6 photographs')]);
  const before = await pictures();
  expect(await storedFolders(app)).toEqual(before.map(({ id }) => id).sort());
  expect((await change([...before.slice(1), { id: 'A'.repeat(22), texts: {} }])).status).toBe(200);
  expect(await pictures()).toEqual(before.slice(1));
  expect(await storedFolders(app)).toEqual(
    before
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  );
  expect((await change([], before)).status).toBe(409);
  expect(await pictures()).toHaveLength(5);
});

test('the job that deletes files without a row leaves the photographs of products', async () => {
  const { app, pictures } = await shopWithPictures(1);
  await app.services.files.put(`${'A'.repeat(22)}/1600.webp`, Buffer.from('x'));
  vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
  await deleteLostFiles(app.services);
  vi.useRealTimers();
  expect(await storedFolders(app)).toEqual((await pictures()).map(({ id }) => id));
});

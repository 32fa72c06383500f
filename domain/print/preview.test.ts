import sharp from 'sharp';
import { expect, test } from 'vitest';
import { posterPreviewPath, printPreviewPath } from '../../paths/paths.ts';
import { spotsOf } from '../../test/label-spots.ts';
import { drawPicture, makeItem, makeOwner, makePicture, type Person } from '../../test/make.ts';
import { rasterise, scanPictures } from '../../test/scanned-codes.ts';
import { shareApp } from '../../test/shared-app.ts';
import { withOwner } from '../../test/worlds.ts';
import { findSheet } from './contract/sheets.ts';
import { svgToPng } from './svg-to-png.ts';

const sharedApp = shareApp({ publicUrl: 'https://tags.example.com' });
const addressOf = (code: string) => `HTTPS://TAGS.EXAMPLE.COM/T/${code.toUpperCase()}`;
const dotsPerMm = 300 / 25.4;

test('a print is shown as its PDF has it: text in every script, copies, the first free place, a moved print; of pictures the first label', async () => {
  const owner = await makeOwner(await sharedApp());
  const names = ['Blue bag', 'حقيبة سوداء', 'תיק (כחול)', 'नीला बैग', '蓝色背包', '👨‍👩‍👧'];
  const items = [];
  for (const name of names) items.push((await makeItem(owner, { name, note: 'It has my passport in it.' })).id);
  for (const order of [
    { sheet: 'plain-30-a4', items: 'all', texts: 'note', copies: 3 },
    { sheet: 'avery-l7160', items, texts: 'note', start: 4, copies: 4, offsetX: 3, offsetY: -2, pitchX: 0.1 },
    { sheet: 'luggage-label-a4', items, texts: 'name' },
  ]) {
    const shown = await darkness(await pngOf(await preview(owner, order)));
    const printed = await owner.postJson('/items/print', { data: order });
    const page = await darkness(await rasterise(new Uint8Array(await printed.arrayBuffer())));
    const differing = shown.filter((value, n) => Math.abs(value - (page[n] ?? 0)) > 60).length;
    expect.soft(differing / shown.length, order.sheet).toBeLessThan(0.01);
    expect(page.some((value) => value < 200)).toBe(true);
  }
  const page = sharp(await pngOf(await preview(owner, { sheet: 'avery-l7160', items, start: 20, copies: 2 })));
  const cut = spotsOf(findSheet('avery-l7160')).map(({ x, y, width, height }) => ({
    left: Math.floor(x * dotsPerMm),
    top: Math.floor(y * dotsPerMm),
    width: Math.floor(width * dotsPerMm),
    height: Math.floor(height * dotsPerMm),
  }));
  const labels = await Promise.all(cut.map((label) => page.clone().extract(label).png().toBuffer()));
  expect(await scanPictures(labels)).toEqual([...Array(19).fill(''), ...Array(2).fill(addressOf(items[0] ?? ''))]);

  const label = await preview(owner, { sheet: 'brother-62x29', items, format: 'png', texts: 'name' });
  expect(label).toMatch(/^<svg [^>]*width="62mm" height="29mm"/);
  expect(await scanPictures([await pngOf(label)])).toEqual([addressOf(items[0] ?? '')]);
}, 60_000);

test('a browser that has the picture keeps it until a name changes; what cannot be printed has no picture, and pictures that were drawn too often are refused until later', async () => {
  const { app, owner } = await withOwner(sharedApp());
  const { id } = await makeItem(owner, { name: 'Blue bag' });
  const path = printPreviewPath({ sheet: 'plain-30-a4', items: [id], texts: 'name' });
  const first = await owner.get(path);
  const etag = first.headers.get('etag') ?? '';
  expect([first.status, first.headers.get('cache-control'), first.headers.get('content-type')]).toEqual([
    200,
    'private, no-cache',
    'image/svg+xml',
  ]);
  const again = () => owner.fetch(path, { headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  await owner.call('updateItem', { id, name: 'Red bag' });
  expect((await again()).status).toBe(200);
  for (const order of [{ sheet: 'papyrus', items: [id] }, { sheet: 'plain-30-a4', items: [] }, 7, {}])
    expect((await owner.get(printPreviewPath(order as object))).status, JSON.stringify(order)).toBe(400);
  expect((await app.visitor().get(path)).status).toBe(401);

  const { limits } = app.services;
  await Promise.all(Array.from({ length: 300 }, () => limits.take('print-preview', owner.uid)));
  const refused = await owner.get(printPreviewPath({ sheet: 'plain-40-a4', items: [id] }));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(
    (await owner.get(printPreviewPath({ sheet: 'plain-30-a4', items: [id], texts: 'name' }))).status,
    'drawn before',
  ).toBe(200);
});

test('a poster is shown as its PDF has it, with its picture, on both papers, and changes with its words; of an item that is somebody else’s there is none', async () => {
  const { app, owner } = await withOwner(sharedApp());
  const { id } = await makeItem(owner, { name: 'حقيبة سوداء' });
  await makePicture(owner, { id }, await drawPicture(400, '#223344'));
  await owner.call('markItemLost', { id, place: 'Rose Street 4', message: 'Left in tram 11.' });
  for (const order of [
    { item: id, reward: 'Twenty euros and a cake' },
    { item: id, paper: 'letter', picture: false },
  ]) {
    const shown = await darkness(await pngOf(await preview(owner, order, posterPreviewPath)));
    const printed = await owner.postJson('/items/poster', { data: order });
    const page = await darkness(await rasterise(new Uint8Array(await printed.arrayBuffer())));
    const differing = shown.filter((value, n) => Math.abs(value - (page[n] ?? 0)) > 60).length;
    expect.soft(differing / shown.length, JSON.stringify(order)).toBeLessThan(0.002);
    expect(page.filter((value) => value < 100).length).toBeGreaterThan(10_000);
  }
  const words = (text: string) => preview(owner, { item: id, words: text }, posterPreviewPath);
  expect(await words('In the bus.')).not.toBe(await words('In the tram.'));
  expect((await (await makeOwner(app)).get(posterPreviewPath({ item: id }))).status).toBe(404);
}, 60_000);

async function preview(owner: Person, order: object, pathOf = printPreviewPath): Promise<string> {
  const answer = await owner.get(pathOf(order));
  expect(answer.status).toBe(200);
  return answer.text();
}

/** At the size of the paper. */
function pngOf(svg: string): Promise<Uint8Array> {
  const inDots = (mm: string) => `"${Math.round(Number(mm) * dotsPerMm)}"`;
  return svgToPng(
    svg.replace(
      /(?<=^<svg [^>]*)"([\d.]+)mm" height="([\d.]+)mm"/,
      (_, width, height) => `${inDots(width)} height=${inDots(height)}`,
    ),
  );
}

/** Blurred, so that a difference of less than a dot counts little. */
async function darkness(picture: Uint8Array): Promise<Uint8Array> {
  return sharp(picture).resize(1240, 1754, { fit: 'fill' }).grayscale().blur(1.5).raw().toBuffer();
}

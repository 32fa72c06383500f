import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPicture, makeItem, makeOwner, makePicture, type Person } from '../../test/make.ts';
import { boxOf, textOf } from '../../test/pdf-text.ts';
import { rasterise, type Spot, scanPicture, scanSpots } from '../../test/scanned-codes.ts';
import { shareApp } from '../../test/shared-app.ts';
import { unzip } from '../../test/unzip.ts';
import { withOwner } from '../../test/worlds.ts';
import { codeSizes } from '../items/contract/qr-code.ts';
import { posterPapers } from './contract/schema.ts';

const publicUrl = 'https://tags.example.com';
const sharedApp = shareApp({ publicUrl });
const addressOf = (code: string) => `HTTPS://TAGS.EXAMPLE.COM/T/${code.toUpperCase()}`;

async function poster(owner: Person, order: object): Promise<Uint8Array> {
  const answer = await owner.postJson('/items/poster', { data: order });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

const posters = Object.entries(posterPapers).flatMap(([paper, page]) => [
  { paper, page, with: 'with', picture: true },
  { paper, page, with: 'without', picture: false },
]);

test.each(posters)(
  'on a poster of $paper, $with the item’s picture, the large code and that of every strip are read',
  async ({ paper, page, picture }) => {
    const { owner } = await withOwner(sharedApp());
    const { id } = await makeItem(owner, { name: 'Red umbrella' });
    await makePicture(owner, { id }, await drawPicture(400, '#f00'));
    const pdf = await poster(owner, {
      item: id,
      paper,
      picture,
      words: 'Left in tram 11.\nIt has a wooden handle.',
      reward: '20 euros',
    });
    const strip = page.width / 8;
    const spots: Spot[] = [
      { x: 12, y: page.height - 116, width: 50, height: 50 },
      ...Array.from({ length: 8 }, (_, n) => ({ x: n * strip, y: page.height - 62, width: strip, height: strip })),
    ];
    const read = await scanSpots(pdf, spots);
    for (const [view, codes] of Object.entries(read)) expect.soft(codes, view).toEqual(Array(9).fill(addressOf(id)));
    const text = await textOf(pdf);
    for (const words of ['LOST', 'Red umbrella', 'Left in tram 11.', 'Reward: 20 euros', 'tags.example.com'])
      expect(text).toContain(words);
    expect(Buffer.from(pdf).includes('/Subtype /Image')).toBe(picture);
    const [red = 0, green = 0] = await colourAt(pdf, { x: page.width / 2, y: 70 });
    if (picture) expect([red > 200, green < 100]).toEqual([true, true]);
  },
);

test('a poster carries place, time and message of the loss, and reward and picture that finders see, without being told; words typed for it go before, and of an item that is back nothing is told', async () => {
  const { owner } = await withOwner(sharedApp());
  const { id } = await makeItem(owner, { name: 'Mimi', category: 'pet' });
  await makePicture(owner, { id }, await drawPicture(400, '#f00'));
  const loss = { place: 'Rose Street 4', message: 'She is shy.', lastSeen: '2026-11-03T18:40' };
  await owner.call('markItemLost', { id, ...loss });
  await owner.call('updateItem', { id, facts: { reward: { text: '50 euros', shown: true } } });
  const pdf = await poster(owner, { item: id });
  const text = await textOf(pdf);
  for (const words of ['Last seen: Rose Street 4 · Nov 3, 2026', 'She is shy.', 'Reward: 50 euros'])
    expect(text).toContain(words);
  const [red = 0, green = 255] = await colourAt(pdf, { x: 105, y: 70 });
  expect([red > 200, green < 100]).toEqual([true, true]);

  const other = await textOf(await poster(owner, { item: id, words: 'A grey cat.', place: '', reward: '' }));
  expect(other).toContain('A grey cat.');
  for (const words of ['She is shy.', 'Rose Street', 'Reward']) expect(other).not.toContain(words);
  await owner.call('updateItem', { id, facts: { reward: { text: '50 euros', shown: false } } });
  await owner.call('markItemReturned', { id });
  const back = await textOf(await poster(owner, { item: id }));
  for (const words of ['Last seen', 'She is shy.', 'Reward']) expect(back).not.toContain(words);
});

test('on a poster a reward in Arabic keeps its direction, no full stop stands alone, a hidden picture stands only where it is asked for, and in German no line runs over the edge', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id } = await makeItem(owner, { name: 'حقيبة (2)' });
  const pdf = await poster(owner, { item: id, paper: 'a4', picture: false, reward: 'مكافأة 50 €' });
  const [reward, amount, euro] = [await boxOf(pdf, 'Reward:'), await boxOf(pdf, '50'), await boxOf(pdf, '€')];
  expect([reward.x < euro.x, euro.x < amount.x]).toEqual([true, true]);
  const name = 'Grandfather’s very old brown leather bag with brass buckles and a long strap';
  const { id: nextId } = await makeItem(owner, { name });
  const text = await textOf(await poster(owner, { item: nextId, words: `${'wide'.repeat(8)}. `.repeat(6) }));
  expect(text).toContain('no account.');
  expect(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /^\p{P}/u.test(line)),
  ).toEqual([]);
  expect(text).toContain('long…');
  const { id: thirdId } = await makeItem(owner);
  const imagesIn = async (order: object) =>
    Buffer.from(await poster(owner, { item: thirdId, ...order })).includes('/Subtype /Image');
  expect(await imagesIn({ picture: true })).toBe(false);
  await makePicture(owner, { id: thirdId });
  await owner.call('showPicture', { itemId: thirdId, shown: false });
  expect(await imagesIn({})).toBe(false);
  expect(await imagesIn({ picture: true })).toBe(true);
  const { id: fourthId } = await makeItem(owner, { name: 'Roter Schirm' });
  await owner.call('updateUserProfile', { language: 'de' });
  const fourthPdf = await poster(owner, { item: fourthId, paper: 'a4', picture: false });
  expect(await textOf(fourthPdf)).toContain('VERLOREN');
  const { height } = posterPapers.a4;
  const area = {
    left: 0,
    top: 0,
    width: Math.round((10 / 25.4) * 300),
    height: Math.round(((height - 63) / 25.4) * 300),
  };
  const edge = await sharp(await rasterise(fourthPdf))
    .removeAlpha()
    .extract(area)
    .raw()
    .toBuffer();
  expect(
    edge.every((value) => value === 255),
    'the edge is white',
  ).toBe(true);
});

/** Of a point in millimetres from the page's corner. */
async function colourAt(pdf: Uint8Array, { x, y }: { x: number; y: number }): Promise<number[]> {
  const [left, top] = [Math.round((x / 25.4) * 300), Math.round((y / 25.4) * 300)];
  const point = sharp(await rasterise(pdf)).extract({ left, top, width: 1, height: 1 });
  return [...(await point.removeAlpha().raw().toBuffer())];
}

test('on a poster without a picture no word of the name is cut in two', async () => {
  const { owner } = await withOwner(sharedApp());
  const { id } = await makeItem(owner, { name: 'Grandmother’s camera' });
  expect(await textOf(await poster(owner, { item: id }))).toContain('Grandmother’s');
});

test('words that are too many for their size are set smaller, and no code is lost; a poster of somebody else’s item, or with too many words, is refused', async () => {
  const { app, owner } = await withOwner(sharedApp());
  const { id } = await makeItem(owner, { name: 'W'.repeat(80) });
  const pdf = await poster(owner, { item: id, words: 'W W '.repeat(75), reward: 'W'.repeat(80) });
  const { printed } = await scanSpots(pdf, [{ x: 12, y: 181, width: 50, height: 50 }]);
  expect(printed).toEqual([addressOf(id)]);
  const { id: nextId } = await makeItem(await makeOwner(app, 'Bob'));
  for (const [order, words] of [
    [{ item: nextId }, 'There is no such item in your list.'],
    [{ item: (await makeItem(owner)).id, words: 'x'.repeat(301) }, 'Keep the words to at most 300 characters.'],
  ] as const) {
    const refused = await owner.postJson('/items/poster', { data: order });
    expect(await refused.json()).toMatchObject({ error: { message: words } });
  }
});

test('a tag’s code is a picture of each size, dense enough for print, as PNG and as SVG; those of items are packed as SVG, named by item, without those of others', async () => {
  const app = await sharedApp();
  const { id, hash } = await makeItem(await makeOwner(app));
  for (const size of codeSizes) {
    for (const format of ['png', 'svg']) {
      const answer = await app.visitor().get(`/item/${hash}/qr.${format}?mm=${size}`);
      const { text, width, density } = await scanPicture(new Uint8Array(await answer.arrayBuffer()));
      expect.soft(text, `${size} mm ${format}`).toBe(addressOf(id));
      if (format === 'png') {
        expect(density).toBeGreaterThanOrEqual(300);
        expect.soft((width / density) * 25.4).toBeCloseTo(size, 0);
      }
    }
    const svg = await app.visitor().read(`/item/${hash}/qr.svg?mm=${size}`);
    expect(svg).toContain(`width="${size}mm"`);
  }
  const owner = await makeOwner(app);
  const bag = await makeItem(owner, { name: '../Bag: blue/"red"' });
  const keys = await makeItem(owner, { name: 'Keys' });
  const pack = (items: unknown) => owner.postJson('/items/codes', { data: { items } });
  const files = await unzip(await (await pack([bag.id])).blob());
  expect(Object.keys(files)).toEqual([`Bag blue red ${bag.id}.svg`]);
  const { text } = await scanPicture(new TextEncoder().encode(Object.values(files)[0]));
  expect(text).toBe(addressOf(bag.id));
  await owner.call('archiveItem', { id: keys.id });
  expect(Object.keys(await unzip(await (await pack('all')).blob()))).toHaveLength(1);
  const { id: nextId } = await makeItem(await makeOwner(app, 'Bob'));
  expect(await (await pack([bag.id, nextId])).json()).toMatchObject({ error: { status: 'NOT_FOUND' } });
  expect(await (await pack([])).json()).toMatchObject({ error: { message: 'Choose at least one item.' } });
});

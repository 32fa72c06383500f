import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeItem, makeLabelTemplate, makeOwner, type Person } from '../../test/make.ts';
import { rasterise, scanPictures } from '../../test/scanned-codes.ts';
import { shareApp } from '../../test/shared-app.ts';
import { unzip, unzipBytes } from '../../test/unzip.ts';
import { svgToPng } from './svg-to-png.ts';

const publicUrl = 'https://tags.example.com';
const sharedApp = shareApp({ publicUrl });
const addressOf = (code: string) => `HTTPS://TAGS.EXAMPLE.COM/T/${code.toUpperCase()}`;

test('one tag is one PNG at its true size, several are a zip of them or of SVGs that need no fonts; their codes are read, and every name makes a file name that every file system takes', async () => {
  const owner = await makeOwner(await sharedApp());
  const [bag, umbrella] = [
    await makeItem(owner, { name: 'Blue bag 🎒' }),
    await makeItem(owner, { name: 'حقيبة blue' }),
  ];
  await makeItem(owner, { name: 'Keys' });
  const answer = await printed(owner, {
    ...{ sheet: 'avery-l7163', format: 'svg', items: { search: 'BLUE' }, texts: 'name' },
  });
  const files = await unzip(await answer.blob());
  expect(Object.keys(files)).toEqual([`حقيبة blue ${umbrella.id}.svg`, `Blue bag 🎒 ${bag.id}.svg`]);
  for (const svg of Object.values(files)) {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="99\.06mm" height="38\.1mm"/);
    expect(svg).not.toMatch(/<(text|image|use|style|script)|href|font/);
  }
  const drawn = Object.values(files).map((svg) => svgToPng(svg));
  expect(await scanPictures(await Promise.all(drawn))).toEqual([addressOf(umbrella.id), addressOf(bag.id)]);
  const refused = await owner.postJson('/items/print', {
    data: { sheet: 'avery-l7163', format: 'svg', items: { search: 'piano' } },
  });
  expect(await refused.json()).toMatchObject({ error: { message: 'Choose at least one item.' } });
  const { id } = await makeItem(owner, { name: 'Grüße: 蓝色背包' });
  for (const [sheet, width, height] of [
    ['brother-62x29', 732, 343],
    ['key-ring-strip-a4', 260, 874],
    ['zebra-2x1in', 600, 300],
  ] as const) {
    const answer = await printed(owner, { sheet, format: 'png', items: [id], texts: 'name' });
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(nameIn(answer)).toBe(`Grüße 蓝色背包 ${id}.png`);
    const png = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(png).metadata()).toMatchObject({ width, height, density: 300 });
    expect(await scanPictures([png]), sheet).toEqual([addressOf(id)]);
    expect(png.readUInt32BE(png.indexOf('pHYs') + 4)).toBe(11811);
  }
  const { id: sheet } = await makeLabelTemplate(owner, {
    ...{ pageWidth: 50.8, pageHeight: 30, columns: 1, rows: 1, labelWidth: 50.8, labelHeight: 30 },
    ...{ leftMargin: 0, topMargin: 0, pitchX: 50.8, pitchY: 30 },
  });
  const items = [await makeItem(owner, { name: 'Keys' }), await makeItem(owner, { name: 'Keys' })];
  const thirdAnswer = await printed(owner, { sheet, format: 'png', items: items.map(({ id }) => id), texts: 'name' });
  expect(thirdAnswer.headers.get('content-type')).toBe('application/zip');
  const thirdFiles = await unzipBytes(await thirdAnswer.blob());
  expect(Object.keys(thirdFiles)).toEqual(items.map(({ id }) => `Keys ${id}.png`));
  expect(await scanPictures(Object.values(thirdFiles))).toEqual(items.map(({ id }) => addressOf(id)));
  for (const png of Object.values(thirdFiles))
    expect(await sharp(png).metadata()).toMatchObject({ width: 600, height: 354, density: 300 });
  const names = [
    'a/b\\c:d*e?f"g<h>i|j',
    '..',
    ' .hidden',
    ' - -rf',
    'NUL',
    '\u202egnp.exe',
    'x'.repeat(80),
    '蓝'.repeat(80),
  ];
  const fourthItems = [];
  for (const name of names) fourthItems.push(await makeItem(owner, { name }));
  const order = { sheet: 'avery-l7160', format: 'svg', items: fourthItems.map(({ id }) => id) };
  const fourthFiles = Object.keys(await unzip(await (await printed(owner, { ...order, texts: 'name' })).blob()));
  expect(fourthFiles).toHaveLength(names.length);
  for (const file of fourthFiles) {
    expect.soft(file).toMatch(/^[^<>:"/\\|?*\p{Cc}\u202e]+ [\da-z]{16}\.svg$/u);
    expect.soft(file).not.toMatch(/^[. -]/);
    expect.soft(Buffer.byteLength(file)).toBeLessThan(160);
  }
  expect(fourthFiles[1]).toBe(`tag ${fourthItems[1]?.id}.svg`);
});

test('the outlines of a label are those of its PDF, in every script', async () => {
  const owner = await makeOwner(await sharedApp());
  for (const name of ['Blue bag', 'حقيبة سوداء', 'תיק (כחול)', 'नीला बैग', '蓝色背包', '👨‍👩‍👧']) {
    const { id } = await makeItem(owner, { name });
    const order = { sheet: 'brother-62x29', items: [id], texts: 'name' };
    const [png, pdf] = [await printed(owner, { ...order, format: 'png' }), await printed(owner, order)];
    const [drawn, page] = [
      await darkness(Buffer.from(await png.arrayBuffer())),
      await darkness(await rasterise(Buffer.from(await pdf.arrayBuffer()))),
    ];
    const differing = drawn.filter((value, n) => Math.abs(value - (page[n] ?? 0)) > 60).length;
    expect.soft(differing / drawn.length, name).toBeLessThan(0.01);
  }
});

test('names that do not stand whole on the label are told: for want of room, or of letters; a label without room for host and code in letters is told', async () => {
  const owner = await makeOwner(await sharedApp());
  const long = 'A suitcase with wheels, of which one is broken, and which I bought in Innsbruck';
  const names = ['Blue bag', '🎒 蓝色 حقيبة', long, 'Keys 𓀀𓂀'];
  for (const name of names) await makeItem(owner, { name });
  const order = { sheet: 'plain-30-a4', items: 'all', texts: 'name' } as const;
  const letters = 'host-and-code';
  expect(await owner.call('checkPrintedNames', order)).toEqual({ noRoom: [long], noLetters: ['Keys 𓀀𓂀'], letters });
  expect(await owner.call('checkPrintedNames', { ...order, texts: 'code' })).toEqual({
    noRoom: [],
    noLetters: [],
    letters,
  });
  const nextOwner = await makeOwner(owner.app);
  await makeItem(nextOwner);
  const onLabel = async (width: number, height: number) => {
    const template = await makeLabelTemplate(nextOwner, { name: `${width}`, labelWidth: width, labelHeight: height });
    const order = { sheet: template.id, items: 'all', texts: 'code' } as const;
    return (await nextOwner.call('checkPrintedNames', order)).letters;
  };
  expect([await onLabel(60, 30), await onLabel(18, 18), await onLabel(16, 16)]).toEqual([
    'host-and-code',
    'code',
    'none',
  ]);
});

async function printed(owner: Person, order: object): Promise<Response> {
  const answer = await owner.postJson('/items/print', { data: order });
  expect(answer.status).toBe(200);
  return answer;
}

function nameIn(answer: Response): string {
  const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  return decodeURIComponent(name);
}

/** Blurred, so that a difference of less than a dot counts little. */
async function darkness(picture: Uint8Array): Promise<Uint8Array> {
  return sharp(picture).resize(366, 171, { fit: 'fill' }).grayscale().blur(1.5).raw().toBuffer();
}

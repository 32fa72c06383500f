import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPicture, makeItem, makePicture, pdf } from '../make.ts';
import { expectAccessible } from './accessible.ts';
import { holdBack, openWindow, phone } from './browser.ts';
import { cutOff, readDevice, timesRead, writeAsFinder } from './offline-device.ts';
import { openThread, ownerWithTag, pressAndConfirm, signedUp, signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';

type Point = [red: number, green: number, blue: number];

/** Red on the left, blue on the right. */
async function photograph(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#f00' } })
    .composite([{ input: { create: { width: 450, height: 600, channels: 3, background: '#00f' } }, left: 450, top: 0 }])
    .jpeg()
    .toBuffer();
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

async function choose(page: Page, button = 'Choose a picture'): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(await photograph());
}

const usePart = (page: Page) => page.getByRole('button', { name: 'Use this part' }).click();

async function colourAt(bytes: ArrayBuffer, left: number): Promise<Point> {
  const point = sharp(Buffer.from(bytes)).extract({ left, top: 100, width: 1, height: 1 });
  return [...(await point.raw().toBuffer())] as Point;
}

test('an owner adds an item with a picture, whose part is chosen by keys, and a finder sees it; the part is chosen by mouse too; the picture is replaced, hidden, and removed; a receipt is added, downloaded as it was, and removed; what is no receipt is refused in words', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone }, /status of 400/);
  const owner = await signUp(product, page);
  await page.goto('/items/new');
  await page.getByLabel('Name').fill('Blue backpack');
  await page.getByText('Bag or backpack').click();
  await choose(page);
  await page.getByRole('application', { name: 'Part of the picture that is used' }).focus();
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowRight');
  for (let n = 0; n < 3; n++) await page.keyboard.press('+');
  for (let n = 0; n < 20; n++) await page.keyboard.press('ArrowRight');
  await expectAccessible(page);
  await usePart(page);
  await page.getByText('Saved together with the item.').waitFor();
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await page.waitForURL('**/item/*');
  const path = new URL(page.url()).pathname;
  const [address = ''] = /\/files\/[^"]+320\.webp/.exec(await (await product.visitor().get(path)).text()) ?? [];
  const picture = await (await product.visitor().get(address)).arrayBuffer();
  for (const left of [10, 300]) {
    const [red, , blue] = await colourAt(picture, left);
    expect(red).toBeGreaterThan(blue + 100);
  }

  await page.goto('/items');
  const card = page.getByRole('listitem').filter({ hasText: 'Blue backpack' }).locator('img');
  await expect.poll(() => card.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  const [{ id = '' } = {}] = (await owner.call('listItems', {})).items;
  const item = () => owner.call('getItem', { id });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`/items/${id}/edit`);
  await choose(page, 'Choose another');
  const area = page.getByRole('application');
  const box = await area.boundingBox();
  const { x = 0, y = 0 } = box ?? {};
  await page.mouse.move(x + 200, y + 100);
  await page.mouse.down();
  await page.mouse.move(x - 400, y + 100, { steps: 5 });
  await page.mouse.up();
  const before = (await item()).pictureId;
  await usePart(page);
  await expect.poll(async () => (await item()).pictureId).not.toBe(before);
  const { pictureId } = await item();
  const bytes = await (await owner.get(`/files/${pictureId}/320.webp`)).arrayBuffer();
  const [red, , blue] = await colourAt(bytes, 300);
  expect(blue).toBeGreaterThan(red + 100);

  await page.getByLabel('Finders see the picture').uncheck();
  await expect.poll(async () => (await item()).pictureShown).toBe(false);
  await expect.poll(() => page.getByAltText('Picture of Blue backpack').getAttribute('src')).not.toContain(pictureId);
  await pressAndConfirm(page, 'Remove picture');
  await page.getByAltText('Picture of Blue backpack').waitFor({ state: 'detached' });
  await expect.poll(async () => (await item()).pictureId).toBeNull();

  await page.goto(`/items/${id}/documents`);
  await chooseReceipt(page, 'Bill.pdf', Buffer.from(pdf));
  const link = page.getByRole('link', { name: /^Bill \(PDF/ });
  const download = page.waitForEvent('download');
  await link.click();
  expect((await download).suggestedFilename()).toBe('Bill.pdf');
  await chooseReceipt(page, 'Bill.pdf', Buffer.from('no PDF at all'));
  await page.getByText('This is no picture that we can read.').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await link.waitFor({ state: 'detached' });
});

test('C-1.08 without network a picture and receipts wait on the device, marked, each receipt by its name, and are sent once when it returns; those that a hanging network holds up outlive their tab; what is stopped is not sent, and leaves what waited before', async () => {
  const { page, owner } = await signedUp({}, cutOff, /status of 400/);
  const item = await makeItem(owner);
  const waits = page.getByText('Waiting on this device for the network.');
  const pictureId = async () => (await owner.call('getItem', { id: item.id })).pictureId;
  const receipts = async () => (await owner.call('listReceipts', { itemId: item.id })).receipts.map(({ name }) => name);
  await page.goto(`/items/${item.id}/edit`);
  await page.getByRole('button', { name: 'Choose a picture' }).waitFor();
  await page.context().setOffline(true);
  await choose(page);
  await usePart(page);
  await waits.waitFor();
  await page.getByRole('img', { name: 'Picture of Blue backpack' }).waitFor();
  expect(await readDevice(page)).toContain('"call":"setPicture"');
  await page.context().setOffline(false);
  await waits.waitFor({ state: 'detached' });
  await expect.poll(pictureId).not.toBeNull();
  await expect.poll(() => readDevice(page)).not.toContain('"call":"setPicture"');

  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('button', { name: 'Add a receipt' }).waitFor();
  await page.context().setOffline(true);
  for (const name of ['Bill.pdf', 'Guarantee.pdf', 'Letter.pdf']) {
    const content = name === 'Letter.pdf' ? Buffer.from('no PDF at all') : Buffer.from(pdf);
    await chooseReceipt(page, name, content);
    await page.getByText(`“${name}” waits on this device for the network.`).waitFor();
  }
  expect(await readDevice(page)).toContain('"call":"addReceipt"');
  await page.context().setOffline(false);
  await page.getByRole('link', { name: /^Bill \(PDF/ }).waitFor();
  await page.getByRole('link', { name: /^Guarantee \(PDF/ }).waitFor();
  await page.getByText('“Letter.pdf” was not saved: The service could not read the file').waitFor();
  await page.goto('/items');
  await page.getByText('Not saved: Blue backpack').waitFor();
  await pressAndConfirm(page, 'Discard');
  await expect.poll(() => readDevice(page)).not.toContain('"call":"addReceipt"');
  expect(await receipts()).toEqual(['Guarantee', 'Bill']);

  await page.goto(`/items/${item.id}/edit`);
  const earlier = await pictureId();
  await page.route('**/setPicture?*', (route) => route.abort('internetdisconnected'));
  await choose(page, 'Choose another');
  await usePart(page);
  await waits.waitFor();
  const kept = async () => JSON.stringify((await readDevice(page)).match(/"input":{[^}]+}/g));
  await expect.poll(kept).not.toBe('null');
  const before = await kept();
  await page.unroute('**/setPicture?*');
  await page.route(/setPicture|addReceipt/, () => {});
  await choose(page, 'Choose another');
  await usePart(page);
  await page.getByRole('progressbar').waitFor();
  await waits.waitFor({ state: 'detached' });
  await expect.poll(kept).not.toBe(before);
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await waits.waitFor();
  await expect.poll(kept).toBe(before);

  await page.getByRole('link', { name: 'Documents' }).click();
  await chooseReceipt(page, 'Warranty.pdf', Buffer.from(pdf));
  await page.getByRole('progressbar').waitFor();
  expect(await page.getByText('“Warranty.pdf” waits').count()).toBe(0);
  const next = await page.context().newPage();
  await next.goto(`/items/${item.id}/documents`);
  await next.getByText('“Warranty.pdf” waits').waitFor();
  await page.close();
  await next.reload();
  await expect.poll(pictureId).not.toBe(earlier);
  await expect.poll(receipts).toEqual(['Warranty', 'Guarantee', 'Bill']);
});

test('C-1.08 a file that the network never carries in time holds up neither an answer to a finder nor another file', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, {}, cutOff);
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout');
    // Nobody waits for five minutes.
    const set = function (this: XMLHttpRequest) {
      own?.set?.call(this, 1_000);
    };
    Object.defineProperty(XMLHttpRequest.prototype, 'timeout', { ...own, set });
  });
  const { owner, person, id, path } = await ownerWithTag(product, page);
  const finder = product.visitor();
  const link = await writeAsFinder(finder, path, 'It lies at the lake.');
  const second = await makeItem(person);
  await owner.route(/addReceipt/, (route) => route.abort('internetdisconnected'));
  for (const [item, name] of [
    [id, 'Bill.pdf'],
    [second.id, 'Guarantee.pdf'],
  ] as const) {
    await owner.goto(`/items/${item}/documents`);
    await chooseReceipt(owner, name, Buffer.from(pdf));
    await owner.getByText(`“${name}” waits on this device for the network.`).waitFor();
  }
  // In this order no try comes through in between.
  await owner.route(/addReceipt.*Bill/, () => {});
  await owner.unroute(/addReceipt/);
  await openThread(owner, /at the lake/);
  await owner.getByLabel('Your answer').fill('I come at noon');
  await owner.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => timesRead(finder, link, 'I come at noon'), { timeout: 20_000 }).toBe(1);
  const receiptsOf = async (itemId: string) => (await person.call('listReceipts', { itemId })).receipts.length;
  await expect.poll(() => receiptsOf(second.id), { timeout: 20_000 }).toBe(1);
  expect(await receiptsOf(id)).toBe(0);
  expect(await readDevice(owner)).toContain('Bill.pdf');
});

async function chooseReceipt(page: Page, name: string, content: Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a receipt' }).click();
  await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer: content });
}

test('a finder can answer before the picture has come, and nothing moves when it comes', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  const item = await makeItem(owner);
  await makePicture(owner, item, await drawPicture(800));
  const page = await openWindow(product.url, { viewport: phone });
  const release = await holdBack(page, '**/files/**');
  await page.goto(`/item/${item.hash}`, { waitUntil: 'commit' });
  const answer = page.getByRole('button', { name: 'I have it' });
  const before = await answer.boundingBox();
  expect(before?.y).toBeLessThan(phone.height);
  release();
  const picture = page.getByRole('link', { name: 'See the picture larger' }).locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  expect(await answer.boundingBox()).toEqual(before);
});

/** Each runs in the page before its scripts, and so uses nothing from here. */
const protections: [what: string, protect: () => void][] = [
  [
    'writes noise in place of what was drawn',
    () => {
      const { toBlob } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.toBlob = function (...args) {
        const context = this.getContext('2d');
        const pixels = context?.createImageData(this.width, this.height);
        if (!context || !pixels) return;
        for (let n = 0; n < pixels.data.length; n++) pixels.data[n] = n % 4 === 3 ? 255 : Math.random() * 256;
        context.putImageData(pixels, 0, 0);
        toBlob.apply(this, args);
      };
    },
  ],
  [
    'writes and reads white in place of what was drawn',
    () => {
      const white = (width: number, height: number) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height });
        const context = canvas.getContext('2d');
        if (!context) throw new Error('There is no canvas.');
        context.fillStyle = '#fff';
        context.fillRect(0, 0, width, height);
        return context;
      };
      const { toBlob } = HTMLCanvasElement.prototype;
      const { getImageData } = CanvasRenderingContext2D.prototype;
      HTMLCanvasElement.prototype.toBlob = function (...args) {
        toBlob.apply(white(this.width, this.height).canvas, args);
      };
      CanvasRenderingContext2D.prototype.getImageData = (_x, _y, width, height) =>
        getImageData.call(white(width, height), 0, 0, width, height);
    },
  ],
  [
    'writes nothing',
    () => {
      HTMLCanvasElement.prototype.toBlob = (take) => setTimeout(take, 0, null);
    },
  ],
];

test.for(protections)('a browser that %s sends pictures as they are', async ([, protect]) => {
  const product = await sharedProduct();
  const [page, finder] = [await openWindow(product.url), await openWindow(product.url, { viewport: phone })];
  for (const each of [page, finder]) await each.context().addInitScript(protect);
  const owner = await signUp(product, page);
  const item = await makeItem(owner);
  await page.goto(`/items/${item.id}/edit`);
  await choose(page);
  await usePart(page);
  await page.getByText('The whole picture is used.').waitFor();
  await page.getByAltText('Picture of Blue backpack').waitFor();
  await page.getByText('The whole picture is used.').waitFor();
  const { pictureId } = await owner.call('getItem', { id: item.id });
  await expectPhotograph(await (await owner.get(`/files/${pictureId}/1600.webp`)).arrayBuffer());

  await finder.goto(`/item/${item.hash}`);
  await finder.getByLabel('Or write a message').fill('It lies at the lake.');
  await finder.getByRole('button', { name: 'Send message' }).click();
  await finder.getByText('Send a picture').click();
  await finder.getByLabel('Picture', { exact: true }).setInputFiles(await photograph());
  await finder.getByRole('button', { name: 'Send picture' }).click();
  const sent = await finder.getByRole('img', { name: 'The picture that was sent, larger' }).getAttribute('src');
  await expectPhotograph(await (await product.visitor().get(`${sent}`)).arrayBuffer());
});

async function expectPhotograph(bytes: ArrayBuffer): Promise<void> {
  const { width = 0 } = await sharp(Buffer.from(bytes)).metadata();
  const [red, , blue] = await colourAt(bytes, 10);
  expect(red).toBeGreaterThan(blue + 100);
  const [redToo, , blueToo] = await colourAt(bytes, width - 10);
  expect(blueToo).toBeGreaterThan(redToo + 100);
}

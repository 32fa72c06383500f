import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { linkIn } from '../mailbox.ts';
import { newEmail, password } from '../make.ts';
import { holdBack, openWindow, phone, refusals } from './browser.ts';
import { cutOff, isKept, openOffline, readDevice } from './offline-device.ts';
import { fillSignUp, giveCookies, ownerWithTag, runAdminCommand, signUp, typeSignIn, usePicture } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

test('somebody without an account types both codes once, signs up, and hears from a finder', async () => {
  const product = await sharedProduct();
  const [{ code, activationCode }] = await takeTags(product, 1);
  const page = await openWindow(product.url, { viewport: phone }, refusals, cutOff);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));

  await page.goto(`/item/${toItemHash(code)}`);
  await page.getByRole('link', { name: 'Activate this tag' }).click();
  await expect.poll(() => page.getByLabel('Code on the tag').inputValue()).toBe(code);
  await typeCodes(page, '0000 0000');
  await page.getByText('Code and activation code do not belong together.').waitFor();
  await typeCodes(page, activationCode.toUpperCase().replaceAll('0', 'o'));
  await page.getByRole('heading', { name: 'One step more' }).waitFor();
  await page.getByRole('link', { name: 'Sign up' }).last().click();

  const email = newEmail();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  const confirmed = await page.context().newPage();
  await confirmed.goto(linkIn(await product.mailbox.find(email, 'Confirm')));
  await confirmed.getByRole('button', { name: 'Confirm my address' }).click();
  await confirmed.getByRole('heading', { name: 'What is this tag on?' }).waitFor();
  await confirmed.getByLabel('Name').fill('House keys');
  await confirmed.getByText('Keys', { exact: true }).click();
  await confirmed.getByText('More about it, if you like').click();
  await confirmed.getByLabel('Reward', { exact: true }).fill('A cake');
  await usePicture(confirmed);
  await confirmed.getByText('Saved together with the item.').waitFor();
  // The server activates it, and its answer is lost.
  await confirmed.route('**/activateTag', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await confirmed.getByRole('button', { name: 'Activate the tag' }).click();
  await confirmed.waitForURL('**/items');
  await confirmed.getByText('The tag is activated when this is sent.').waitFor();
  expect(await confirmed.getByText('A tag waits to be activated').count(), 'it is said once').toBe(0);
  // As the release before left them.
  const again = await confirmed.context().newPage();
  await confirmed.close();
  await again.goto('/items');
  await again.getByRole('link', { name: 'House keys' }).waitFor();
  // The item waits with its picture; once it is sent, the picture waits alone.
  await expect.poll(() => readDevice(again), { timeout: 60_000 }).not.toContain('"call":');
  await again.getByRole('link', { name: 'House keys' }).click();
  await again.waitForURL('**/item/*');
  await again.getByRole('heading', { name: 'House keys' }).waitFor();
  await again.locator('.tag-picture img').waitFor();
  await again.getByRole('link', { name: 'See it as a finder' }).click();
  await again.getByText('A cake').first().waitFor();
  expect(await again.evaluate(() => Object.keys(localStorage).filter((name) => /activation/.test(name)))).toEqual([]);
  expect(addresses.filter((address) => address.toLowerCase().includes(activationCode))).toEqual([]);

  const finder = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone });
  await finder.goto(`/item/${toItemHash(code)}`);
  await finder.getByText('You found House keys. Thank you!').waitFor();
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.waitForURL('**/conversation/*');
  await again.goto('/inbox');
  await again.getByRole('link', { name: /I have it/ }).waitFor();
  await again.goto('/signin');
  await again.waitForURL('**/items');
});

test('owners make unassigned tags, and put one on an item that they have by scanning it; items stay where they are when it is heard that tags wait to be put on something', async () => {
  const { owner, person } = await ownerWithTag();
  const line = owner.getByText('Some of your tags are not on anything yet.');
  await owner.goto('/items/blank');
  await owner.getByLabel('How many').fill('٢');
  await owner.getByRole('button', { name: 'Make blank tags' }).click();
  await owner.getByText('2 blank tags').waitFor();
  await owner.getByRole('button', { name: 'Retire' }).first().click();
  await owner.getByRole('button', { name: 'Retire for good' }).click();
  await owner.getByText('1 blank tag', { exact: true }).waitFor();
  const code = (await owner.locator('main .code-groups').textContent()) ?? '';
  const focused = () => owner.evaluate(() => document.activeElement?.textContent);
  expect(await focused(), 'by keyboard one goes on where the tag was').toContain(code);
  await owner.goto('/items');
  await line.waitFor();
  await owner.getByRole('link', { name: 'Put them on your things' }).click();
  await owner.getByText('1 blank tag', { exact: true }).waitFor();
  const ordered = { code, hash: 'x', createdAt: new Date().toISOString(), ordered: true };
  await owner.route('**/listUnassignedTags', (route) => route.fulfill({ json: { result: { tags: [ordered] } } }));
  await owner.reload();
  await owner.getByText('From your order.').waitFor();
  for (const name of ['Print them on a sheet', 'Download SVG'])
    expect(await owner.getByRole('link', { name }).count(), name).toBe(0);
  await owner.unroute('**/listUnassignedTags');
  await owner.goto('/activate');
  await owner.getByLabel('Code on the tag').fill(code);
  await owner.getByLabel('Code on the tag').press('Enter');
  await expect.poll(focused).toBe('What is this tag on?');

  await owner.goto(`/T/${code.toUpperCase()}`);
  await owner.getByText('This is one of your blank tags.').waitFor();
  await owner.getByRole('link', { name: 'Name this tag' }).click();
  await owner.getByText('It is on something from my list').click();
  await owner.getByRole('button', { name: 'Blue backpack' }).click();
  await owner.waitForURL('**/item/*');
  await owner.goto(`/T/${code.toUpperCase()}`);
  await owner.getByRole('heading', { name: 'Blue backpack', level: 1 }).waitFor();
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'Blue backpack' }).waitFor();
  await owner.waitForLoadState('networkidle');
  expect(await line.count()).toBe(0);

  await person.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  const topOfItem = async () => (await owner.getByRole('link', { name: 'Blue backpack' }).boundingBox())?.y;
  await owner.goto('/profile');
  await owner.locator('#app[data-started]').waitFor();
  const release = await holdBack(owner, '**/listUnassignedTags');
  const asked = new Set<Request>();
  owner.on('request', (request) => request.url().includes('/functions/') && asked.add(request));
  owner.on('requestfinished', (request) => asked.delete(request));
  await owner.getByRole('link', { name: 'My Items' }).first().click();
  await owner.getByRole('link', { name: 'Blue backpack' }).waitFor();
  await owner.evaluate(() => document.fonts.ready);
  let before = await topOfItem();
  const settled = async () => {
    const earlier = before;
    before = await topOfItem();
    return [before === earlier, ...[...asked].map((request) => request.url().split('/').at(-1))];
  };
  await expect.poll(settled, { interval: 300 }).toEqual([true, 'listUnassignedTags']);
  release();
  await line.waitFor();
  expect(await topOfItem()).toBe(before);
  await owner.reload();
  await line.waitFor();
  await expect
    .poll(topOfItem, { message: 'said above the items, when it is known at once' })
    .toBeGreaterThan(before ?? 0);
});

test('without network one’s own unassigned tag asks for no activation code; what is said of it waits, can be changed, and is sent once; one for an item in the list is discarded without it, and is put on another one when the item is gone; codes that are typed are checked when they are sent: wrong or taken, the words stay, and another way is offered; when the code of the tag was the wrong one, words and picture go on to the tag that is typed next', async () => {
  const product = await sharedProduct();
  const { owner, person, id } = await ownerWithTag(product, await openOffline(product, { viewport: phone }));
  await person.call('makeUnassignedTags', { count: 2, key: crypto.randomUUID() });
  await owner.goto('/items');
  await owner.evaluate(() => navigator.serviceWorker.ready.then(() => 'ready'));
  await isKept(owner, '"queryKey":["items"]');
  await owner.goto('/items/blank');
  await owner.getByText('2 blank tags', { exact: true }).waitFor();
  const [first, second] = await owner.locator('main .code-groups').allTextContents();
  await owner.context().setOffline(true);
  await owner.getByRole('link', { name: 'Say what it is on' }).first().click();
  await owner.getByText('We could not reach the server.').waitFor();
  expect(await owner.getByLabel('Activation code').count()).toBe(0);
  await owner.getByRole('button', { name: 'Go on without network' }).click();
  await owner.getByText('There is no network to check the codes.').waitFor();
  await activate(owner, 'Green umbrella');
  await owner.waitForURL('**/items');
  const waiting = owner.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem');
  await waiting.filter({ hasText: 'Green umbrella' }).getByText('Waiting for the network').waitFor();
  expect(await waiting.locator('.code-groups').textContent()).toBe(first);

  await owner.goto(`/activate#${first}`);
  await expect.poll(() => owner.getByLabel('Name').inputValue()).toBe('Green umbrella');
  await owner.getByLabel('Name').fill('Red umbrella');
  await owner.getByRole('button', { name: 'Activate the tag' }).click();
  await owner.waitForURL('**/items');
  await waiting.filter({ hasText: 'Red umbrella' }).waitFor();
  await expect.poll(() => waiting.count(), { message: 'one for each tag' }).toBe(1);

  await owner.goto(`/activate#${second}`);
  await owner.getByRole('button', { name: 'Go on without network' }).click();
  await owner.getByText('It is on something from my list').click();
  await owner.getByRole('button', { name: 'Blue backpack' }).click();
  await owner.waitForURL('**/items');
  await waiting.filter({ hasText: 'Blue backpack' }).waitFor();
  await owner.context().setOffline(false);
  await expect.poll(() => waiting.count(), { timeout: 60_000 }).toBe(0);
  await owner.getByRole('link', { name: 'Red umbrella' }).waitFor();
  const { items } = await person.call('listItems', {});
  expect(items.map(({ name }) => name).toSorted()).toEqual(['Blue backpack', 'Red umbrella']);
  expect((await person.call('listUnassignedTags', {})).tags).toEqual([]);

  const { tags } = await person.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  const code = tags[0]?.code ?? '';
  await owner.goto(`/activate#${code}`);
  await owner.getByLabel('Name').waitFor();
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'Blue backpack' }).waitFor();
  await owner.context().setOffline(true);
  await owner.goto(`/activate#${code}`);
  await owner.getByRole('button', { name: 'Go on without network' }).click();
  await owner.getByText('It is on something from my list').click();
  await owner.getByRole('button', { name: 'Blue backpack' }).click();
  await owner.waitForURL('**/items');
  await waiting.getByText('Waiting for the network').waitFor();
  const discarding = async () => {
    await waiting.getByRole('button', { name: 'Discard' }).click();
    await owner.getByRole('heading', { name: 'Discard the tag for “Blue backpack”?' }).waitFor();
    await owner.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  };
  await discarding();

  await person.call('deleteItem', { id });
  await owner.context().setOffline(false);
  await waiting.getByText('it was deleted or handed over elsewhere').waitFor({ timeout: 60_000 });
  await discarding();
  await waiting.getByRole('link', { name: 'Put the tag on something else' }).click();
  await activate(owner, 'White umbrella');
  await owner.waitForURL('**/item/*');
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'White umbrella' }).waitFor();
  await expect.poll(() => waiting.count()).toBe(0);

  const [one, two, other, right] = await takeTags(product, 4);
  await owner.goto('/activate');
  await owner.context().setOffline(true);
  for (const [index, typed] of ['0000 0000', two.activationCode].entries()) {
    await owner.goto('/activate');
    await typeCodes(owner, typed, [one, two][index]?.code ?? '');
    await activate(owner, index === 0 ? 'House keys' : 'مظلة');
    await owner.waitForURL('**/items');
  }
  const [wrong, taken] = ['House keys', 'مظلة'].map((hasText) =>
    owner.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem').filter({ hasText }),
  );
  if (!wrong || !taken) throw new Error('Two wait.');
  await taken.getByText('Waiting for the network').waitFor();
  const said = { name: 'Hat', category: 'other', key: crypto.randomUUID() } as const;
  await (await product.owner()).call('activateTag', { ...said, ...two });
  await owner.context().setOffline(false);
  await wrong.getByText('Code and activation code do not belong together.').waitFor({ timeout: 60_000 });
  await taken.getByText('This tag is in use already.').waitFor();
  await taken.getByRole('button', { name: 'Add it with a new tag' }).dblclick();
  await owner.getByRole('link', { name: 'مظلة' }).waitFor();

  await wrong.getByRole('link', { name: 'Type the codes again' }).click();
  await expect.poll(() => owner.getByLabel('Code on the tag').inputValue()).toBe(one.code);
  // Refused while the form waits for it, too.
  await owner.route('**/checkActivation', (route) => route.abort());
  await typeCodes(owner, '1111 1111');
  await usePicture(owner);
  await owner.getByRole('button', { name: 'Activate the tag' }).click();
  await owner.getByText('Code and activation code do not belong together.').waitFor();
  await owner.unroute('**/checkActivation');
  await typeCodes(owner, one.activationCode);
  await expect.poll(() => owner.getByLabel('Name').inputValue()).toBe('House keys');
  await owner.getByRole('button', { name: 'Activate the tag' }).click();
  await owner.waitForURL('**/item/*');
  await owner.getByRole('heading', { name: 'House keys' }).waitFor();
  await owner.locator('.tag-picture img').waitFor();
  const sent = (await person.call('listItems', {})).items;
  expect(sent.find(({ name }) => name === 'House keys')?.id).toBe(one.code);
  expect(sent.filter(({ name }) => name === 'مظلة').length, 'pressed twice, added once').toBe(1);
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'House keys' }).waitFor();
  await owner.getByRole('list', { name: 'Not sent yet' }).waitFor({ state: 'detached' });

  await owner.route('**/checkActivation', (route) => route.abort());
  await owner.goto('/activate');
  await typeCodes(owner, right.activationCode, other.code);
  await owner.getByLabel('Name').fill('Bike keys');
  await owner.getByText('Keys', { exact: true }).click();
  await usePicture(owner);
  await owner.getByRole('button', { name: 'Activate the tag' }).click();
  await owner.getByText('Code and activation code do not belong together.').waitFor();
  await typeCodes(owner, right.activationCode, right.code);
  await expect.poll(() => owner.getByLabel('Name').inputValue()).toBe('Bike keys');
  await owner.getByText('Saved together with the item.').waitFor();
  await owner.getByRole('button', { name: 'Activate the tag' }).click();
  await owner.waitForURL('**/item/*');
  await owner.locator('.tag-picture img').waitFor();
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'Bike keys' }).waitFor();
  await expect
    .poll(() => readDevice(owner), { message: 'nothing is left that was not saved' })
    .not.toContain('"call":');
});

test('a tag whose codes were typed is offered to whoever signs in first, until it is activated elsewhere or put away; one that waits for the account of a sign-up is not offered to another one that signs in meanwhile, or later, and the mail of the sign-up leads to it on another device, which does not know its activation code', async () => {
  const product = await sharedProduct();
  const [first, second, third] = await takeTags(product, 3);
  const page = await openWindow(product.url, { viewport: phone }, refusals);
  const reminder = page.getByText('A tag waits to be activated');
  const type = async ({ code, activationCode }: Codes) => {
    await page.goto(`/activate#${code}`);
    await typeCodes(page, activationCode);
    await page.getByRole('heading', { name: 'One step more' }).waitFor();
  };
  await type(first);
  const ada = await signUp(product, page);
  await page.goto('/items');
  await reminder.waitFor();
  await page.getByRole('link', { name: 'Activate the tag' }).click();
  await page.getByRole('heading', { name: 'What is this tag on?' }).waitFor();

  await ada.call('activateTag', { ...first, name: 'Keys', category: 'keys', key: crypto.randomUUID() });
  await page.goto('/items');
  await page.getByText('Keys').first().waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('handback-activation'))).toBeNull();
  await reminder.waitFor({ state: 'detached' });

  await page.context().clearCookies();
  await type(second);
  await signUp(product, page);
  await page.goto('/items');
  await reminder.waitFor();
  await page.getByRole('button', { name: 'Forget the tag' }).click();
  await reminder.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('handback-activation'))).toBeNull();

  await page.context().clearCookies();
  await type(third);
  const email = newEmail();
  await fillSignUp(
    page,
    email.replace(/^./, (letter) => letter.toUpperCase()),
  );
  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await page.getByText('A new link is on its way').waitFor();
  const mail = await product.mailbox.find(email, 'Confirm');
  const { code, activationCode } = third;
  expect(JSON.stringify(mail)).not.toMatch(new RegExp(`${code}|${activationCode}`, 'i'));

  const other = await product.owner();
  const otherSignsIn = async () => {
    await page.context().clearCookies();
    await giveCookies(page.context(), product, other.cookies);
    await page.goto('/items');
    await page.getByText('Nothing has a tag yet').waitFor();
    await page.goto('/activate');
    await page.getByLabel('Code on the tag').waitFor();
    await page.context().clearCookies();
  };
  await otherSignsIn();
  const elsewhere = await openWindow(product.url, {}, refusals);
  await elsewhere.goto(linkIn(mail));
  await elsewhere.getByLabel('Password', { exact: true }).fill(password);
  await elsewhere.getByRole('button', { name: 'Confirm my address' }).click();
  await elsewhere.getByText('Go on with the tag for which you signed up').waitFor();
  await elsewhere.getByRole('main').getByRole('link', { name: 'Activate a tag' }).click();
  await expect.poll(() => elsewhere.getByLabel('Code on the tag').inputValue()).toBe(code);

  await page.goto('/signin?next=/activate');
  await typeSignIn(page, email);
  await page.getByRole('heading', { name: 'What is this tag on?' }).waitFor();
  await otherSignsIn();
  await page.goto('/activate');
  await page.getByLabel('Code on the tag').waitFor();
  await typeCodes(elsewhere, activationCode);
  await activate(elsewhere, 'House keys', 'Keys');
  await elsewhere.waitForURL('**/item/*');
});

test('a command with another secret than the server’s makes no tags and imports nothing', async () => {
  const { dataDir } = await sharedProduct();
  const { PATH = '', HOME = '/' } = process.env;
  const env = { PATH, HOME, DATA_DIR: dataDir, SECRET: 'of another installation, and long enough' };
  const commands = [
    ['make-tags', '1'],
    ['import-firebase', '--items', 'items.json', '--prefix', 'abc'],
  ];
  for (const command of commands) {
    const refused = promisify(execFile)('bin/admin', command, { env });
    await expect(refused).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('would be void') });
  }
});

type Codes = { code: string; activationCode: string };

let stock: Promise<Codes[]> | undefined;

/** Of those that the operator makes once for the tests of this file. */
async function takeTags(product: Product, count: number): Promise<[Codes, Codes, Codes, Codes]> {
  stock ??= makeTags(product);
  return (await stock).splice(0, count) as [Codes, Codes, Codes, Codes];
}

async function makeTags(product: Product): Promise<Codes[]> {
  const lines = (await runAdminCommand(product, 'make-tags', '12')).trim().split(/\s+/).slice(-12);
  return lines.map((line) => {
    const [code = '', activationCode = ''] = line.split(',');
    return { code, activationCode };
  });
}

async function typeCodes(page: Page, activationCode: string, code?: string): Promise<void> {
  if (code) await page.getByLabel('Code on the tag').fill(code);
  await page.getByLabel('Activation code').fill(activationCode);
  await page.getByRole('button', { name: 'Go on' }).click();
}

/** Where one says what the tag is on. */
async function activate(page: Page, name: string, category = 'Something else'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByText(category, { exact: true }).click();
  await page.getByRole('button', { name: 'Activate the tag' }).click();
}

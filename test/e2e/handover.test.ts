import { expect, test } from 'vitest';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { linkIn } from '../mailbox.ts';
import { newEmail } from '../make.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { isKept, readDevice } from './offline-device.ts';
import { giveCookies, ownerWithTag, signUp, signUpOnTheWay } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import { expectAllIn } from './shown-texts.ts';

test('an owner hands an item over by a code; it leaves their screen and device at once, and a finder who knows them reaches the new owner', async () => {
  const product = await sharedProduct();
  const { owner, path } = await ownerWithTag(product);
  const id = fromItemHash(path.split('/').at(-1) ?? '');
  const finder = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone });
  await finder.goto(path);
  await finder.getByLabel('Or write a message').fill('It lies at the lake.');
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.getByText('What happens next').waitFor();

  await owner.goto(`/items/${id}/edit`);
  await owner.getByRole('link', { name: 'Hand over' }).click();
  await owner.getByRole('button', { name: 'Make a code' }).click();
  const code = (await owner.getByRole('status').locator('.code-groups').textContent()) ?? '';
  expect(code).toMatch(/^[0-9a-z]{8}$/);
  await owner.getByText('A code can be used until').waitFor();
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'Blue backpack' }).waitFor();
  await isKept(owner, id);

  const taker = await openWindow(product.url, { viewport: phone }, refusals);
  await signUp(product, taker);
  await taker.getByRole('link', { name: 'Somebody hands an item over to you?' }).click();
  await taker.getByLabel('Code').fill(code.slice(1));
  await taker.getByRole('button', { name: 'Go on' }).click();
  await taker.getByText('A code of an invitation has 8 letters and digits.').waitFor();
  await taker.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4)}`.toUpperCase());
  await taker.getByRole('button', { name: 'Go on' }).click();
  await taker.getByRole('button', { name: 'Accept' }).click();
  await taker.waitForURL(`**/items/${id}/edit`);
  expect(await taker.getByLabel('Name', { exact: true }).inputValue()).toBe('Blue backpack');
  expect(await taker.getByLabel('Note').inputValue()).toBe('');

  await owner.getByText('has a new owner since').waitFor();
  expect(await owner.getByRole('link', { name: 'Blue backpack' }).count()).toBe(0);
  await expect.poll(() => readDevice(owner)).not.toContain(`"${id}"`);
  await owner.getByRole('button', { name: 'All right' }).click();
  await expect.poll(() => owner.getByText('has a new owner since').count()).toBe(0);

  await finder.reload();
  await finder.getByText('This item belongs to somebody else now').waitFor();
  await finder.getByRole('link', { name: 'the page of its tag' }).click();
  await finder.getByLabel('Or write a message').fill('Now it lies with me.');
  await finder.getByRole('button', { name: 'I have it' }).click();
  await expect.poll(() => taker.locator('[data-unread]').first().textContent()).toContain('1');
  await taker.goto('/inbox');
  await taker.getByRole('link', { name: /lies with me/ }).waitFor();
  expect(await taker.getByText('at the lake').count()).toBe(0);
  await owner.goto('/inbox');
  await owner.getByRole('link', { name: /at the lake/ }).waitFor();
  expect(await owner.getByText('lies with me').count()).toBe(0);
});

test('a mailed offer leads through signing up to the item, with nothing typed twice', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  const item = await owner.call('addItem', { key: crypto.randomUUID(), name: 'House keys', category: 'keys' });
  const email = newEmail('Bob');
  await owner.call('handOverByEmail', { id: item.id, email });
  const page = await openWindow(product.url, { viewport: phone }, refusals);
  await page.goto(linkIn(await product.mailbox.find(email, 'An item for you')));
  await page.getByRole('heading', { name: 'An item for you' }).waitFor();
  expect(await page.locator('main').textContent()).not.toContain('House keys');
  await signUpOnTheWay(product, page, email);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.waitForURL(`**/items/${item.id}/edit`);
  await page.goto('/items');
  await page.getByRole('link', { name: 'House keys' }).waitFor();
});

test.each(['is taken back', 'gives way to a mail'])(
  'a code for which an item is handed over is shown no longer when it %s',
  async (why) => {
    const product = await sharedProduct();
    const { owner, path } = await ownerWithTag(product);
    await owner.goto(`/items/${fromItemHash(path.split('/').at(-1) ?? '')}/hand-over`);
    await owner.getByRole('button', { name: 'Make a code' }).click();
    const code = owner.getByRole('status').locator('.code-groups');
    await code.waitFor();
    await owner.getByRole('button', { name: 'Take back' }).waitFor();
    if (why === 'is taken back') await owner.getByRole('button', { name: 'Take back' }).click();
    else {
      await owner.getByLabel('Their email address').fill('kim@example.com');
      await owner.getByRole('button', { name: 'Offer' }).click();
      await owner.getByText('Offered to kim@example.com').waitFor();
    }
    await expect.poll(() => code.count()).toBe(0);
    await owner.getByRole('button', { name: 'Make a code' }).click();
    await code.waitFor();
  },
);

test('an offer that was mailed is on its way no longer when it is taken back, and is again when it is mailed again', async () => {
  const product = await sharedProduct();
  const { owner, path } = await ownerWithTag(product);
  await owner.goto(`/items/${fromItemHash(path.split('/').at(-1) ?? '')}/hand-over`);
  const onItsWay = owner.getByText('An offer is on its way');
  await owner.getByLabel('Their email address').fill('Kim@Example.com');
  await owner.getByRole('button', { name: 'Offer' }).click();
  await onItsWay.waitFor();
  await owner.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => onItsWay.count()).toBe(0);
  await owner.getByRole('button', { name: 'Offer' }).click();
  await onItsWay.waitFor();
});

test('the pages of handing over are whole in German', async () => {
  const product = await sharedProduct();
  const [owner, taker] = [await product.owner(), await product.owner()];
  const [given, offered] = [
    await owner.call('addItem', { key: crypto.randomUUID(), name: 'Koffer', category: 'bag' }),
    await owner.call('addItem', { key: crypto.randomUUID(), name: 'Rad', category: 'bike' }),
  ];
  const { code } = await owner.call('handOverByCode', { id: given.id, key: crypto.randomUUID() });
  await taker.call('acceptHandover', { handover: code });
  await owner.call('handOverByEmail', { id: offered.id, email: newEmail('Uwe') });
  const written = [/^(Ada|Koffer|Rad)$/, /@example\.com$/, /^(© )?(Handback|localhost:\d+)$|^English$|^[0-9a-z]{4}$/];
  await owner.call('updateUserProfile', { language: 'de' });
  const page = await openWindow(product.url, { locale: 'de-DE' }, refusals);
  await giveCookies(page.context(), product, owner.cookies);
  const shown = {
    [`/items/${offered.id}/hand-over`]: 'Angeboten an',
    '/items': 'einen neuen Besitzer',
    '/handover': 'Sache übernehmen',
    '/handover?token=abc': 'Eine Sache für Sie',
  };
  for (const [path, text] of Object.entries(shown)) {
    await page.goto(path);
    await page.locator('#app[data-started]').waitFor();
    await page.getByText(text).first().waitFor();
    await expectAllIn('de', page, written);
  }
});

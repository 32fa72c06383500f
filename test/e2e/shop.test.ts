import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import {
  adminOrdersPath,
  adminPath,
  adminProductsPath,
  buyPath,
  checkoutPath,
  itemPath,
  itemsPath,
  orderPath,
  orderWithdrawalPath,
  productPath,
  reviewPath,
} from '../../paths/paths.ts';
import { linkIn } from '../mailbox.ts';
import { type Administrator, drawPicture, newEmail, password } from '../make.ts';
import { keyRing, shopOpen } from '../shop.ts';
import { violations } from './accessible.ts';
import { failures, openWindow, phone, refusals, takeClock } from './browser.ts';
import { misfits } from './misfits.ts';
import { giveCookies, grantAdministration } from './people.ts';
import { productOfFile } from './shared-product.ts';
import type { Product } from './started-product.ts';

test('C-1.01 from the shelf to a finder’s message: bought without scripts, paid, packed, sent, activated with the slip, scanned, answered', async () => {
  const { product, page: admin, administrator } = await openForAdministrator();
  const goods = { ...keyRing, slug: 'brass-ring', tagsEach: 2, key: crypto.randomUUID() };
  const { id } = await administrator.call('addProduct', goods);
  await administrator.call('changeStock', { id, difference: 1, key: crypto.randomUUID() });
  await administrator.call('hideProduct', { id, hidden: false });
  await admin.goto(adminPath());
  const few = admin
    .getByRole('listitem')
    .filter({ has: admin.getByRole('link', { name: 'Products of which few are left' }) });
  await few.waitFor();
  expect(await few.locator('time').count(), 'no age of what has none').toBe(0);

  const buyer = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone }, refusals);
  await buyer.goto(buyPath());
  await buyer.getByRole('link', { name: 'Key ring' }).first().click();
  await buyer.getByRole('button', { name: 'Add to cart' }).click();
  await buyer.getByRole('button', { name: 'Checkout' }).click();
  await buyer.getByRole('button', { name: 'Order and pay' }).click();
  const focused = buyer.locator(':focus');
  await buyer.locator('#email-error').waitFor();
  await expect.poll(() => focused.getAttribute('name')).toBe('email');
  const email = newEmail();
  await focused.fill(email);
  await focused.press('Enter');
  await expect.poll(() => focused.getAttribute('name'), { message: 'after Enter' }).toBe('name');
  expect(await focused.getAttribute('aria-required')).toBe('true');
  for (const [name, text] of Object.entries({ name: 'Kim Lee', line1: 'Weg 1', zip: '10115', city: 'Berlin' }))
    await buyer.locator(`[name=${name}]`).fill(text);
  await buyer.getByRole('button', { name: 'Order and pay' }).click();
  await buyer.getByText('Thank you for your order').waitFor();
  expect(new URL(buyer.url()).pathname).toBe(new URL(linkIn(await product.mailbox.find(email, 'order'))).pathname);

  const orders = admin.locator('figcaption', { hasText: 'Orders' });
  await orders.getByText('1', { exact: true }).waitFor();
  await admin.getByRole('link', { name: 'Orders to be paid' }).click();
  await admin.getByRole('link', { name: /^Order \d+$/ }).click();
  const press = (name: string) => admin.getByRole('main').getByRole('button', { name, exact: true }).first().click();
  const confirm = (name: string) => admin.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await press('Note payment');
  await confirm('Note payment');
  await press('Change address');
  await admin.getByRole('dialog').getByLabel('Street and number').fill('Gasse 2');
  await confirm('Save address');
  await admin.locator('address').getByText('Gasse 2').waitFor();
  await press('Pack');
  const list = await admin.getByRole('link', { name: 'List of tags (CSV)' }).getAttribute('href');
  const csv = await (await admin.context().request.get(product.url + list)).text();
  const [code = '', activationCode = ''] = csv.split('\r\n')[1]?.split(',') ?? [];
  await press('Send');
  await admin.getByRole('dialog').getByLabel('Carrier').fill('Post');
  await confirm('Send');
  await product.mailbox.find(email, 'is on its way');

  const owner = await product.owner();
  const key = crypto.randomUUID();
  await owner.call('activateTag', { code, activationCode, key, name: 'House keys', category: 'keys' });
  const finder = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone });
  await finder.goto(itemPath(toItemHash(code)));
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.waitForURL('**/conversation/*');
  expect((await owner.call('listConversations', {})).conversations).toMatchObject([{ item: { name: 'House keys' } }]);
});

test('another country changes delivery, total and fields at once, which is said; what was typed and the focus stay, with the summary in sight beside the form, also when the buyer comes back from another page; who waits for it is told; without a network so too, and the button asks; the menu counts the cart, also in a tab that is looked at again', async () => {
  const { product, administrator } = await openForAdministrator();
  const zones = [
    { countries: ['AT'], priceMinor: 390 },
    { countries: ['US'], priceMinor: 1290 },
  ];
  const delivery = zones.map((zone) => ({ ...zone, freeFromMinor: null, days: [2, 4] as [number, number] }));
  await administrator.call('changeShopSettings', { delivery });
  onTestFinished(async () => {
    await administrator.call('changeShopSettings', { delivery: shopOpen.delivery });
  });
  const buyer = await openWindow(product.url, { locale: 'en-US' }, failures);
  await buyer.goto(productPath(keyRing.slug));
  const count = buyer.locator('[data-cart]');
  expect(await count.isVisible()).toBe(false);
  const tab = await buyer.context().newPage();
  await tab.goto(buyPath());
  await buyer.getByLabel('Quantity').fill('3');
  await buyer.getByRole('button', { name: 'Add to cart' }).click();
  await count.getByText('3', { exact: true }).waitFor();
  await buyer.goBack();
  await count.getByText('3', { exact: true }).waitFor();
  await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(await tab.locator('[data-cart]').textContent()).toBe('3');
  await tab.close();

  expect.soft(await violations(buyer), 'with the number in the menu').toEqual([]);
  await buyer.goto(checkoutPath());
  const country = buyer.getByLabel('Country');
  const total = buyer.locator('[name=total]');
  expect([await country.inputValue(), await total.inputValue()]).toEqual(['US', `${3 * 490 + 1290}`]);
  const change = buyer.getByRole('button', { name: 'Change country' });
  expect(await change.isVisible()).toBe(false);
  await buyer.getByLabel('Street').fill('1 Lane');
  await buyer.getByLabel('State').selectOption('CA');
  await buyer.evaluate(() => {
    const add = document.addEventListener.bind(document);
    document.addEventListener = (type: string, listener: EventListener) => {
      document.documentElement.dataset.added = type;
      add(type, listener);
    };
  });
  await country.focus();
  await country.selectOption('AT');
  await expect.poll(() => total.inputValue()).toBe(`${3 * 490 + 390}`);
  await buyer.getByRole('status').getByText('Austria: the total is now €18.60.').waitFor();
  expect(await buyer.locator('html').getAttribute('data-added'), 'listens once').toBeNull();
  expect(await buyer.getByLabel('State').count()).toBe(0);
  const order = buyer.getByRole('button', { name: 'Order and pay' });
  const boxes = async () => [await buyer.locator('#city').boundingBox(), await order.boundingBox()];
  const [field, button] = await boxes();
  expect((field?.x ?? 0) + (field?.width ?? 0)).toBeLessThan(button?.x ?? 0);
  await buyer.locator('#city').evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await expect.poll(async () => (await boxes())[1]?.y).toBeGreaterThan(0);
  expect(await buyer.getByLabel('Street').inputValue()).toBe('1 Lane');
  expect(await country.evaluate((select) => select === document.activeElement)).toBe(true);
  expect.soft(await violations(buyer)).toEqual([]);
  await buyer.getByRole('link', { name: 'terms of sale' }).click();
  await buyer.waitForURL('**/terms-and-conditions');
  await buyer.goBack();
  await expect.poll(() => total.inputValue(), { message: 'after Back' }).toBe(`${3 * 490 + 390}`);
  expect([await country.inputValue(), await buyer.getByLabel('Street').inputValue()]).toEqual(['AT', '1 Lane']);

  await buyer.route(`**${checkoutPath()}`, () => undefined, { times: 1 });
  await country.selectOption('US');
  await buyer.getByRole('status').getByText('The total for this country is being loaded.').waitFor();
  const summary = buyer.locator('section', { hasText: 'Your order' });
  expect(await summary.getAttribute('aria-busy')).toBe('true');
  await buyer.context().setOffline(true);
  await country.selectOption('AT');
  await buyer.getByRole('status').getByText('could not be loaded. “Change country” tries again.').waitFor();
  expect(await summary.getAttribute('aria-busy')).toBeNull();
  await country.selectOption('US');
  await change.waitFor();
  await buyer.context().setOffline(false);
  await change.click();
  await expect.poll(() => total.inputValue()).toBe(`${3 * 490 + 1290}`);
});

test('a buyer who is signed in is led to the cart from My Items as long as it holds something, with what another tab put into it', async () => {
  const { product } = await openForAdministrator();
  const page = await openWindow(product.url);
  await giveCookies(page.context(), product, (await product.owner()).cookies);
  await page.goto(productPath(keyRing.slug));
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('heading', { name: 'Cart' }).waitFor();
  await page.goto(itemsPath());
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  await page.locator('html:not(:has([data-until-start]))').waitFor();
  await page.getByRole('link', { name: 'Cart 1' }).waitFor();
  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as another tab
    document.cookie = 'handback.cart_count=4; path=/';
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByRole('link', { name: 'Cart 4' }).click();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByText('Your cart is empty').waitFor();
  await page.goto(itemsPath());
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  expect(await page.getByRole('link', { name: 'Cart' }).count()).toBe(0);
});

test('at 360 by 640 a buyer who types sees each line of the cart with its buttons in one row, and each field of the checkout with its focus ring; at twice the size of text cart, checkout, the pages of an order and the form of a review break no words in German, and nothing sticks out of its box; what is pressed to review and to write to the seller is 48 pixels high', async () => {
  const { product, administrator, place, productId } = await openForAdministrator();
  const { id, secret } = await place();
  await administrator.call('markOrdersPaid', { ids: [id] });
  await administrator.call('packOrder', { id });
  await administrator.call('shipOrder', { id, carrier: 'DHL', tracking: '00340434161094042557' });
  await administrator.call('deliverOrder', { id });
  const repaid = await place();
  await administrator.call('confirmPayment', { id: repaid.id, amountMinor: 880, key: crypto.randomUUID() });
  await administrator.call('refundOrder', { id: repaid.id, amountMinor: 880, key: crypto.randomUUID(), password });
  const buyer = await openWindow(product.url, { viewport: phone, locale: 'de' }, refusals);
  await buyer.goto(productPath(keyRing.slug));
  await buyer.getByRole('button', { name: 'In den Warenkorb' }).click();
  await buyer.getByRole('heading', { name: 'Warenkorb' }).waitFor();
  const line = buyer.locator('.cart-line');
  const boxes = await Promise.all(
    ['input:visible', 'button >> nth=0', 'button >> nth=1'].map((part) => line.locator(part).boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size, 'quantity, Update and Remove in one row').toBe(1);
  expect((await line.getByRole('link').boundingBox())?.height).toBe(48);
  await removeDrawnWords(buyer);
  expect.soft(await misfits(buyer)).toEqual([]);
  await buyer.goto(checkoutPath());
  const ring = 5;
  for (const name of ['email', 'country', 'name', 'company', 'line1', 'line2', 'zip', 'city']) {
    const field = buyer.locator(`[name=${name}]`);
    while (!(await field.evaluate((element) => element === document.activeElement))) await buyer.keyboard.press('Tab');
    const { y = 0, height = 0 } = (await field.boundingBox()) ?? {};
    expect.soft([y >= ring, y + height + ring <= phone.height], name).toEqual([true, true]);
  }
  const ofOrder = [
    orderPath(repaid.secret),
    orderPath(secret, 'placed'),
    orderWithdrawalPath(secret),
    reviewPath(secret, productId),
  ];
  for (const path of [checkoutPath(), ...ofOrder]) {
    await buyer.goto(path);
    expect.soft(await misfits(buyer), path).toEqual([]);
  }
  await buyer.goto(orderPath(secret));
  const links = buyer.locator('#reviews a, main a[href^="mailto:"]');
  const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height));
  expect(heights.map((height) => height >= 48)).toEqual([true, true]);
});

test('what a bank asks for is copied with one tap each, without gaps, and said; only the last one is called copied; what the browser refuses to copy is selected; the IBAN stands on one line, and the printed page has neither menu nor footer', async () => {
  const { product, place } = await openForAdministrator();
  const { secret } = await place();
  const device = { viewport: phone, permissions: ['clipboard-read', 'clipboard-write'] };
  const buyer = await openWindow(product.url, device);
  await buyer.goto(orderPath(secret));
  const iban = buyer.getByText('DE89 3704 0044 0532 0130 00');
  expect(await iban.evaluate((shown) => shown.getBoundingClientRect().height)).toBeLessThan(40);
  const copied = async (name: string) => {
    await buyer.getByRole('button', { name: `Copy ${name}` }).click();
    await buyer.getByRole('button', { name: `Copied ${name}` }).waitFor();
    expect(await buyer.getByRole('status').allTextContents()).toContain('Copied');
    return buyer.evaluate(() => navigator.clipboard.readText());
  };
  expect([await copied('IBAN'), await copied('Amount')]).toEqual(['DE89370400440532013000', '8.80']);
  expect(await copied('Reference')).toMatch(/^Order \d+$/);
  expect(await buyer.getByRole('button', { name: 'Copied' }).count()).toBe(1);
  await buyer.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await buyer.getByRole('button', { name: 'Copy IBAN' }).click();
  await expect.poll(() => buyer.evaluate(() => String(getSelection()))).toContain('DE89 3704 0044 0532 0130 00');
  expect.soft(await violations(buyer)).toEqual([]);
  const frame = async () => (await buyer.locator('.site-header:visible, .site-footer:visible').all()).length;
  expect(await frame()).toBe(2);
  await buyer.emulateMedia({ media: 'print' });
  expect(await frame()).toBe(0);
});

test('from Today an order is paid with four taps, and packed and sent with five; the next parcel has its carrier already, and waits for its tracking number', async () => {
  const { page, administrator, place } = await openForAdministrator();
  const { id } = await place();
  const { number } = await administrator.call('getOrder', { id });
  const [main, dialog] = [page.getByRole('main'), page.getByRole('dialog')];
  let taps = 0;
  const tap = async (role: 'link' | 'button', name: string, within = main) => {
    await within.getByRole(role, { name, exact: true }).click();
    taps += 1;
  };
  const state = (words: string) => main.getByRole('status').getByText(words).waitFor();
  await page.goto(adminPath());
  await tap('link', 'Orders to be paid');
  await tap('link', `Order ${number}`);
  await tap('button', 'Note payment');
  await tap('button', 'Note payment', dialog);
  await state('Paid: to be packed');
  expect(taps).toBe(4);

  taps = 0;
  await page.goto(adminPath());
  await tap('link', 'Orders to pack');
  await tap('link', `Order ${number}`);
  await tap('button', 'Pack');
  await tap('button', 'Send');
  await dialog.getByLabel('Carrier').fill('Post');
  await tap('button', 'Send', dialog);
  await state('On its way');
  expect(taps).toBe(5);

  const next = await place();
  await administrator.call('confirmPayment', { id: next.id, amountMinor: 880, key: crypto.randomUUID() });
  await administrator.call('packOrder', { id: next.id });
  await page.goto(adminOrdersPath(next.id));
  await tap('button', 'Send');
  await page.keyboard.type('123');
  await tap('button', 'Send', dialog);
  await main.getByText('Sent with Post. Tracking number: 123').waitFor();
});

test('the page of an order with lines, money and notes, and Today with sales, pass axe in light and dark, and break no words in German at twice the size of text and 320 pixels', async () => {
  const { product, administrator, place } = await openForAdministrator();
  const { id } = await place();
  await administrator.call('confirmPayment', { id, amountMinor: 880, key: crypto.randomUUID() });
  await administrator.call('refundOrder', { id, amountMinor: 80, key: crypto.randomUUID(), password });
  await administrator.call('packOrder', { id });
  await administrator.call('addOrderNote', { id, key: crypto.randomUUID(), text: 'Klingelt zweimal.' });
  await administrator.call('updateUserProfile', { language: 'de' });
  onTestFinished(async () => {
    await administrator.call('updateUserProfile', { language: 'en' });
  });
  const page = await openWindow(product.url, { viewport: { width: 320, height: 640 }, locale: 'de' }, refusals);
  await giveCookies(page.context(), product, administrator.cookies);
  for (const [path, heading] of [
    [adminOrdersPath(id), 'Was geschah'],
    [adminPath(), 'Was sich verkauft'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { name: heading }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await violations(page), `${path} ${colorScheme}`).toEqual([]);
    }
    expect.soft(await misfits(page), path).toEqual([]);
  }
});

test('on a phone in German the total of an order says that it is one beside its tax, and what is still to be paid stands on one line', async () => {
  const { product, administrator, place } = await openForAdministrator();
  await administrator.call('changeShopSettings', { taxScheme: 'destination', taxRates: { DE: 1900, AT: 2000 } });
  const { id } = await place();
  await administrator.call('changeShopSettings', { taxScheme: 'small-business', taxRates: {} });
  await administrator.call('updateUserProfile', { language: 'de' });
  onTestFinished(async () => {
    await administrator.call('updateUserProfile', { language: 'en' });
  });
  const page = await openWindow(product.url, { viewport: phone, locale: 'de' }, refusals);
  await giveCookies(page.context(), product, administrator.cookies);
  await page.goto(adminOrdersPath(id));
  await page.getByRole('rowheader', { name: /^Zu bezahlen bis/ }).waitFor();
  const sums = await page.locator('tfoot tr').evaluateAll((rows) =>
    rows.map((row) => {
      const [name, sum] = [row.firstElementChild as Element, row.lastElementChild as Element];
      const bottoms = [name, sum].map((cell) => Math.round(cell.getBoundingClientRect().bottom));
      return [getComputedStyle(sum, '::before').display, bottoms[0] === bottoms[1]];
    }),
  );
  expect(sums).toEqual([
    ['block', true],
    ['none', true],
    ['none', true],
  ]);
});

test('whoever is asked whether to cancel an order can keep it; nothing more is to be done for one that is cancelled', async () => {
  const { page, place } = await openForAdministrator();
  await page.goto(adminOrdersPath((await place()).id));
  const dialog = page.getByRole('dialog');
  const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel order' }).first();
  await cancel.click();
  await expect.poll(() => dialog.getByRole('button').allInnerTexts()).toEqual(['Keep order', 'Cancel order']);
  await dialog.getByRole('button', { name: 'Keep order' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByText('Nothing more to do.').count()).toBe(0);
  await cancel.click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText('Nothing more to do.').waitFor();
});

test('a note of an order is kept while it is typed, and says how many characters are too many; it stands below its money with who wrote it, also when the page is read anew, until it is deleted', async () => {
  const { page, administrator, place } = await openForAdministrator();
  const { id } = await place();
  await page.goto(adminOrdersPath(id));
  const notes = page.getByRole('region', { name: 'Notes' });
  const field = notes.getByLabel('New note');
  await notes.getByText('The buyer’s export of their data holds them.').waitFor();
  await field.fill('a'.repeat(3_000));
  await notes.getByText('1,000 characters too many: at most 2,000 fit.').waitFor();
  await page.getByRole('link', { name: 'Orders' }).first().click();
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor();
  await page.goBack();
  await notes.getByText('1,000 characters too many: at most 2,000 fit.').waitFor();
  expect(await field.inputValue()).toHaveLength(3_000);
  await field.fill('Rings twice.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect.poll(() => field.inputValue()).toBe('');
  const [note] = (await administrator.call('getOrder', { id })).notes;
  await page.reload();
  const written = notes.getByRole('article');
  await written.getByText('Rings twice.').waitFor();
  await written.getByText(`${note?.by}, `).waitFor();
  await written.getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await written.waitFor({ state: 'detached' });
});

test('on the page of an order a transfer that was noted by mistake is taken back, and the same amount noted anew; on top of that only what is said to be too much; a payment or a refund whose answer was lost is one when it is sent again, though the page has read the order anew meanwhile', async () => {
  const { page, administrator, place } = await openForAdministrator();
  const { id } = await place();
  await page.goto(adminOrdersPath(id));
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const say = async (name: string, amount?: string, question?: string) => {
    await main.getByRole('button', { name, exact: true }).first().click();
    if (amount) await dialog.getByLabel('Amount (EUR)').fill(amount);
    const press = () => dialog.getByRole('button', { name, exact: true }).click();
    await press();
    if (question) await dialog.getByText(question).waitFor().then(press);
    await dialog.waitFor({ state: 'hidden' });
  };
  await say('Note payment');
  await main.getByRole('status').getByText('Paid: to be packed').waitFor();
  await say('Take back €8.80');
  await main.getByRole('status').getByText('Waiting for payment').waitFor();
  await main.getByText('Noted by mistake').waitFor();
  await say('Note payment');
  await main.getByText('Paid: to be packed').waitFor();
  await say('Note payment', '8.80', 'That is €8.80 more than is still owed.');
  await main.getByText('€8.80 more came than the order costs.').waitFor();
  const { paidMinor, payments } = await administrator.call('getOrder', { id });
  expect([paidMinor, payments.map(({ takenBack }) => takenBack)]).toEqual([1_760, [true, false, false]]);

  const lost = await place();
  await takeClock(page);
  await page.goto(adminOrdersPath(lost.id));
  const loseAnswerOf = async (name: string, button: string, typed: Record<string, string>) => {
    const send = async () => dialog.getByRole('button', { name: button, exact: true }).click();
    await main.getByRole('button', { name: button, exact: true }).first().click();
    for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label, { exact: true }).fill(text);
    await page.route(`**/${name}`, (route) => route.fetch().then(() => route.abort()), { times: 1 });
    await send();
    await dialog.locator('[role=alert], [role=status]').waitFor();
    await page.clock.fastForward(60_000);
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    const { paidMinor } = await administrator.call('getOrder', { id: lost.id });
    await main.getByRole('row', { name: new RegExp(`^Paid.* €${(paidMinor / 100).toFixed(2)}$`) }).waitFor();
    await send();
    await dialog.waitFor({ state: 'hidden' });
  };
  await loseAnswerOf('confirmPayment', 'Note payment', { 'Amount (EUR)': '2' });
  expect((await administrator.call('getOrder', { id: lost.id })).paidMinor).toBe(200);
  await loseAnswerOf('refundOrder', 'Pay back', { 'Amount (EUR)': '0.50', 'Your password': password });
  await main.getByRole('row', { name: 'Paid, less refunds €1.50' }).waitFor();
  for (const step of ['Part of the money arrived: €2.00', 'Part paid back: €0.50'])
    await main.getByRole('row', { name: step }).waitFor();
  expect((await administrator.call('getOrder', { id: lost.id })).paidMinor).toBe(150);
});

test('a payment that somebody noted meanwhile is said in the open dialog with what is noted, and what was typed stays; so is why a payment cannot be taken back any more', async () => {
  const { page, administrator, place } = await openForAdministrator();
  const { id } = await place();
  await page.goto(adminOrdersPath(id));
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await press('Note payment');
  await dialog.getByLabel('Amount (EUR)').fill('5');
  await administrator.call('confirmPayment', { id, amountMinor: 880, key: crypto.randomUUID() });
  await confirm('Note payment');
  await dialog.getByText('€8.80 is noted by now.').waitFor();
  expect(await dialog.getByLabel('Amount (EUR)').inputValue()).toBe('5');
  await confirm('Cancel');
  await page.getByRole('status').getByText('Paid: to be packed').waitFor();

  await press('Take back €8.80');
  await administrator.call('packOrder', { id });
  await confirm('Take back €8.80');
  await dialog.getByText('The order is packed or sent, so its payment cannot be taken back.').waitFor();
  await confirm('Cancel');
  await page.getByRole('status').getByText('Packed').waitFor();
});

test('the question about orders that are chosen names them, with their sum, also when the list shows others; what was done keeps its numbers when others are chosen', async () => {
  const { page, administrator, place } = await openForAdministrator();
  const numberOf = async () => (await administrator.call('getOrder', await place())).number;
  const numbers = [await numberOf(), await numberOf()];
  const other = await numberOf();
  await page.goto(adminOrdersPath());
  const dialog = page.getByRole('dialog');
  const choose = (number: number) => page.getByRole('checkbox', { name: `Order ${number}` }).check();
  for (const number of numbers) await choose(number);
  await page.getByLabel('State').selectOption('cancelled');
  await page.getByRole('checkbox', { name: `Order ${other}` }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Note payment' }).click();
  await dialog.getByText(`Orders ${numbers.join(' and ')}: €17.60 in all`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Pack' }).click();
  await dialog.getByText(`Orders ${numbers.join(' and ')}`).waitFor();
  await dialog.getByRole('button', { name: 'Pack' }).click();
  const outcome = page.getByText('Nothing was changed · 2 still chosen');
  await outcome.waitFor();
  await page.getByLabel('State').selectOption('');
  await choose(other);
  await page.getByText('3 orders are chosen').waitFor();
  expect(await outcome.count()).toBe(1);
});

test('whoever asks whether a parcel is on its way while its buyer withdraws is told before it is said, also when the page knows it already; who knew of it says it at once', async () => {
  const { page, administrator, buyer, place } = await openForAdministrator();
  const packed = async () => {
    const { id, secret } = await place();
    await administrator.call('confirmPayment', { id, amountMinor: 880, key: crypto.randomUUID() });
    await administrator.call('packOrder', { id });
    return { id, secret };
  };
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  const ask = async (id: string) => {
    await page.goto(adminOrdersPath(id));
    await page.getByRole('main').getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByLabel('Carrier').fill('Post');
  };
  const warned = dialog.getByText('Say this only when the parcel is gone already');
  const isSent = () => page.getByText('Sent with Post.').waitFor();

  const unknown = await packed();
  await ask(unknown.id);
  await buyer.call('withdrawOrder', unknown);
  await send.click();
  await dialog.getByText('The buyer has withdrawn from this order: do not send it.').waitFor();
  await warned.waitFor();
  await expect.poll(() => dialog.getByLabel('Carrier').inputValue()).toBe('Post');
  await send.click();
  await isSent();

  const readAnew = await packed();
  await takeClock(page);
  await ask(readAnew.id);
  await buyer.call('withdrawOrder', readAnew);
  await page.clock.fastForward(60_000);
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await page.getByText('The buyer has withdrawn', { exact: true }).waitFor();
  expect(await warned.count(), 'the question is the one that was opened').toBe(0);
  await send.click();
  await warned.waitFor();
  expect((await administrator.call('getOrder', readAnew)).state).toBe('packed');

  await ask(readAnew.id);
  await warned.waitFor();
  await send.click();
  await isSent();
});

test('an administrator gives a product photographs, says what each shows, also while another is being saved and with the product’s own button but not with Cancel, moves one up, again after a conflict, and deletes one when asked; its page shows them, and the shelf of a phone in two columns of small files, with names and prices in line', async () => {
  const { product, page, productId, administrator } = await openForAdministrator();
  const form = adminProductsPath({ product: productId });
  await page.goto(form);
  const photographs = page.locator('section', { hasText: 'Photographs' }).getByRole('listitem');
  const choose = async () =>
    page.locator('input[type=file]').setInputFiles({
      name: 'tag.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await drawPicture()),
    });
  for (const count of [1, 2]) {
    await choose();
    await expect.poll(() => photographs.count()).toBe(count);
  }
  const field = page.getByLabel('What it shows, in English: photograph 2', { exact: true });
  await field.fill('Nothing');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Luggage tag' }).waitFor();
  expect(sent.filter((url) => url.endsWith('changeProduct'))).toEqual([]);
  await page.goto(form);
  await field.fill('On a suitcase');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByRole('link', { name: 'Luggage tag' }).waitFor();
  const buyer = await openWindow(product.url, { viewport: phone, deviceScaleFactor: 3 });
  const shown = async () => {
    await buyer.goto(productPath(keyRing.slug));
    return buyer.locator('article ul img').evaluateAll((images) => images.map((image) => image.getAttribute('alt')));
  };
  await expect.poll(shown).toEqual(['', 'On a suitcase']);
  await buyer.getByRole('link', { name: 'Open photograph 1 of 2 of Luggage tag', exact: true }).waitFor();
  await page.goto(form);
  await photographs.nth(1).waitFor();
  const { pictures } = await administrator.call('getProduct', { id: productId });
  const meanwhile = pictures.map((picture, n) => (n === 1 ? picture : { ...picture, texts: { en: 'On a bag' } }));
  await administrator.call('changeProduct', { id: productId, pictures: meanwhile });
  const up = page.getByRole('button', { name: 'Move up: photograph 2' });
  await up.click();
  await page.getByRole('alert').waitFor();
  await expect.poll(() => photographs.nth(0).getByLabel('What it shows, in English').inputValue()).toBe('On a bag');
  await up.click();
  await expect.poll(shown).toEqual(['On a suitcase', 'On a bag']);
  const shows = (at: number) => photographs.nth(at).getByLabel('What it shows, in English');
  expect(await shows(0).inputValue()).toBe('On a suitcase');
  const { promise: bothAreLeft, resolve: leaveBoth } = Promise.withResolvers<void>();
  await page.route('**/changeProduct', (route) => bothAreLeft.then(() => route.continue()));
  await shows(0).fill('In front');
  await shows(1).fill('Behind');
  await page.getByRole('heading', { name: 'Photographs' }).click();
  leaveBoth();
  await expect.poll(shown).toEqual(['In front', 'Behind']);
  await page.unroute('**/changeProduct');
  await page.getByText('Saved.', { exact: true }).waitFor();
  expect.soft([...(await violations(buyer)), ...(await violations(page))]).toEqual([]);
  await removeDrawnWords(buyer);
  expect.soft(await misfits(buyer)).toEqual([]);
  const names = { en: 'A tag with a name of so many words that it takes three lines on the shelf of a phone' };
  const long = { ...keyRing, slug: 'long', names, tagsEach: 0, key: crypto.randomUUID() };
  for (const other of (await administrator.call('listProducts', {})).products)
    await administrator.call('hideProduct', { id: other.id, hidden: other.id !== productId });
  const { id } = await administrator.call('addProduct', long);
  await administrator.call('hideProduct', { id, hidden: false });
  const namesOnShelf = async () => {
    await buyer.goto(buyPath());
    return buyer.locator('.product-grid h3').allTextContents();
  };
  await expect.poll(namesOnShelf).toEqual([expect.any(String), names.en]);
  const onShelf = buyer.locator('.product-grid img').first();
  await expect.poll(() => onShelf.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/320\.webp$/);
  const shelf = await buyer.locator('.product-grid').evaluate((list) => ({
    columns: getComputedStyle(list).gridTemplateColumns.split(' ').length,
    heights: [...list.querySelectorAll('h3 a')].map((name) => name.getBoundingClientRect().height >= 48),
  }));
  expect(shelf).toEqual({ columns: 2, heights: shelf.heights.map(() => true) });
  await buyer.setViewportSize({ width: 1280, height: 800 });
  for (const part of ['h3 bdi', '.text-xl']) {
    const all = await buyer.locator(`.product-grid ${part}`).all();
    const tops = await Promise.all(all.map(async (each) => (await each.boundingBox())?.y));
    expect(new Set(tops).size, part).toBe(1);
  }
  await page.getByRole('button', { name: 'Delete: photograph 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(() => photographs.count()).toBe(1);
  expect(await shown()).toEqual(['Behind']);
});

/** They are as large as the picture. */
function removeDrawnWords(buyer: Page): Promise<void> {
  return buyer.locator('main svg text').evaluateAll((words) => {
    for (const word of words) word.remove();
  });
}

let opened: Promise<{ administrator: Administrator; productId: string }> | undefined;

/** A shop that sells one product, and the window of its administrator. */
async function openForAdministrator() {
  const product = await productOfFile();
  opened ??= openShop(product);
  const { administrator, productId } = await opened;
  const page = await openWindow(product.url, { viewport: phone }, refusals, failures);
  await giveCookies(page.context(), product, administrator.cookies);
  const buyer = product.visitor();
  const place = async () => {
    const address = { country: 'DE', name: 'Kim Lee', line1: 'Weg 1', zip: '10115', city: 'Berlin' };
    const lines = [{ productId, quantity: 1, unitMinor: 490 }];
    const order = { key: crypto.randomUUID(), email: newEmail(), address, lines, totalMinor: 880 };
    const { secret } = await buyer.call('placeOrder', order);
    const { orders } = await administrator.call('listOrders', { search: order.email });
    return { id: orders[0]?.id ?? expect.fail(), secret };
  };
  return { product, productId, page, administrator, buyer, place };
}

async function openShop(product: Product) {
  const administrator = await grantAdministration(product, await product.owner());
  await administrator.call('changeShopSettings', shopOpen);
  const names = { en: 'Luggage tag', de: 'Kofferanhänger' };
  const { id } = await administrator.call('addProduct', { ...keyRing, names, key: crypto.randomUUID() });
  await administrator.call('changeProduct', { id, madeToOrder: true });
  await administrator.call('hideProduct', { id, hidden: false });
  return { administrator, productId: id };
}

import type { BrowserContextOptions, Locator, Route } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { conversationPath } from '../../paths/paths.ts';
import { openMailbox } from '../mailbox.ts';
import { appCode, drawPicture, makeItem, password, signIn as signInAgain } from '../make.ts';
import { berlin, keyRing, orderOf, shopOpen } from '../shop.ts';
import { expectAccessible } from './accessible.ts';
import { failures, openWindow, phone, recogniseByDevice, refusals, takeClock } from './browser.ts';
import { giveCookies, grantAdministration, runAdminCommand, signIn } from './people.ts';
import { productOfFile } from './shared-product.ts';
import { type Product, startProduct } from './started-product.ts';

const patiently = { timeout: 20_000 };

test('an administrator reads on the site’s page, on a phone too, how many mails wait and why; a table is searched and sorted at once, neither choosing a list nor changing a row loses the focus, and a changed stock says so', async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const product = await startProduct({ mailbox });
  const { page, administrator } = await enterAdministration(product, { viewport: phone }, refusals);
  mailbox.treats.set('eve@example.com', '554 <eve@example.com>: Relay access denied');
  await product
    .visitor()
    .auth('sign-up/email', { name: 'Eve', email: 'eve@example.com', password: 'a sentence of Eve' });
  await expect.poll(product.stderr, patiently).toContain('mail not sent');
  await page.goto('/admin/site');
  const facts = page.locator('section', { has: page.getByRole('heading', { name: 'Mail', exact: true }) });
  await facts.getByText('Relay access denied').waitFor();
  const [names, values] = [await facts.locator('dt').allTextContents(), await facts.locator('dd').allTextContents()];
  expect(Object.fromEntries(names.map((name, n) => [name, values[n]]))).toEqual({
    Waiting: expect.stringMatching(/^1, the oldest since /),
    'Given up in the last 30 days': 'none',
    'Refused by the recipient’s server': 'none',
    'Accounts that mail does not reach': 'none',
    'Last error of sending': expect.stringMatching(/: .*554 <…>: Relay access denied$/),
  });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBe(phone.width);
  await page.getByLabel('Message').fill('<b>We move</b> house');
  await page.getByText('What people then see').click();
  await page.locator('details').getByText('We move house', { exact: true }).waitFor();
  await page.goto('/admin/audit');
  await page.getByLabel('Search').fill('changeSecondFactor');
  await page.waitForURL('**/admin/audit?search=changeSecondFactor');
  await page.getByRole('button', { name: 'When' }).click();
  await page.waitForURL('**/admin/audit?search=changeSecondFactor&sort=time&ascending=yes');
  await page.goto('/admin/products');
  const show = page.getByLabel('Show');
  await show.focus();
  await show.selectOption('archived');
  await page.locator('a[href*="/products?state=archived"][download]').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'the focus stays').toBe('state');
  for (const slug of ['brass', 'zinc'])
    await administrator.call('addProduct', { ...keyRing, slug, names: { en: slug }, key: crypto.randomUUID() });
  await show.selectOption('');
  const brass = page.getByRole('row', { name: 'brass' });
  await brass.getByRole('button', { name: 'Move down' }).press('Enter');
  await page.locator('tbody tr:last-child', { hasText: 'brass' }).waitFor();
  await expect.poll(() => isFocused(brass.getByRole('button', { name: 'Move down' })), patiently).toBe(true);
  const archive = page.getByRole('row', { name: 'zinc' }).getByRole('button', { name: 'Archive' });
  await archive.press('Enter');
  await archive.waitFor({ state: 'detached' });
  await page.getByText('Archived. It is under “Show: Archived products”.').waitFor();
  expect(await brass.getByRole('button', { name: 'Move up' }).count(), 'nothing is above it').toBe(0);
  await expect.poll(() => isFocused(brass), patiently).toBe(true);
  const brassLink = page.getByRole('link', { name: 'brass' });
  await brassLink.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'brass' }).waitFor();
  await expect.poll(() => isFocused(page.getByRole('main')), patiently).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('table').waitFor();
  await brass.getByText('0 in stock').click();
  await brass.getByLabel('More, or fewer').fill('5');
  await brass.getByLabel('More, or fewer').press('Enter');
  await brass.getByText('Saved: 5 in stock.').waitFor();
  await page.getByRole('button', { name: 'Price' }).click();
  await page.getByText('To move it, show all products by their place.').waitFor();
  expect(await page.getByRole('button', { name: /^Move/ }).count(), 'nothing moves unseen').toBe(0);
  await page.getByRole('button', { name: 'Place in the shop' }).click();
  await page.getByRole('button', { name: 'Place in the shop' }).click();
  await page.getByRole('button', { name: 'Move down' }).waitFor();
  await page.setViewportSize({ width: 768, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out of a tablet').toBe(768);
  const [eve] = (await administrator.call('listPeople', { search: 'eve@' })).rows;
  await page.goto(`/admin/people?person=${eve?.id}`);
  await page.getByRole('button', { name: 'Send confirmation again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  await page.getByText('A new email for eve@example.com is in the queue').waitFor();
  await page.goto('/admin/brand');
  const choose = page.getByRole('button', { name: 'Choose logo' });
  await choose.focus();
  const broken = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('none') };
  await page.locator('input[type=file]').setInputFiles(broken);
  await page.getByText('This is no picture that we can read.').waitFor();
  await expect.poll(() => isFocused(choose), patiently).toBe(true);
});

/** An administrator with a proved second factor, in a new window. */
async function openAdministration(options?: BrowserContextOptions, ...expected: RegExp[]) {
  const product = await productOfFile();
  return { product, ...(await enterAdministration(product, options, ...expected)) };
}

async function enterAdministration(product: Product, options?: BrowserContextOptions, ...expected: RegExp[]) {
  const page = await openWindow(product.url, options, ...expected);
  const administrator = await grantAdministration(product, await product.owner());
  await giveCookies(page.context(), product, administrator.cookies);
  return { page, administrator };
}

test('administration has five groups, with the pages of the open one below them; on a phone a menu has all pages', async () => {
  const { page } = await openAdministration({ viewport: { width: 1280, height: 720 } });
  const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  const groups = ['Today', 'Tags and items', 'People and reports', 'Shop', 'Settings'];
  await page.goto('/admin');
  await expect.poll(() => links.allTextContents(), patiently).toEqual(groups);
  await links.nth(3).click();
  await page.waitForURL('**/admin/orders');
  const pages = ['Orders', 'Products', 'Reviews', 'Shop settings'];
  await expect.poll(() => links.allTextContents(), patiently).toEqual(groups.toSpliced(4, 0, ...pages));
  await page.setViewportSize(phone);
  expect(await links.count()).toBe(0);
  await page.getByRole('button', { name: 'Administration: Orders' }).click();
  await page.getByRole('link', { name: 'Health' }).click();
  await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
});

test('from a person’s name to their order are two taps; with the keyboard alone one finds an item, or all that fit in its list, and Escape closes the search', async () => {
  const { product, page, administrator } = await openAdministration({ viewport: phone });
  await administrator.call('changeShopSettings', shopOpen);
  const made = await administrator.call('addProduct', { ...keyRing, key: crypto.randomUUID() });
  await administrator.call('changeProduct', { id: made.id, madeToOrder: true });
  await administrator.call('hideProduct', { id: made.id, hidden: false });
  const address = { ...berlin, name: 'Zoe Wolf' };
  await product.visitor().call('placeOrder', orderOf(made, { address }));
  for (const number of Array(5).keys()) await makeItem(administrator, { name: `Zoetrope ${number}` });
  const dialog = page.getByRole('dialog', { name: 'Search everything' });
  const field = dialog.getByLabel('Search everything');
  await page.goto('/admin/audit');
  await page.getByRole('button', { name: 'Search' }).click();
  expect(await isFocused(field)).toBe(true);
  await page.keyboard.type('zoe wo');
  await dialog.getByRole('link', { name: /^Order \d+ Zoe Wolf · / }).click();
  await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
  expect(await dialog.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 720 });
  const search = async (typed: string, first: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(typed);
    await dialog.getByRole('link', { name: first }).waitFor();
  };
  await search('zoetrope 3', 'Zoetrope 3');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Zoetrope 3' }).waitFor();
  await search('zoe', 'Order');
  await expectAccessible(page);
  await dialog.getByRole('region', { name: 'Items' }).getByRole('link', { name: 'All that fit' }).press('Enter');
  await page.waitForURL('**/admin/items?search=zoe');
  await page.getByRole('row', { name: 'Zoetrope 0' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(false);
});

test('what is typed right after Control and K is searched for; Enter before the answer opens the first hit when it comes, the search says what it does, and Back opens no dialog', async () => {
  const { page, administrator } = await openAdministration({ viewport: phone }, failures);
  for (const number of Array(3).keys()) await makeItem(administrator, { name: `Zither ${number}` });
  const dialog = page.getByRole('dialog', { name: 'Search everything' });
  await page.goto('/admin/items');
  await page.getByRole('row', { name: 'Zither 1' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zither 1');
  await page.keyboard.press('Enter');
  await dialog.getByText('Searching…').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Zither 1' }).waitFor();
  await page.goBack();
  await page.getByRole('row', { name: 'Zither 1' }).waitFor();
  expect(await dialog.isVisible()).toBe(false);
  await page.keyboard.press('Control+k');
  await dialog.getByRole('textbox').waitFor();
  await page.context().setOffline(true);
  await page.keyboard.type('zither 2');
  await dialog.getByText('We could not reach the server').waitFor();
  expect(await dialog.getByText('table').count()).toBe(0);
});

test('a list of orders where none is has no packing list', async () => {
  const { page } = await openAdministration();
  await page.route('**/listOrders', (route) => route.fulfill({ json: { result: { orders: [] } } }));
  await page.goto('/admin/products');
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByText('Nobody has ordered yet.').waitFor();
  expect(await page.getByRole('link', { name: /^Packing list/ }).count()).toBe(0);
});

test('on a phone, what is pressed in the list of orders has room for a finger; Back from an order keeps what was chosen; large text leaves room for hits of the search', async () => {
  const { product, page, administrator } = await openAdministration({ viewport: phone });
  await administrator.call('changeShopSettings', shopOpen);
  const made = await administrator.call('addProduct', { ...keyRing, slug: 'wolf', key: crypto.randomUUID() });
  await administrator.call('changeProduct', { id: made.id, madeToOrder: true });
  await administrator.call('hideProduct', { id: made.id, hidden: false });
  await product
    .visitor()
    .call('placeOrder', orderOf(made, { address: { ...berlin, name: 'Zoe Wolf', company: 'Wolf AG' } }));
  await page.goto('/admin/orders');
  const row = page.getByRole('row', { name: /Zoe Wolf, Wolf AG/ });
  const targets = [row.getByRole('link'), row.locator('label'), page.getByRole('button', { name: 'Buyer' })];
  for (const target of targets) expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await row.getByRole('checkbox').check();
  await row.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: /^Order / }).waitFor();
  await page.goBack();
  await page.getByText('1 order is chosen').waitFor();
  expect(await row.getByRole('checkbox').isChecked()).toBe(true);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.type('wolf');
  const hit = page.getByRole('dialog').getByRole('link', { name: /Wolf AG/ });
  await hit.waitFor();
  expect((await hit.boundingBox())?.y).toBeLessThan(phone.height * 0.75);
});

test('C-2.09 what a list of administration leads to begins at its top; sorting and searching do not scroll, and Back returns to the place', async () => {
  const { page, administrator } = await openAdministration({ viewport: { width: 360, height: 400 } });
  for (const number of Array(30).keys()) await makeItem(administrator, { name: `Umbrella ${number}` });
  const scrolled = () => page.evaluate(() => scrollY);
  await page.goto('/admin/items');
  const link = page.getByRole('link', { name: 'Umbrella 7', exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled();
  expect(before).toBeGreaterThan(400);
  await link.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Umbrella 7' }).waitFor();
  await expect.poll(scrolled, patiently).toBe(0);
  await expect
    .poll(() => page.locator('main:focus, main :focus').count(), { message: 'the focus is not lost' })
    .toBe(1);
  await page.goBack();
  await link.waitFor();
  await expect.poll(scrolled, patiently).toBe(before);
  await page.getByRole('link', { name: administrator.email }).nth(20).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor();
  await expect.poll(scrolled, patiently).toBe(0);
  await page.goBack();
  const sort = page.getByRole('button', { name: 'Name' });
  await sort.waitFor();
  await page.evaluate(() => scrollTo(0, 150));
  await sort.press('Enter');
  await page.waitForURL('**/admin/items?sort=name**');
  await page.getByRole('row', { name: 'Umbrella 0' }).waitFor();
  expect(await scrolled()).toBeGreaterThan(0);
});

test('the way back from an item, or from one found there by the search, and the menu, lead to its list as it was left, searched, sorted and scrolled, and a product that was closed to the archived ones', async () => {
  const { page, administrator } = await openAdministration({ viewport: { width: 360, height: 400 } });
  for (const number of Array(20).keys()) await makeItem(administrator, { name: `Lantern ${number}` });
  const { id } = await administrator.call('addProduct', { ...keyRing, slug: 'oil', key: crypto.randomUUID() });
  await administrator.call('archiveProduct', { id, archived: true });
  const scrolled = () => page.evaluate(() => scrollY);
  await page.goto('/admin/items?search=lantern');
  await page.getByRole('button', { name: 'Name' }).click();
  await page.waitForURL('**/admin/items?search=lantern&sort=name');
  const link = page.getByRole('link', { name: 'Lantern 5', exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await scrolled();
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Lantern 5' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.type('lantern 17');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Lantern 17' }).waitFor();
  await page.getByRole('link', { name: 'Items', exact: true }).click();
  await page.waitForURL('**/admin/items?search=lantern&sort=name');
  await expect.poll(scrolled, patiently).toBe(before);
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'Lantern 5' }).waitFor();
  await page.getByRole('button', { name: 'Administration: Items' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Items', exact: true }).click();
  await page.waitForURL('**/admin/items?search=lantern&sort=name');
  await page.goto('/admin/products?state=archived');
  await page.getByRole('row', { name: 'Key ring' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/admin/products?state=archived');
});

test('an administrator on a phone makes tags, reads a reported conversation after a reason that a cut line leaves as it was, hides a message and shuts its owner out; sees a picture that its sender deleted, what a tag was reported for, why nothing can be done with one’s own account, headings with the way back where there is no such person, order, product, tag, batch, item or page, a second disk that is almost full, and that another backup is made only where backups are made by themselves', async () => {
  // The browser draws around a picture what the policy of its address forbids.
  const { product, page, administrator } = await openAdministration(
    { viewport: phone },
    /reported-1600\.webp/,
    refusals,
    failures,
  );
  const main = page.getByRole('main');
  const press = (name: string) => main.getByRole('button', { name, exact: true }).first().click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  await page.goto('/admin/tags');
  await main.locator('summary', { hasText: 'Make tags' }).click();
  await main.getByLabel('How many').fill('1.000');
  await press('Make tags');
  await main.getByText('1,000 tags', { exact: true }).waitFor();
  await main.getByRole('link', { name: 'Sheets (PDF)' }).waitFor();

  const person = await product.owner();
  const { hash } = await makeItem(person);
  const finder = product.visitor();
  const find = (text: string) => finder.call('reportFound', { hash, key: crypto.randomUUID(), text });
  const openReport = async () => {
    const [{ id = '' } = {}] = (await person.call('listConversations', {})).conversations;
    await person.call('reportConversation', { id, key: crypto.randomUUID(), reason: 'threat' });
    return () => page.goto(`/admin/reports?search=${id}`);
  };
  const { secret } = await find('Look at this');
  await finder.upload('sendPicture', { secret, key: crypto.randomUUID() }, await drawPicture());
  const open = await openReport();
  await finder.call('deleteFinderWords', { secret });
  await open();
  await page.getByText('What was written').click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Show the picture' }).click();
  const picture = (await opened).getByRole('img');
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing sticks out').toBe(phone.width);

  const report = { key: crypto.randomUUID(), reason: 'planted', text: 'It was in my bag.' };
  await product.visitor().post(`/item/${hash}/report`, report);
  await page.goto(`/admin/tags?tag=${hash}`);
  await page.getByText(/: Hidden on somebody /).waitFor();

  const none = '0'.repeat(16);
  const places = {
    [`/admin/people?person=${none}`]: ['No account has this id.', 'People'],
    '/admin/orders?order=nope': ['There is no such order.', 'Orders'],
    '/admin/products?product=nope': ['There is no such product.', 'Products'],
    '/admin/tags?tag=nope': ['There is no such tag.', 'Tags'],
    [`/admin/tags?batch=${none}`]: ['There is no such batch.', 'Tags'],
    [`/admin/items?item=${none}`]: ['There is no such item any more.', 'Items'],
    '/admin/pages/nope': ['There is no such page', 'Public pages'],
  };
  for (const [path, [heading = '', section]] of Object.entries(places)) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.getByRole('button', { name: `Administration: ${section}`, exact: true }).waitFor();
    const way = main.locator(`a[href^="${path.split(/[?]|\/nope/)[0]}"]`);
    await way.last().waitFor();
  }

  let scheduled = false;
  await page.route('**/readHealth', async (route) => {
    const { result } = await (await route.fetch()).json();
    const failure = { at: new Date().toISOString(), error: 'There is no room left.' };
    const backup = { ...result.backup, scheduled, failure };
    const otherDisks = [{ folder: 'temporary', free: scheduled ? 11e6 : 9e6, size: 100e6 }];
    await route.fulfill({ json: { result: { ...result, backup, otherDisks } } });
  });
  await page.goto('/admin/health');
  await page.getByText('None is made by itself: begin another.').waitFor();
  await page.getByText('A second disk is almost full').waitFor();
  await page.getByText('9 MB of 100 MB').waitFor();
  scheduled = true;
  await page.reload();
  await page.getByText('A backup of the day is tried again every hour.').waitFor();
  await page.getByText('11 MB of 100 MB').waitFor();
  expect(await page.getByText('A second disk is almost full').count()).toBe(0);

  const threat = await find('Pay, or I burn it.');
  await (await openReport())();
  await main.getByRole('link', { name: 'Read the conversation' }).click();
  const reason = main.getByLabel('Your reason');
  await reason.fill('The report names a threat.');
  await page.context().setOffline(true);
  await press('Read');
  await main.getByText('We could not reach the server').waitFor();
  await page.context().setOffline(false);
  await main.getByText('You are offline').first().waitFor({ state: 'detached' });
  await expect.poll(() => reason.inputValue()).toBe('The report names a threat.');
  await press('Read');
  await press('Hide');
  await confirm('Hide');
  const hidden = 'The people who run this site hid this message.';
  await main.getByText(hidden).waitFor();
  expect(await (await finder.get(conversationPath(threat.secret))).text(), 'its finder').toContain(hidden);
  await press('Disable account');
  await confirm('Disable');
  await expect.poll(async () => (await person.tryCall('listItems', {})).status, patiently).toBe(401);

  // Where the menu of administration is no button.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/admin/people');
  await page.getByRole('row', { name: administrator.email }).getByRole('link').first().click();
  await page.getByText('So that no administrator shuts themselves out by mistake').waitFor();
  expect(
    await page
      .locator('section', { has: page.locator('#acts') })
      .getByRole('button')
      .count(),
  ).toBe(0);
  await main.getByRole('link', { name: 'your profile' }).click();
  await page.waitForURL('**/profile');
});

test('two administrators who change the shop or a page at once take nothing back from each other, choose where both wrote the same part, and publish nothing unread', async () => {
  const { page, administrator } = await openAdministration({}, refusals);
  await administrator.call('changeShopSettings', shopOpen);
  await page.goto('/admin/shop');
  await page.getByLabel('Currency').waitFor();
  await administrator.call('changeShopSettings', { open: false });
  await page.getByLabel(/^Days until/).fill('9');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await administrator.call('readShopSettings', {})).toMatchObject({ open: false, unpaidDays: 9 });
  const { seller, bank } = await administrator.call('readShopSettings', {});
  const theirs = { ...seller, name: 'Brass Ltd', taxNumber: 'DE1' };
  const [home, ...more] = shopOpen.delivery ?? [];
  const abroad = { ...home, countries: ['US'] } as NonNullable<typeof home>;
  const last = { ...abroad, countries: ['JP'] };
  await administrator.call('changeShopSettings', { delivery: [abroad, ...more, last] });
  await page.reload();
  for (const part of ['Delivery', 'Seller', 'Bank account']) await page.locator('summary', { hasText: part }).click();
  await page.getByLabel('Price (EUR)').last().fill('12.50');
  const delivery = [{ ...abroad, priceMinor: 100 }, ...more, last];
  await administrator.call('changeShopSettings', { seller: theirs, delivery });
  await page.getByLabel('Email', { exact: true }).fill('ours@example.com');
  await page.getByLabel(/tax number/).fill('DE2');
  await page.getByLabel('Holder').fill('Ours');
  await page.getByRole('button', { name: 'Save' }).click();
  const apart = page.getByRole('alert').locator('dl');
  const unsaved = page.getByText('It was changed elsewhere meanwhile. Nothing was saved.');
  await unsaved.waitFor();
  expect(await apart.locator('dt').allInnerTexts()).toEqual(['Delivery', 'Seller']);
  expect(await apart.innerText()).toMatch(/Typed here:.*ours@example\.com.*Saved elsewhere:.*Brass Ltd/s);
  expect(await page.getByLabel('Email', { exact: true }).inputValue(), 'what was typed stands').toBe(
    'ours@example.com',
  );
  expect(await administrator.call('readShopSettings', {}), 'nothing is saved').toMatchObject({ seller: theirs, bank });
  await page.getByRole('button', { name: 'Take what is saved elsewhere' }).click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Brass Ltd');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^Saved\./).waitFor();
  expect(await administrator.call('readShopSettings', {})).toMatchObject({
    seller: theirs,
    bank: { ...bank, holder: 'Ours' },
    delivery,
  });

  const of = { page: 'guide-school', language: 'en' } as const;
  await page.goto('/admin/pages/guide-school?language=en');
  const title = page.getByLabel('Heading');
  const lead = page.getByLabel(/^Introduction/);
  const ours = { title: await title.inputValue(), lead: await lead.inputValue() };
  const text = await page.getByLabel('Text', { exact: true }).inputValue();
  const rest = { ...ours, text, documentTitle: 'How', description: 'How it works' };
  await administrator.call('savePageDraft', { ...of, revision: 0, words: { ...rest, title: 'Theirs' } });
  await lead.fill('Mine');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Somebody else changed this page meanwhile.').waitFor();
  expect([await title.inputValue(), await lead.inputValue()], 'both parts stand here').toEqual(['Theirs', 'Mine']);
  expect(await administrator.call('readEditedPage', of)).toMatchObject({
    own: false,
    draftWords: { title: 'Theirs', lead: 'Mine' },
  });
  await administrator.call('savePageDraft', { ...of, words: { ...rest, lead: 'Other' }, from: { lead: 'Mine' } });
  await lead.fill('Mine again');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await apart.waitFor();
  expect(await apart.innerText()).toMatch(/Typed here: Mine again\s+Saved elsewhere: Other$/);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await apart.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect
    .poll(async () => (await administrator.call('readEditedPage', of)).words, patiently)
    .toMatchObject({ title: 'Theirs', lead: 'Mine again' });
});

test('who removes the last block of countries is led to the one before, and to “Add” when none is left', async () => {
  const { page, administrator } = await openAdministration();
  const [home] = shopOpen.delivery ?? [];
  const zone = home ?? expect.fail();
  const delivery = [zone, { ...zone, countries: ['US'] }];
  await administrator.call('changeShopSettings', { ...shopOpen, delivery });
  await page.goto('/admin/shop');
  await page.locator('summary', { hasText: 'Delivery' }).click();
  const remove = page.getByRole('button', { name: 'Remove' });
  await remove.last().press('Enter');
  await expect.poll(() => page.locator(':focus').innerText()).toMatch(/Countries/);
  await remove.press('Enter');
  await expect.poll(() => isFocused(page.getByRole('button', { name: 'Add', exact: false }).last())).toBe(true);
});

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement);

test('the first visit to /admin sets up a passkey, which signs in, is asked for after a password, also where a file is opened, and again where it weighs most', async () => {
  const product = await productOfFile();
  const page = await openWindow(product.url, {}, /status of 40[03]/);
  await recogniseByDevice(page);
  const { email, cookies } = await product.owner();
  await giveCookies(page.context(), product, cookies);
  await runAdminCommand(product, 'grant', email);
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await page.getByLabel('Name of the passkey').fill('Laptop');
  const passwordField = page.locator('#passkey-password');
  await passwordField.fill('another sentence');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByText('This is not your password.').waitFor();
  await expect.poll(() => isFocused(passwordField), { message: 'where it is wrong' }).toBe(true);
  await passwordField.fill(password);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(10);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Your recovery codes');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await expect.poll(focused).toBe('Today');
  const happened = page.getByRole('region', { name: 'What happened' });
  const figure = (name: string) => happened.getByRole('figure').filter({ hasText: name });
  const signUps = figure('Sign-ups');
  const lastDay = () => signUps.locator('span').last().textContent();
  const today = await lastDay();
  await page.getByRole('radio', { name: '365 days' }).check();
  await signUps.getByText(/^At most [1-9]\d* a week$/).waitFor();
  expect(await lastDay(), 'the last week ends today').toBe(today);
  expect(await figure('Returns').innerText(), 'nothing is drawn of nothing').not.toContain('At most');
  await happened.getByText('All numbers').click();
  await happened
    .getByRole('rowheader', { name: /^Week of / })
    .first()
    .waitFor();
  await page.goto('/admin/orders');
  await page.goBack();
  await signUps.getByText(/^At most [1-9]\d* a week$/).waitFor();

  await page.context().clearCookies();
  await page.goto('/signin?next=/admin');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();

  await page.context().clearCookies();
  await signIn(page, email);
  const file = page.waitForEvent('download');
  const fileRequests: string[] = [];
  page.on('request', (request) => request.url().endsWith('/admin/tables/audit') && fileRequests.push(request.url()));
  await page.goto('/admin/tables/audit');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  expect((await file).suggestedFilename()).toBe('audit.csv');
  await page.goto('/admin/site');
  await page.getByRole('heading', { name: 'Maintenance' }).waitFor();
  await page.getByText('No mail server is set').first().waitFor();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await page.getByText('the test email becomes a file').waitFor();

  const error = { status: 'PERMISSION_DENIED', message: 'Again.', details: { reason: 'second-factor-stale' } };
  await page.route('**/setMaintenance', (route) => route.fulfill({ status: 403, json: { error } }), { times: 1 });
  await page.getByLabel('Message').fill('Back at noon.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const again = page.getByRole('dialog', { name: 'Is it still you?' });
  await again.getByLabel('Code').fill('000000');
  await again.getByRole('button', { name: 'Confirm' }).click();
  await again.getByText('This code is wrong').waitFor();
  await expect.poll(() => isFocused(again.getByLabel('Code')), { message: 'where it is wrong' }).toBe(true);
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  const setting = async () => (await product.visitor().call('getMaintenance', {})).message;
  await expect.poll(setting, patiently).toBe('Back at noon.');
  expect(fileRequests, 'one before the second factor, one after').toHaveLength(2);

  const stale = (route: Route) => route.fulfill({ status: 403, json: { error } });
  await page.route('**/setLogo?*', stale, { times: 1 });
  await page.goto('/admin/brand');
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(await drawPicture()) };
  await page.locator('input[type=file]').setInputFiles(logo);
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('Saved: everybody sees it now.').waitFor();

  await page.route('**/checkSecondFactor', stale, { times: 1 });
  await page.goto('/admin/orders');
  const list = page.context().waitForEvent('request', (request) => request.url().endsWith('/admin/packing-list.pdf'));
  await page.getByRole('link', { name: 'Packing list' }).click();
  await again.getByRole('button', { name: 'Use a passkey' }).click();
  expect((await (await list).response())?.status()).toBe(200);
});

test('a proof that ends on another device takes nothing away that an administrator has typed, and asks once, over the form; in German each fact has room beside its name, and a price its comma', async () => {
  const { product, page, administrator } = await openAdministration({ locale: 'de-DE' }, /status of 403/);
  await takeClock(page);
  await administrator.call('updateUserProfile', { language: 'de' });
  await page.goto('/admin/site');
  await page.getByRole('heading', { name: 'Hosts' }).waitFor();
  const narrowest = () =>
    page.locator('dl').evaluateAll((lists) =>
      Math.min(
        ...lists.map((list) => {
          const widths = [...list.querySelectorAll('dd')].map((value) => value.getBoundingClientRect().width);
          return Math.min(...widths) / list.getBoundingClientRect().width;
        }),
      ),
    );
  expect(await narrowest(), 'of the width').toBeGreaterThan(0.3);
  const { id } = await administrator.call('addProduct', { ...keyRing, slug: 'tin', key: crypto.randomUUID() });
  await page.goto(`/admin/products?product=${id}`);
  expect(await page.getByLabel('Preis').inputValue()).toBe('4,90');
  await page.goto('/admin/products?product=new');
  const name = page.getByLabel('Name auf Deutsch, kann leer bleiben');
  await name.fill('Messing');

  const elsewhere = await signInAgain(product.visitor(), administrator.email);
  await elsewhere.call('proveByCode', { code: administrator.recoveryCodes.pop() ?? '' });
  const { secret, sealed } = await elsewhere.call('offerAuthenticatorApp', {});
  await elsewhere.call('addAuthenticatorApp', { sealed, code: appCode(secret), password });
  await page.clock.fastForward(11_000);
  const read = page.waitForResponse('**/getSecondFactors');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await read;
  const dialog = page.getByRole('dialog', { name: 'Sind Sie es noch?' });
  await dialog.getByLabel('Code').fill(administrator.recoveryCodes.pop() ?? '');
  await dialog.getByRole('button', { name: 'Bestätigen' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => name.inputValue()).toBe('Messing');
});

import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { defaultMaintenanceMessage } from '../../domain/settings/contract/default-maintenance-message.ts';
import { checkoutPath, productPath } from '../../paths/paths.ts';
import { linkIn } from '../mailbox.ts';
import { type Administrator, makeItem, newEmail, type Person, password } from '../make.ts';
import { keyRing, shopOpen } from '../shop.ts';
import { documentsOf, openWindow, phone } from './browser.ts';
import { freePort } from './free-port.ts';
import { giveCookies, grantAdministration, ownerWithTag, proveHere, runAdminCommand } from './people.ts';
import { productOfFile } from './shared-product.ts';
import { type Product, type ProductOptions, startProduct } from './started-product.ts';

const message = 'New shelves are being put up. Back at six.';
/** What Chromium says of every page that is closed, and of any page over plain http. */
const complaints = /status of 503|Cross-Origin-Opener-Policy header has been ignored/;

let administrator: Promise<Administrator> | undefined;

/** The product at an address that is not exempt, and an administrator, for all tests of this file. Each begins and ends with an open site. */
async function outThere(): Promise<{ product: Product; admin: Person }> {
  const product = await productOfFile(startOutThere);
  administrator ??= makeAdmin(product);
  const admin = await administrator;
  const setting = { enabled: false, message: 'Back soon.', keepTagPagesOpen: false };
  onTestFinished(async () => void (await admin.call('setMaintenance', setting)));
  return { product, admin };
}

async function startOutThere(options: ProductOptions = {}): Promise<Product> {
  const port = `${await freePort()}`;
  const url = `http://handback.test:${port}`;
  return { ...(await startProduct({ ...options, env: { PORT: port, PUBLIC_URL: url } })), url };
}

async function makeAdmin(product: Product): Promise<Administrator> {
  return grantAdministration(product, await product.owner('Root'));
}

async function signInHere(page: Page, person: Person | Administrator): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  if ('recoveryCodes' in person) await proveHere(page, person);
}

/** Signing out goes on to another document, which has the form again. */
async function signOutHere(page: Page): Promise<void> {
  const arrived = page.waitForEvent('domcontentloaded');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await arrived;
  await page.getByRole('heading', { name: 'Admin access' }).waitFor();
}

test('C-4.12 C-4.13 C-4.17 open pages close and open again by themselves, and what was typed stays; our own message is shown in the reader’s language when it replaces the administrator’s', async () => {
  const { product, admin } = await outThere();
  const owner = await product.owner();
  const item = await makeItem(owner);
  const open = () => openWindow(product.url, {}, complaints);

  const reader = await openWindow(product.url, { locale: 'de-DE' }, complaints);
  await reader.goto('/about#how');
  const finder = await open();
  await finder.goto(`/item/${item.hash}`);
  await finder.getByLabel('Or write a message').fill('It hangs on the fence');
  const eve = await product.owner('Eve');
  const [shared, leaver] = [await open(), await open()];
  for (const [page, { cookies }] of [
    [shared, owner],
    [leaver, await product.owner('Lea')],
  ] as const) {
    await giveCookies(page.context(), product, cookies);
    await page.goto('/contact');
    await page.getByLabel('Your message').fill('Only for you');
  }
  const buyer = await openWindow(product.url, { locale: 'en-DE' }, complaints);
  await giveCookies(buyer.context(), product, eve.cookies);
  await fillCheckout(buyer, admin);
  const looker = await buyer.context().newPage();
  await looker.goto(checkoutPath());
  const editor = await open();
  await giveCookies(editor.context(), product, owner.cookies);
  await editor.goto('/items/new');
  await editor.getByLabel('Name').fill('Grandmother’s camera');
  await editor.getByText('Camera', { exact: true }).click();
  const markAsSame = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same', ''));
  const expectSame = (page: Page) =>
    expect.poll(() => page.locator('body[data-same]').count(), { message: 'the page was not loaded anew' }).toBe(1);
  await markAsSame(editor);

  await admin.call('setMaintenance', { enabled: true, message });
  for (const page of [reader, finder, shared, leaver, buyer, looker, editor]) {
    await page.getByText(message).waitFor();
    expect(await page.getByLabel('Name').isVisible()).toBe(false);
  }
  expect(await keptBy(leaver)).toContain('Only for you');
  expect(await keptBy(looker), 'what was only drawn').not.toContain(eve.email);
  await leaver.goto('/admin');
  await signOutHere(leaver);
  expect(await keptBy(leaver)).not.toContain('Only for you');
  await giveCookies(shared.context(), product, eve.cookies);
  await admin.call('setMaintenance', { enabled: true, message: 'It takes until seven.' });
  for (const page of [reader, editor]) await page.getByText('It takes until seven.').waitFor();
  await markAsSame(reader);

  await admin.call('setMaintenance', { keepTagPagesOpen: true });
  await finder.getByRole('button', { name: 'I have it' }).waitFor();
  await expect.poll(() => reader.getByText('It takes until seven.').count()).toBe(1);
  await admin.call('setMaintenance', { keepTagPagesOpen: false });
  await finder.getByText('It takes until seven.').waitFor();
  await admin.call('setMaintenance', { message: defaultMaintenanceMessage });
  await reader.getByText('Wir arbeiten an der Seite.').waitFor();
  await expectSame(reader);

  await admin.call('setMaintenance', { enabled: false });
  await reader.getByRole('heading', { level: 1, name: 'Über' }).waitFor();
  await finder.getByRole('button', { name: 'I have it' }).waitFor();
  await expect.poll(() => finder.getByLabel('Or write a message').inputValue()).toBe('It hangs on the fence');
  await shared.getByLabel('Your message').waitFor();
  await expect
    .poll(() => shared.locator(`[data-viewer="${eve.uid}"]`).count(), { message: 'it is another person' })
    .toBe(1);
  expect(await shared.getByLabel('Your message').inputValue()).toBe('');
  await expectCheckout(buyer);
  await editor.getByLabel('Name').waitFor();
  await expectSame(editor);
  await editor.getByRole('button', { name: 'Make the tag' }).click();
  await editor.getByText('Grandmother’s camera').first().waitFor();
});

function keptBy(page: Page): Promise<string> {
  return page.evaluate(() => JSON.stringify(sessionStorage));
}

/** In the country that is not drawn first. */
async function fillCheckout(buyer: Page, admin: Person): Promise<void> {
  const [home, abroad] = [
    { countries: ['DE'], priceMinor: 390 },
    { countries: ['US'], priceMinor: 1290 },
  ];
  const delivery = [home, abroad].map((zone) => ({ ...zone, freeFromMinor: null, days: [2, 4] as [number, number] }));
  await admin.call('changeShopSettings', { ...shopOpen, delivery });
  const { id } = await admin.call('addProduct', { ...keyRing, key: crypto.randomUUID() });
  await admin.call('changeProduct', { id, madeToOrder: true });
  await admin.call('hideProduct', { id, hidden: false });
  await buyer.goto(productPath(keyRing.slug));
  await buyer.getByRole('button', { name: 'Add to cart' }).click();
  await buyer.getByRole('button', { name: 'Checkout' }).click();
  await buyer.locator('[name=name]').fill('');
  await buyer.getByLabel('Street').fill('1 Lane');
  await buyer.getByLabel('Country').selectOption('US');
  await buyer.getByLabel('State').selectOption('CA');
}

async function expectCheckout(buyer: Page): Promise<void> {
  await expect.poll(() => buyer.locator('[name=state]').inputValue()).toBe('CA');
  await expect.poll(() => buyer.getByLabel('Country').inputValue()).toBe('US');
  expect(await buyer.locator('[name=name]').inputValue()).toBe('');
  await expect.poll(() => buyer.getByLabel('Street').inputValue()).toBe('1 Lane');
  await expect.poll(() => buyer.locator('[name=total]').inputValue()).toBe(`${490 + 1290}`);
}

test('C-4.05 C-4.14 C-4.15 C-4.16 on /admin administrators come in, other accounts do not and are told why; a forgotten password is no end', async () => {
  const { product, admin: switcher } = await outThere();
  const admin = await makeAdmin(product);
  const eve = Object.assign(product.visitor(), { email: newEmail('Eve'), uid: '' });
  await eve.auth('sign-up/email', { name: 'Eve', email: eve.email, password });
  const owner = await product.owner();
  await switcher.call('setMaintenance', { enabled: true, message });

  const window = await openWindow(product.url, { viewport: phone }, new RegExp(`${complaints.source}|status of 403`));
  await window.goto('/admin');
  await window.getByRole('heading', { name: 'Admin access' }).waitFor();
  await window.getByText('Only administrators can sign in here.').waitFor();
  expect(await window.getByRole('link', { name: 'Sign up' }).and(window.locator('main *')).count()).toBe(0);
  await signInHere(window, owner);
  await window.getByText(message).waitFor();
  await signOutHere(window);
  await signInHere(window, owner);
  await window.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  await window.reload();
  await window.getByText(message).waitFor();
  expect(await window.getByLabel('Password').count()).toBe(0);
  await signOutHere(window);

  await signInHere(window, eve);
  await window.getByText('You cannot sign in yet with what you typed').waitFor();
  await window.getByRole('link', { name: 'Forgot your password?' }).click();
  await window.getByRole('heading', { name: 'Set a new password' }).waitFor();
  await window.getByLabel('Email').fill(admin.email);
  await window.getByRole('button', { name: 'Send me the link' }).click();
  await window.goto(linkIn(await product.mailbox.find(admin.email, 'password')));
  await window.getByLabel('New password', { exact: true }).fill(password);
  await window.getByRole('button', { name: 'Set the password' }).click();
  await window.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await window.getByRole('heading', { name: 'Admin access' }).waitFor();
  await signInHere(window, admin);
  await window.getByText('Maintenance is on: only administrators get in.').waitFor();
  await window.goto('/about');
  await window.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await window.goto('/items');
  await window.getByRole('heading', { name: 'My Items' }).waitFor();

  await window.goto('/admin');
  await window.getByText('Maintenance is on: only administrators get in.').waitFor();
  await runAdminCommand(product, 'disable', admin.email);
  await window.getByText('This account has been closed.').waitFor();
  await window.getByRole('heading', { name: 'Admin access' }).waitFor();
});

test('C-1.04 C-3.05 C-4.12 C-6.03 what waits for an administrator appears while they look; their switch asks first, closes, says so, and opens again; of two administrators each changes what they changed, and sees what the other did', async () => {
  const { product, admin } = await outThere();
  const visitor = await openWindow(product.url, {}, complaints);
  await visitor.goto('/about');
  const openForAdmin = async () => {
    const page = await openWindow(product.url, {}, complaints);
    await giveCookies(page.context(), product, admin.cookies);
    return page;
  };
  const [one, two] = [await openForAdmin(), await openForAdmin()];
  await one.goto('/admin');
  await one.getByText('Emails become files in DATA_DIR/mail, and reach nobody.').waitFor();
  const { hash } = await makeItem(await product.owner());
  const finder = product.visitor();
  await finder.call('reportTag', { hash, key: crypto.randomUUID(), reason: 'planted' });
  await one.getByRole('link', { name: 'Reports of tags' }).waitFor();
  for (let n = 0; n < 9; n++) await finder.call('reportFound', { hash, key: crypto.randomUUID(), text: 'Found it.' });
  await one.getByText('Messages that are held and unread').waitFor();
  await one.getByRole('link', { name: 'Reports of tags' }).click();
  await one.getByRole('button', { name: 'Done' }).click();
  await one.getByText('No report is open.').waitFor();

  await one.getByRole('link', { name: 'Settings', exact: true }).click();
  await one.getByRole('link', { name: 'Site', exact: true }).click();
  await one.getByText('The site is open.').waitFor();
  await one.getByLabel('Message').fill('');
  await one.getByRole('button', { name: 'Close for maintenance' }).click();
  const dialog = one.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await one.getByText('The site is open.').waitFor();

  await one.getByLabel('Message').fill(message);
  await one.getByLabel('Keep the tags’ pages open').check();
  await one.getByRole('button', { name: 'Close for maintenance' }).click();
  await dialog.getByRole('button', { name: 'Close the site' }).click();
  await one.getByText('only administrators get in, and finders to the tags’ pages.').waitFor();
  await visitor.getByText(message).waitFor();
  await one.getByRole('button', { name: 'Open the site' }).click();
  await one.getByText('The site is open.').waitFor();
  await visitor.getByRole('heading', { level: 1, name: 'About' }).waitFor();

  await two.goto('/admin/site');
  await two.getByText('The site is open.').waitFor();
  await one.getByLabel('Message').fill('Back at noon.');
  await one.getByRole('button', { name: 'Save changes' }).click();
  const messageIn = (window: Page) => () => window.getByLabel('Message').inputValue();
  await expect.poll(messageIn(two)).toBe('Back at noon.');
  await two.getByRole('button', { name: 'Close for maintenance' }).click();
  await two.getByRole('dialog').getByRole('button', { name: 'Close the site' }).click();
  await one.getByText('only administrators get in, and finders to the tags’ pages.').waitFor();
  expect(await admin.call('getMaintenance', {})).toMatchObject({ enabled: true, message: 'Back at noon.' });

  await one.getByLabel('Message').fill('Back at one.');
  await two.getByLabel('Message').fill('Back at two.');
  await two.getByRole('button', { name: 'Save changes' }).click();
  await one.getByText('It is now “Back at two.”').waitFor();
  expect(await messageIn(one)()).toBe('Back at one.');
  await one.getByRole('button', { name: 'Discard mine' }).click();
  await expect.poll(messageIn(one)).toBe('Back at two.');
  await two.getByRole('button', { name: 'Open the site' }).click();
  await one.getByText('The site is open.').waitFor();
  await one.getByLabel('Message').fill(message);
  await one.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(messageIn(two)).toBe(message);
  expect(await admin.call('getMaintenance', {})).toMatchObject({ enabled: false, keepTagPagesOpen: true });
});

test('C-8.03 C-2.17 when the check fails the app says so, and reading the page again helps', async () => {
  const { product } = await outThere();
  const visitor = await openWindow(`http://localhost:${product.port}`);
  const documents = documentsOf(visitor);
  // It asks again by itself too: that goes on failing, for as long as this document is there.
  await visitor.route('**/getMaintenance', (route) =>
    documents.length === 1 ? route.fulfill({ body: 'no JSON' }) : route.continue(),
  );
  await visitor.route('**/live/everybody', (route) => route.fulfill({ status: 204 }));
  await visitor.goto('/signin');
  await visitor.getByText('Error checking maintenance status').waitFor();
  await visitor.getByText('Please try refreshing the page or contact support if the issue persists.').waitFor();
  await visitor.getByRole('button', { name: 'Refresh Page' }).click();
  await visitor.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('during maintenance with tag pages open an owner marks the item lost there, and nothing leads to what is closed', async () => {
  const { product, admin } = await outThere();
  const window = await openWindow(product.url, { viewport: phone }, complaints);
  const { owner, path, person, id } = await ownerWithTag(product, window);
  await owner.goto(path);
  await owner.getByRole('link', { name: /^Details/ }).waitFor();
  await admin.call('setMaintenance', { enabled: true, keepTagPagesOpen: true });
  await owner.getByRole('link', { name: /^Details/ }).waitFor({ state: 'detached' });
  await owner.reload();
  await owner.getByRole('button', { name: 'Mark as lost' }).click();
  await owner.getByText('Lost since').waitFor();
  await expect.poll(async () => (await person.call('getItem', { id })).lostAt).not.toBeNull();
  expect(await owner.getByRole('link', { name: /^Details/ }).count()).toBe(0);
  await admin.call('setMaintenance', { enabled: false });
  await owner.getByRole('link', { name: /^Details/ }).waitFor();
});

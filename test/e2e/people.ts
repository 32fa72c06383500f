import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { findRunningPostgres } from '../../server/db/embedded/start.ts';
import { linkIn } from '../mailbox.ts';
import { type Administrator, drawPicture, makeItem, newEmail, type Person, password, proveNewFactor } from '../make.ts';
import { openWindow } from './browser.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

const run = promisify(execFile);
const dayMs = 86_400_000;

/** Somebody with an account, made over HTTP, who is signed in in this window. It opens no page. */
export async function signUp(product: Product, page: Page): Promise<Person> {
  const person = await product.owner();
  await giveCookies(page.context(), product, person.cookies);
  return person;
}

export async function signUpByForm(product: Product, page: Page): Promise<{ email: string }> {
  const email = newEmail();
  await fillSignUp(page, email);
  await page.goto(linkIn(await product.mailbox.find(email, 'Confirm')));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  return { email };
}

export async function fillSignUp(page: Page, email: string, typed = password): Promise<void> {
  await page.goto('/signup');
  await fillSignUpHere(page, email, typed);
}

export async function fillSignUpHere(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
}

/** Signs up where a page asks for an account, and comes back to it. */
export async function signUpOnTheWay(product: Product, page: Page, email: string): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Name').fill('Bob');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.goto(linkIn(await product.mailbox.find(email, 'Confirm')));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
}

export async function typeSignIn(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signIn(page: Page, email: string, at = '/signin'): Promise<void> {
  await page.goto(at);
  await typeSignIn(page, email);
  await page.waitForURL('**/items');
}

/** Somebody with an account, in a new window that opened no page yet. */
export async function signedUp(options?: BrowserContextOptions, ...expected: RegExp[]) {
  const product = await sharedProduct();
  const page = await openWindow(product.url, options, ...expected);
  return { product, page, owner: await signUp(product, page) };
}

export async function ownerOfTag(given?: Product) {
  const product = given ?? (await sharedProduct());
  const person = await product.owner();
  const { id, hash } = await makeItem(person);
  return { product, person, email: person.email, id, hash, path: `/item/${hash}` };
}

/** The same, in a window that opened no page yet. */
export async function ownerWithTag(given?: Product, window?: Page) {
  const made = await ownerOfTag(given);
  const owner = window ?? (await openWindow(made.product.url));
  await giveCookies(owner.context(), made.product, made.person.cookies);
  return { ...made, owner };
}

/** A finder taps the first answer on the page of a tag. */
export async function haveIt(finder: Page, path: string): Promise<void> {
  await finder.goto(path);
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
}

export async function openThread(owner: Page, words: RegExp): Promise<void> {
  await owner.goto('/inbox');
  await owner.getByRole('link', { name: words }).click();
}

/** What is asked about in a dialog, whose button has the same words. */
export async function pressAndConfirm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

/** Of an item that is edited. */
export async function openArchiveOrDelete(page: Page): Promise<void> {
  await page.getByText('Archive or delete').click();
}

/** Of My Items. */
export async function openMenu(page: Page): Promise<void> {
  await page.locator('#app[data-started]').waitFor();
  await page.getByRole('main').locator('summary', { hasText: 'More' }).click();
}

/** For an item that is edited or new. */
export async function choosePicture(page: Page, bytes: Uint8Array): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes) });
}

/** Chooses a picture, and the part that is offered. */
export async function usePicture(page: Page): Promise<void> {
  await choosePicture(page, await drawPicture(400));
  await page.getByRole('button', { name: 'Use this part' }).click();
}

/** In the form of an item. */
export async function saveItem(page: Page, label: 'Name' | 'Note to the finder', text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** In the conversation's menu. */
export async function blockFinder(page: Page, verb = 'Block'): Promise<void> {
  await page.locator('main summary').click();
  await page.getByRole('button', { name: verb }).click();
  await page.getByRole('dialog').getByRole('button', { name: verb }).click();
}

/** The browser has these cookies of the product, and has them still when it is started again. */
export async function giveCookies(
  context: BrowserContext,
  { url }: Product,
  cookies: Iterable<[name: string, value: string]>,
): Promise<void> {
  const expires = (Date.now() + dayMs) / 1000;
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true, expires })));
}

/** Makes an administrator of somebody, who proves a second factor in their session. */
export async function grantAdministration(product: Product, person: Person): Promise<Administrator> {
  await giveRole(product, person);
  return proveNewFactor(person);
}

export function giveRole(product: Product, { uid }: Person): Promise<void> {
  return changeDatabase(product, 'update users set role = $1 where uid = $2', ['admin', uid]);
}

/** Past the product, for what would take its command or many calls. */
export async function changeDatabase({ dataDir }: Product, change: string, values: string[] = []): Promise<void> {
  const client = new Client((await findRunningPostgres(dataDir)) ?? {});
  await client.connect();
  await client.query(change, values).finally(() => client.end());
}

/** Where the second factor is asked for: types a recovery code that was not used yet. */
export async function proveHere(page: Page, { recoveryCodes }: Administrator): Promise<void> {
  await page.getByLabel('Code').fill(recoveryCodes.pop() ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
}

/** @returns what the command said */
export async function runAdminCommand(
  { dataDir }: Product,
  command: 'grant' | 'disable' | 'enable' | 'make-tags' | 'reset-link' | 'retire-tag',
  given: string,
): Promise<string> {
  const { PATH = '', HOME = '/' } = process.env;
  return (await run('bin/admin', [command, given], { env: { PATH, HOME, DATA_DIR: dataDir } })).stdout;
}

/** On the page where an owner shares an item or hands it over. @returns the link of an invitation */
export async function makeLink(owner: Page): Promise<string> {
  await owner.getByRole('button', { name: 'Make a link' }).click();
  return (await owner.getByRole('status').getByText('/invitation?token=').textContent()) ?? '';
}

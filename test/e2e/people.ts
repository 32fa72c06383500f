import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { linkIn } from '../mailbox.ts';
import { password } from '../make.ts';
import { openWindow } from './browser.ts';
import type { Product } from './started-product.ts';

const run = promisify(execFile);
let people = 0;

/** Signs up as a newcomer does, confirms the address by the mail's link, and signs in. */
export async function signUp(product: Product, page: Page): Promise<{ email: string }> {
  const email = `ada${++people}@example.com`;
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.goto(linkIn(await product.mailbox.find(email, 'Confirm')));
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
  await signIn(page, email);
  return { email };
}

/** @param at the page to do it at */
export async function signIn(page: Page, email: string, at = '/signin'): Promise<void> {
  await page.goto(at);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/items');
}

/** Adds an item and ends on its page; gives the page's path. */
export async function addTag(page: Page, name = 'Blue backpack', note = 'It has my passport in it.'): Promise<string> {
  await page.goto('/items');
  await page.getByRole('link', { name: 'Add a tag' }).first().click();
  await page.getByLabel('Name').fill(name);
  await page.getByText('Bag or backpack').click();
  await page.getByLabel('Note to the finder').fill(note);
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await page.waitForURL('**/item/*');
  return new URL(page.url()).pathname;
}

/** An owner in a window of their own, and the path of a tag of theirs. */
export async function ownerWithTag(product: Product, given?: Page) {
  const page = given ?? (await openWindow(product.url));
  const { email } = await signUp(product, page);
  return { owner: page, email, path: await addTag(page) };
}

/** The finder reads the page for as long as a person does at least. */
export async function openAsFinder(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForTimeout(1_100);
}

/** What the operator does to the account of this address, beside the running product. */
export async function operate({ dataDir }: Product, command: 'grant' | 'disable', email: string): Promise<void> {
  const { PATH = '', HOME = '/' } = process.env;
  await run('bin/admin', [command, email], { env: { PATH, HOME, DATA_DIR: dataDir } });
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { linkIn } from '../mailbox.ts';
import { password } from '../make.ts';
import { openWindow, phone } from './browser.ts';
import { signIn, signUp } from './people.ts';
import { type Product, startProduct } from './started-product.ts';

const run = promisify(execFile);

/** npm run admin, beside the running product. */
async function admin(product: Product, ...words: string[]): Promise<string> {
  const { PATH = '', HOME = '/' } = process.env;
  const env = { PATH, HOME, PORT: `${product.port}`, DATA_DIR: product.dataDir };
  const { stdout } = await run(join(import.meta.dirname, '../../bin/admin'), words, { env });
  return stdout;
}

async function trySignIn(page: Page, email: string, typed = password): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(typed);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('C-4.01 C-4.02 C-2.16 the state is loading, then signed in; it survives reloads and a restart of the browser', async () => {
  const product = await startProduct();
  const owner = await openWindow(product.url);
  await signUp(product, owner);
  let answer = () => {};
  await owner.route('**/auth/token', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  await owner.reload();
  await owner.getByText('Loading authentication...').waitFor();
  answer();
  await owner.getByRole('heading', { name: 'My Items' }).waitFor();

  const storageState = await owner.context().storageState();
  expect(storageState.cookies.every(({ expires }) => expires > Date.now() / 1000), 'none ends with the browser').toBe(true);
  const restarted = await openWindow(product.url, { storageState });
  await restarted.goto('/items');
  await restarted.getByRole('heading', { name: 'My Items' }).waitFor();
});

test('C-4.05 C-7.07 who has not confirmed the address is signed out, told so, and can have the mail sent again', async () => {
  const product = await startProduct();
  const page = await openWindow(product.url, { viewport: phone });
  const email = 'eve@example.com';
  await product.visitor().auth('sign-up/email', { name: 'Eve', email, password });
  const first = linkIn(await product.mailbox.find(email, 'Confirm'));
  await trySignIn(page, email).catch(() => {});
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.getByText(email).waitFor();
  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await page.getByText('A new link is on its way').waitFor();
  await page.goto('/items');
  expect(new URL(page.url()).pathname).toBe('/signin');
  await page.goto(first);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
  await signIn(page, email);
});

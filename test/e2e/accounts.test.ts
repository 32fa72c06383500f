import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { answeredByHeader } from '../../browser/server-away.ts';
import { linkIn } from '../mailbox.ts';
import { newEmail, password, signIn as signInAgain } from '../make.ts';
import { failures, holdBack, openWindow, phone, refusals } from './browser.ts';
import { giveCookies, giveRole, runAdminCommand, signedUp, signIn, signUp, typeSignIn } from './people.ts';
import { sharedProduct } from './shared-product.ts';

async function trySignIn(page: Page, email: string, typed = password): Promise<void> {
  await page.goto('/signin');
  await typeSignIn(page, email, typed);
}

test('C-4.01 C-4.02 C-2.16 C-6.04 the state is loading, then signed in; it survives reloads and a restart of the browser; an administrator whose role cannot be read is told so, and is none', async () => {
  const product = await sharedProduct();
  const owner = await openWindow(product.url);
  const person = await product.owner();
  await signIn(owner, person.email);
  const answer = await holdBack(owner, '**/auth/token');
  // The document of a page for signed-in people says who is signed in; this one has to ask.
  await owner.goto('/signin');
  await owner.getByText('Loading authentication...').waitFor();
  answer();
  await owner.getByRole('heading', { name: 'My Items' }).waitFor();

  const storageState = await owner.context().storageState();
  expect(
    storageState.cookies.every(({ expires }) => expires > Date.now() / 1000),
    'none ends with the browser',
  ).toBe(true);
  const restarted = await openWindow(product.url, { storageState });
  await restarted.goto('/items');
  await restarted.getByRole('heading', { name: 'My Items' }).waitFor();

  await giveRole(product, person);
  await restarted.goto('/admin');
  await restarted.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await restarted.route('**/auth/token', async (route) => {
    const { user, ...token } = await (await route.fetch()).json();
    await route.fulfill({
      headers: { [answeredByHeader]: 'Handback' },
      json: { ...token, user: { ...user, role: null }, problem: 'Error checking admin status' },
    });
  });
  await restarted.reload();
  await restarted.getByRole('heading', { name: 'This page is for administrators' }).waitFor();
  await restarted.getByText('Error checking admin status').waitFor();
});

test('C-4.05 C-7.07 C-8.01 C-8.04 who has not confirmed the address is signed out, told so, and can have the mail sent again; what goes wrong while signing in is said in one sentence', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone }, refusals, failures);
  const email = newEmail('Eve');
  await product.visitor().auth('sign-up/email', { name: 'Eve', email, password });
  const first = linkIn(await product.mailbox.find(email, 'Confirm'));
  await trySignIn(page, email);
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await page.getByText(`Our email to ${email} says how to go on`).waitFor();
  await page.getByRole('button', { name: 'Send the mail again' }).click();
  await page.getByText('A new link is on its way').waitFor();
  await page.goto('/items');
  expect(new URL(page.url()).pathname).toBe('/signin');
  await page.goto(first);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'My Items' }).click();
  await page.getByRole('heading', { name: 'My Items' }).waitFor();

  await page.context().clearCookies();
  const said = async () => (await page.getByRole('alert').textContent()) ?? '';
  await trySignIn(page, email, 'wrong password');
  const wrongPassword = await said();
  expect(wrongPassword).toContain('do not match');
  await trySignIn(page, 'nobody@example.com');
  expect(await said(), 'an unknown address').toBe(wrongPassword);
  await page.goto('/signin');
  await page.getByLabel('Email').waitFor();
  await page.context().setOffline(true);
  await typeSignIn(page, email);
  expect(await said()).toContain('We could not reach the server.');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  await page.context().clearCookies();
  await page.evaluate(async (address) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: address, password: 'wrong password' });
    for (let n = 0; n < 10; n++) await fetch('/auth/sign-in/email', { method: 'POST', headers, body });
  }, email);
  await trySignIn(page, email);
  expect(await said()).toContain('Too many tries');
});

test('C-7.03 signing out in one tab signs out the others at once, and signing in signs them in', async () => {
  const product = await sharedProduct();
  // A tab may ask for something just as the other ends their session.
  const first = await openWindow(product.url, {}, failures, refusals);
  const { email } = await signUp(product, first);
  const elsewhere = await openWindow(product.url);
  await giveCookies(elsewhere.context(), product, (await signInAgain(product.visitor(), email)).cookies);
  // Without live events: the tabs tell each other.
  await first.context().route('**/live', (route) => route.abort());
  const second = await first.context().newPage();
  await second.goto('/inbox');
  await second.getByRole('heading', { name: 'Messages' }).first().waitFor();
  await first.goto('/profile');
  await first.getByRole('button', { name: 'Sign out', exact: true }).click();
  await second.waitForURL('**/signin?next=%2Finbox');
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  await elsewhere.goto('/items');
  await elsewhere.getByRole('heading', { name: 'My Items' }).waitFor();

  await signIn(first, email);
  await second.waitForURL('**/inbox');
});

test('C-8.04 a disabled account is out at once in every tab, told why, and cannot come back until enabled', async () => {
  const {
    product,
    page: owner,
    owner: { email },
  } = await signedUp({}, refusals);
  await owner.goto('/items');
  const publicPage = await owner.context().newPage();
  await publicPage.goto('/about');
  await publicPage.getByRole('link', { name: 'Profile' }).first().waitFor();
  const words = owner.getByText('This account has been closed.');

  expect(await runAdminCommand(product, 'disable', email)).toContain('cannot sign in');
  await owner.waitForURL('**/signin?reason=user-disabled&next=%2Fitems');
  await words.waitFor();
  await publicPage.getByRole('link', { name: 'Sign In' }).first().waitFor();
  await publicPage.goto('/items');
  await publicPage.waitForURL('**/signin?next=%2Fitems');
  await publicPage.getByText('This account has been closed.').waitFor();
  await trySignIn(owner, email);
  await owner.getByRole('alert').getByText('This account has been closed.').waitFor();

  await runAdminCommand(product, 'enable', email);
  const link = /http\S+/.exec(await runAdminCommand(product, 'reset-link', email))?.[0] ?? '';
  await owner.goto(link.slice(new URL(link).origin.length));
  await owner.getByLabel('New password').fill('a brand new password');
  await owner.getByRole('button', { name: 'Set the password' }).click();
  await owner.getByRole('heading', { name: 'Your password is changed' }).waitFor();
  await trySignIn(owner, email, 'a brand new password');
  await owner.waitForURL('**/items');
});

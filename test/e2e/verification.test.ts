import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { linkIn } from '../mailbox.ts';
import { newEmail, password } from '../make.ts';
import { openWindow, refusals } from './browser.ts';
import { fillSignUpHere, signedUp, signIn, signUp, typeSignIn } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

const confirmed = { name: 'Your address is confirmed' };

async function unconfirmed(product: Product, email: string): Promise<string> {
  await product.visitor().auth('sign-up/email', { name: 'Eve', email, password });
  return linkIn(await product.mailbox.find(email, 'Confirm'));
}

async function confirmWithPassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByRole('heading', confirmed).waitFor();
}

test('C-2.05 a verification link: used again it is still good, forged or mangled it leads to a new one', async () => {
  const product = await sharedProduct();
  const eve = newEmail('Eve');
  const page = await openWindow(product.url, {}, refusals);
  const link = await unconfirmed(product, eve);
  const forged = await new SignJWT({ email: eve })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('a key of nobody, long enough to sign with'));
  for (const bad of [`/auth/emailverification?token=${forged}`, `${link}x`, '/auth/emailverification?token=%00']) {
    await page.goto(bad);
    await page.getByText('This link has been used or has expired.').waitFor();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  }
  for (const _time of ['first', 'again']) {
    await page.goto(link);
    await page.getByText(eve).waitFor();
    await confirmWithPassword(page);
  }
  await page.getByRole('main').getByRole('link', { name: 'My Items' }).click();
  await page.waitForURL('**/items');
});

test('where somebody was going who signed up is reached from the browser of their mails too, and from the one where they signed up', async () => {
  const product = await sharedProduct();
  const here = await openWindow(product.url);
  const email = newEmail('Eve');
  await here.goto('/items/print');
  await here.getByRole('link', { name: 'Sign up', exact: true }).click();
  await fillSignUpHere(here, email);
  const elsewhere = await openWindow(product.url, {}, refusals);
  await elsewhere.goto(linkIn(await product.mailbox.find(email, 'Confirm')));
  await confirmWithPassword(elsewhere);
  await elsewhere.getByRole('link', { name: 'Go on' }).click();
  await elsewhere.waitForURL('**/items/print');
  await here.getByRole('link', { name: 'Already confirmed? Sign in' }).click();
  await typeSignIn(here, email);
  await here.waitForURL('**/items/print');
});

test('who follows the link of a sign-up that is not theirs is asked for its password, and can set one of their own', async () => {
  const product = await sharedProduct();
  const ada = newEmail('Ada');
  const page = await openWindow(product.url, {}, refusals);
  await page.goto(await unconfirmed(product, ada));
  await page.getByLabel('Password', { exact: true }).fill('a password of my own');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.getByText('This is not the password of that sign-up.').waitFor();
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await page.getByLabel('Email').fill(ada);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await page.getByText('Check your mail').waitFor();
  await page.goto(linkIn(await product.mailbox.find(ada, 'Set your password')));
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
  await signIn(page, ada);
});

test('C-7.04 C-2.05 where somebody else is signed in, a new password for an account leaves them so, and a verification link confirms its own account; both say who is here', async () => {
  const { product, page, owner } = await signedUp();
  const isHere = () => page.getByText(`On this device ${owner.email} is signed in.`).waitFor();
  const other = await product.owner('Eve');
  await other.auth('request-password-reset', { email: other.email });
  await page.goto(linkIn(await product.mailbox.find(other.email, 'new password')));
  await page.getByLabel('New password').fill('a brand new password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByRole('heading', { name: 'Your password is changed' }).waitFor();
  await isHere();
  await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor();

  const eve = newEmail('Eve');
  await page.goto(await unconfirmed(product, eve));
  await confirmWithPassword(page);
  await isHere();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await typeSignIn(page, eve);
  await page.waitForURL('**/items');
});

test('the address of an account changes when both addresses agree', async () => {
  const product = await sharedProduct();
  const countess = newEmail('Countess');
  const page = await openWindow(product.url, {}, refusals);
  const { email } = await signUp(product, page);
  await page.goto('/profile/account');
  await page.getByLabel('New email').fill(email);
  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByText('This is your address already.').waitFor();
  await page.getByLabel('New email').fill(countess);
  await page.getByRole('button', { name: 'Change the address' }).click();
  await page.getByText('Check your mail').waitFor();

  const elsewhere = await openWindow(product.url, {}, refusals);
  await elsewhere.goto(linkIn(await product.mailbox.find(email, 'Allow a new address')));
  await elsewhere.getByText(`from ${email} to ${countess}`).waitFor();
  await elsewhere.getByRole('button', { name: 'Allow the change' }).click();
  await elsewhere.getByRole('heading', { name: 'Now confirm the new address' }).waitFor();

  const link = linkIn(await product.mailbox.find(countess, 'Confirm your new address'));
  await elsewhere.goto(link);
  await elsewhere.getByRole('button', { name: 'Confirm my new address' }).click();
  await elsewhere.getByText('Sign in to your account first').waitFor();
  await elsewhere.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await typeSignIn(elsewhere, email);
  await elsewhere.getByRole('button', { name: 'Confirm my new address' }).click();
  await elsewhere.getByRole('heading', { name: 'Your address is changed' }).waitFor();

  await page.getByText(countess).first().waitFor();
  expect(new URL(page.url()).pathname, 'the open page follows').toBe('/profile/account');
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { linkIn, openMailbox } from '../mailbox.ts';
import { password } from '../make.ts';
import { openWindow, phone, recogniseByDevice, refusals } from './browser.ts';
import { giveRole, ownerWithTag, runAdminCommand, signedUp, signIn, signUp, signUpByForm } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import { startProduct } from './started-product.ts';

const patiently = { timeout: 20_000 };

test('on a phone: name, password, places, mails and data of one’s own', async () => {
  const product = await sharedProduct();
  const owner = await openWindow(product.url, { viewport: phone }, refusals);
  const { email } = await signUpByForm(product, owner);
  const elsewhere = await openWindow(product.url, {}, refusals);
  await signIn(elsewhere, email);
  await owner.goto('/profile');
  for (const typed of ['Countess', ' <i>Countess</i> ']) {
    await owner.getByLabel('Name', { exact: true }).fill(typed);
    await owner.getByRole('button', { name: 'Save', exact: true }).click();
    await owner.getByText('Saved.').waitFor();
  }
  await expect
    .poll(() => owner.getByLabel('Name', { exact: true }).inputValue(), { message: 'what is stored' })
    .toBe('Countess');

  const places = owner.locator('section', { hasText: 'Where you are signed in' }).getByRole('listitem');
  await expect.poll(() => places.count()).toBe(2);
  expect(await places.first().textContent()).toContain('This device');
  expect(await places.first().textContent()).toContain('Chrome on Linux');

  await owner.getByLabel('Email me when a finder writes').uncheck();
  await owner.locator('section', { hasText: 'Notifications' }).getByText('Saved.').waitFor();
  await owner.reload();
  await expect.poll(() => owner.getByLabel('Email me when a finder writes').isChecked()).toBe(false);

  const download = owner.waitForEvent('download');
  await owner.getByRole('link', { name: 'Download my data' }).click();
  const zip = await readFile(await (await download).path());
  expect(zip.subarray(0, 2).toString(), 'a zip').toBe('PK');

  await changePassword(owner, 'wrong password');
  await owner.getByText('This is not your password.').waitFor();
  await changePassword(owner, password);
  await owner.getByText('Your password is changed').waitFor();
  await elsewhere.waitForURL('**/signin?reason=user-token-expired&next=%2Fitems');
  await elsewhere.getByText('Your session has ended. Please sign in again.').waitFor();
  await expect.poll(() => places.count()).toBe(1);

  await owner.context().clearCookies();
  await owner.getByRole('link', { name: 'Download my data' }).click();
  await owner.waitForURL('**/signin?next=%2Fprofile');
});

test('an account is deleted after a pause, in which it can be kept: on every page, and by the mail’s link', async () => {
  const {
    product,
    page: owner,
    owner: { email },
  } = await signedUp({ viewport: phone }, refusals);
  const notice = owner.getByText(/^Your account will be deleted on /);
  await owner.goto('/profile');
  await owner.getByRole('button', { name: 'Delete my account' }).click();
  const typed = owner.getByLabel('Your password');
  await typed.fill('wrong password');
  await owner.keyboard.press('Enter');
  await owner.getByText('This is not your password.').waitFor();
  expect(await typed.getAttribute('aria-invalid')).toBe('true');
  await owner.keyboard.press('Escape');
  await owner.getByRole('button', { name: 'Delete my account' }).click();
  expect([await typed.inputValue(), await typed.getAttribute('aria-invalid')], 'closed is forgotten').toEqual([
    '',
    null,
  ]);
  await owner.getByRole('button', { name: 'Cancel' }).click();
  expect(await notice.count()).toBe(0);

  await requestDeletion(owner);
  await notice.waitFor();
  await owner.goto('/items');
  await notice.waitFor();
  const elsewhere = await openWindow(product.url);
  await signIn(elsewhere, email);
  await elsewhere.getByRole('button', { name: 'Keep my account' }).click();
  await notice.waitFor({ state: 'hidden' });

  await owner.goto('/profile');
  await requestDeletion(owner);
  await notice.waitFor();
  const mails = await product.mailbox.find(email, 'will be deleted');
  const stranger = await openWindow(product.url, {}, refusals);
  await stranger.goto(linkIn(mails));
  await stranger.getByRole('button', { name: 'Keep my account' }).click();
  await stranger.getByText('This link undoes nothing').waitFor();
});

test('an owner reads above their items, in the profile and with the messages that mail is refused, until one arrives', async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const product = await startProduct({ mailbox });
  const { owner, email, hash } = await ownerWithTag(product);
  const report = { hash, key: crypto.randomUUID(), text: 'Found' };
  const notices = async (page: string, marker: string) => {
    await owner.goto(page);
    await owner.getByText(marker).first().waitFor();
    return owner.getByText(`Our mail to ${email} does not arrive.`).count();
  };
  const onProfile = () => notices('/profile', 'Email me when a finder writes');
  mailbox.treats.set(email, '550 5.2.2 Mailbox full');
  await product.visitor().call('reportFound', report);
  await expect.poll(onProfile, patiently).toBe(1);
  expect(await notices('/inbox', 'Blue backpack')).toBe(1);
  await owner.goto('/items');
  await owner.getByText(`Our mail to ${email} does not arrive.`).waitFor();
  await owner.getByRole('alert').getByRole('link', { name: 'profile' }).click();
  await owner.waitForURL('**/profile');

  mailbox.treats.clear();
  await product.visitor().auth('request-password-reset', { email });
  await expect.poll(onProfile, patiently).toBe(0);
});

test('a language chosen on the profile is that of the page and of other browsers, and nothing typed is lost', async () => {
  const {
    product,
    page: owner,
    owner: { email },
  } = await signedUp();
  await owner.goto('/profile');
  await owner.getByLabel('Name', { exact: true }).fill('Countess');
  await owner.getByLabel('New email').fill('countess@example.com');
  const choice = owner.getByRole('combobox', { name: 'Language' });
  await expect.poll(() => choice.inputValue()).toBe('en');
  await choice.selectOption({ label: 'Deutsch' });
  await owner.getByRole('button', { name: 'Change the language' }).click();

  await owner.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
  expect(await owner.locator('html').getAttribute('lang')).toBe('de');
  await expect.poll(() => owner.getByLabel('Name', { exact: true }).inputValue()).toBe('Countess');
  await expect.poll(() => owner.getByLabel('Neue E-Mail').inputValue()).toBe('countess@example.com');
  await expect.poll(() => owner.getByRole('combobox', { name: 'Sprache' }).inputValue()).toBe('de');
  await owner.getByText('Ein unbekanntes Gerät').first().waitFor();
  await owner.goto('/profile');
  await owner.getByRole('heading', { name: 'Wo Sie angemeldet sind' }).waitFor();

  const elsewhere = await openWindow(product.url);
  await signIn(elsewhere, email);
  await elsewhere.goto('/profile');
  await elsewhere.getByRole('heading', { name: 'Profil', exact: true }).waitFor();
});

async function changePassword(owner: Page, current: string): Promise<void> {
  await owner.getByLabel('Current password').fill(current);
  await owner.getByLabel('New password').fill('a brand new password');
  await owner.getByRole('button', { name: 'Change the password' }).click();
}

async function requestDeletion(owner: Page): Promise<void> {
  await owner.getByRole('button', { name: 'Delete my account' }).click();
  await owner.getByLabel('Your password').fill(password);
  await owner.getByRole('button', { name: 'Delete in 7 days' }).click();
}

test('a browser without passkeys is not offered one in the profile, for administration or at sign-in, and is told why', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url);
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await giveRole(product, await signUp(product, page));
  for (const path of ['/profile', '/admin']) {
    await page.goto(path);
    await page.getByText('This browser cannot use passkeys').waitFor();
    expect(await page.getByText('Add passkey').count(), path).toBe(0);
  }
  await page.getByLabel('Code from the app').waitFor();
  await page.context().clearCookies();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('Use a passkey').count()).toBe(0);
});

test('a new password by a mailed link removes each passkey that is not kept on its page, and so does signing out elsewhere', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone }, refusals);
  await recogniseByDevice(page);
  const { email } = await signUp(product, page);
  const passkeys = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
  const addPasskey = async () => {
    await passkeys.getByText('Add passkey').first().click();
    await passkeys.getByLabel('Name of the passkey').fill('Old phone');
    await passkeys.locator('#passkey-password').fill(password);
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await passkeys.getByRole('listitem').filter({ hasText: 'Old phone' }).waitFor();
  };
  const signInByPasskey = async () => {
    await page.context().clearCookies();
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
  };
  const resetPassword = async (keeps: boolean) => {
    const link = /\/auth\/reset\S+/.exec(await runAdminCommand(product, 'reset-link', email))?.[0] ?? '';
    await page.context().clearCookies();
    await page.goto(link);
    await page.getByText('The others are removed').waitFor();
    if (keeps) await page.getByRole('checkbox', { name: 'Keep “Old phone”' }).check();
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Your password is changed').waitFor();
  };

  await page.goto('/profile');
  await addPasskey();
  await resetPassword(true);
  await signInByPasskey();
  await page.waitForURL('**/items');
  await resetPassword(false);
  await signInByPasskey();
  await page.getByText('The passkey did not work.').waitFor();

  await signIn(page, email);
  await signIn(await openWindow(product.url, {}, refusals), email);
  await page.goto('/profile');
  await passkeys.getByText('There is none yet.').waitFor();
  await addPasskey();
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/getSecondFactors', (route) => held.then(() => route.continue()));
  await page.reload();
  const signOut = page.getByRole('button', { name: 'Sign out everywhere else' });
  await signOut.waitFor();
  expect(await signOut.isEnabled(), 'before the passkeys are known').toBe(false);
  answer();
  await signOut.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Account password').fill('another sentence');
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await dialog.getByText('This is not your password.').waitFor();
  await dialog.getByLabel('Account password').fill(password);
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('You are signed out everywhere else.').waitFor();
  await passkeys.getByText('There is none yet.').waitFor();
});

test('whoever adds a security key that has no PIN reads that it needs one', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone });
  await recogniseByDevice(page, 'key without PIN');
  await signUp(product, page);
  await page.goto('/profile');
  const passkeys = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
  await passkeys.getByText('Add passkey').first().click();
  await passkeys.getByText('a security key with a PIN').waitFor();
  await passkeys.getByLabel('Name of the passkey').fill('Key');
  await passkeys.locator('#passkey-password').fill(password);
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  await passkeys.getByText('A security key works only with a PIN').waitFor();
});

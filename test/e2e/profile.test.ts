import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { linkIn } from '../mailbox.ts';
import { password, signIn as signInElsewhere } from '../make.ts';
import { holdBack, openWindow, phone, recogniseByDevice, refusals } from './browser.ts';
import { changeDatabase, giveCookies, giveRole, signedUp, signIn, typeSignIn } from './people.ts';

const newPassword = 'a brand new password';

test('on a phone, each in its section of the profile: name, places, mails and data of one’s own, a security key that needs a PIN, the password, and the language, which is that of other browsers too', async () => {
  const { product, page: owner, owner: person } = await signedUp({ viewport: phone }, refusals);
  await recogniseByDevice(owner, 'key without PIN');
  const elsewhere = await openWindow(product.url, {}, refusals);
  await signIn(elsewhere, person.email);
  await owner.goto('/profile');
  const open = async (section: string) => {
    const back = owner.getByRole('main').getByRole('link', { name: 'Profile', exact: true });
    if (await back.isVisible()) await back.click();
    await owner
      .getByRole('navigation', { name: 'Profile' })
      .getByRole('link', { name: new RegExp(`^${section}`) })
      .click();
    await owner.getByRole('heading', { level: 1, name: section }).waitFor();
  };
  await open('Account');
  const name = owner.getByLabel('Name', { exact: true });
  for (const typed of ['Countess', ' <i>Countess</i> ']) {
    await name.fill(typed);
    await owner.getByRole('button', { name: 'Save', exact: true }).click();
    await owner.getByText('Saved.').waitFor();
  }
  await expect.poll(() => name.inputValue(), { message: 'what is stored' }).toBe('Countess');

  await open('Security');
  const places = owner.locator('section', { hasText: 'Where you are signed in' }).getByRole('listitem');
  await expect.poll(() => places.count()).toBe(2);
  expect(await places.first().textContent()).toContain('This device');
  expect(await places.last().textContent()).toContain('Chrome on Linux');

  await open('Notifications');
  await owner.getByLabel('Email me when a finder writes').uncheck();
  await owner.getByText('Saved.').waitFor();
  await owner.reload();
  await expect.poll(() => owner.getByLabel('Email me when a finder writes').isChecked()).toBe(false);

  await open('Your data');
  const download = owner.waitForEvent('download');
  await owner.getByRole('link', { name: 'Download my data' }).click();
  const zip = await readFile(await (await download).path());
  expect(zip.subarray(0, 2).toString(), 'a zip').toBe('PK');

  await open('Security');
  await owner.getByText('Add passkey').first().click();
  await owner.getByText('a security key with a PIN').waitFor();
  await addPasskey(owner, 'Key');
  await owner.getByText('A security key works only with a PIN').waitFor();

  await changePassword(owner, 'wrong password');
  await owner.getByText('This is not your password.').waitFor();
  await changePassword(owner, password);
  await owner.getByText('Your password is changed').waitFor();
  await elsewhere.waitForURL('**/signin?reason=user-token-expired&next=%2Fitems');
  await elsewhere.getByText('Your session has ended. Please sign in again.').waitFor();
  await expect.poll(() => places.count()).toBe(1);

  await open('Language');
  const choice = owner.getByRole('combobox', { name: 'Language' });
  await expect.poll(() => choice.inputValue()).toBe('en');
  await choice.selectOption({ label: 'Deutsch' });
  await owner.getByRole('button', { name: 'Change the language' }).click();
  const heading = { name: 'Sprache', level: 1, exact: true } as const;
  await owner.getByRole('heading', heading).waitFor();
  expect(await owner.locator('html').getAttribute('lang')).toBe('de');
  await expect.poll(() => owner.getByRole('combobox', { name: 'Sprache' }).inputValue()).toBe('de');
  await typeSignIn(elsewhere, person.email, newPassword);
  await elsewhere.waitForURL('**/items');
  for (const page of [owner, elsewhere]) {
    await page.goto('/profile/language');
    await page.getByRole('heading', heading).waitFor();
  }
  await owner.goto('/profile/security');
  await owner.getByText('Ein unbekanntes Gerät').first().waitFor();
  await owner.goto('/profile/data');
  await owner.getByRole('link', { name: 'Meine Daten herunterladen' }).waitFor();
  await owner.context().clearCookies();
  await owner.getByRole('link', { name: 'Meine Daten herunterladen' }).click();
  await owner.waitForURL('**/signin?next=%2Fprofile%2Fdata');
});

test('an account is deleted after a pause, in which it can be kept on every page, not by the mail of an earlier deletion, which says so in the language of its page', async () => {
  const { product, page: owner, owner: person } = await signedUp({ viewport: phone }, refusals);
  const notice = owner.getByText(/^Your account will be deleted on /);
  await owner.goto('/profile/data');
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
  const elsewhere = await openWindow(product.url, {}, refusals);
  await giveCookies(elsewhere.context(), product, (await signInElsewhere(product.visitor(), person.email)).cookies);
  await elsewhere.goto('/items');
  await elsewhere.getByRole('button', { name: 'Keep my account' }).click();
  await notice.waitFor({ state: 'hidden' });

  await requestDeletion(owner);
  await notice.waitFor();
  await elsewhere.goto(`${linkIn(await product.mailbox.find(person.email, 'will be deleted'))}&lang=de`);
  await elsewhere.getByRole('button', { name: 'Mein Konto behalten' }).click();
  await elsewhere.getByText('Dieser Link macht nichts rückgängig').waitFor();
});

test('an owner reads above their items, in the profile and with the messages that mail does not arrive; in a browser without passkeys none is offered in the profile, for administration or at sign-in, and it is said why', async () => {
  const { product, page, owner } = await signedUp();
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  const notice = page.getByText(`Our mail to ${owner.email} does not arrive.`);
  const explainsPasskeys = async () => {
    await page.getByText('This browser cannot use passkeys').waitFor();
    expect(await page.getByText('Add passkey').count(), page.url()).toBe(0);
  };
  await page.goto('/inbox');
  await page.getByText('No messages yet').waitFor();
  expect(await notice.count(), 'of an address that takes mail').toBe(0);
  await changeDatabase(product, 'update users set mail_failed_at = now() where uid = $1', [owner.uid]);
  await page.reload();
  await notice.waitFor();
  await page.getByRole('link', { name: 'My Items', exact: true }).click();
  await page.getByRole('heading', { name: 'My Items' }).waitFor();
  await page.getByRole('alert').filter({ has: notice }).getByRole('link', { name: 'profile' }).click();
  await page.waitForURL('**/profile/account');
  await expect.poll(() => notice.count()).toBe(1);
  await page.getByRole('link', { name: /^Security/ }).click();
  await explainsPasskeys();

  await giveRole(product, owner);
  await page.goto('/admin');
  await explainsPasskeys();
  await page.getByLabel('Code from the app').waitFor();
  await page.context().clearCookies();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('Use a passkey').count()).toBe(0);
});

test('a passkey is kept on the page of a new password, and removed by signing out elsewhere', async () => {
  const { product, page, owner } = await signedUp({ viewport: phone }, refusals);
  await recogniseByDevice(page);
  const passkeys = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
  const signInByPasskey = async () => {
    await page.context().clearCookies();
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
  };
  await page.goto('/profile/security');
  await page.getByText('Add passkey').first().click();
  await addPasskey(page, 'Old phone');
  await passkeys.getByRole('listitem').filter({ hasText: 'Old phone' }).waitFor();

  await owner.auth('request-password-reset', { email: owner.email });
  await page.context().clearCookies();
  await page.goto(linkIn(await product.mailbox.find(owner.email, 'Set a new password')));
  await page.getByText('The others are removed').waitFor();
  await page.getByRole('checkbox', { name: 'Keep “Old phone”' }).check();
  await page.getByLabel('New password').fill(password);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await page.getByText('Your password is changed').waitFor();
  await signInByPasskey();
  await page.waitForURL('**/items');

  await signInElsewhere(product.visitor(), owner.email);
  const answer = await holdBack(page, '**/getSecondFactors');
  await page.goto('/profile/security');
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
  await passkeys.getByText('No passkey yet.').waitFor();
  await signInByPasskey();
  await page.getByText('The passkey did not work.').waitFor();
});

async function changePassword(owner: Page, current: string): Promise<void> {
  await owner.getByLabel('Current password').fill(current);
  await owner.getByLabel('New password').fill(newPassword);
  await owner.getByRole('button', { name: 'Change the password' }).click();
}

async function requestDeletion(owner: Page): Promise<void> {
  await owner.getByRole('button', { name: 'Delete my account' }).click();
  await owner.getByLabel('Your password').fill(password);
  await owner.getByRole('button', { name: 'Delete in 7 days' }).click();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the passkey').fill(name);
  await page.locator('#passkey-password').fill(password);
  await page.getByRole('button', { name: 'Add passkey' }).click();
}

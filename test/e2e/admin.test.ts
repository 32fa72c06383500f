import { expect, onTestFinished, test } from 'vitest';
import { openMailbox } from '../mailbox.ts';
import { password } from '../make.ts';
import { openWindow, phone } from './browser.ts';
import { grantAdministration, runAdminCommand, signIn, signUp } from './people.ts';
import { startProduct } from './started-product.ts';

const patiently = { timeout: 20_000 };

test('an administrator reads on the site’s page, on a phone too, how many mails wait and why', async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const product = await startProduct({ mailbox });
  const page = await openWindow(product.url, { viewport: phone });
  await grantAdministration(product, await signUp(product, page));
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
});

test('the first visit to /admin sets up a passkey, which signs in, is asked for after a password, and again where it weighs most', async () => {
  const product = await startProduct();
  const page = await openWindow(product.url, {}, /status of 403/);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  const { email } = await signUp(product, page);
  await runAdminCommand(product, 'grant', email);
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await page.locator('#passkey-password').fill(password);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(10);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();

  await page.context().clearCookies();
  await page.goto('/signin?next=/admin');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();

  await page.context().clearCookies();
  await signIn(page, email);
  await page.goto('/admin/site');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { name: 'Maintenance' }).waitFor();

  const error = { status: 'PERMISSION_DENIED', message: 'Again.', details: { reason: 'second-factor-stale' } };
  await page.route('**/setMaintenance', (route) => route.fulfill({ status: 403, json: { error } }), { times: 1 });
  await page.getByLabel('Message').fill('Back at noon.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('dialog', { name: 'Is it still you?' }).getByRole('button', { name: 'Use a passkey' }).click();
  const setting = async () => (await product.visitor().call('getMaintenance', {})).message;
  await expect.poll(setting, patiently).toBe('Back at noon.');
});

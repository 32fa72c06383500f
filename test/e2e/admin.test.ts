import { expect, onTestFinished, test } from 'vitest';
import { openMailbox } from '../mailbox.ts';
import { openWindow, phone } from './browser.ts';
import { runAdminCommand, signUp } from './people.ts';
import { startProduct } from './started-product.ts';

const patiently = { timeout: 20_000 };

test('an administrator reads on the site’s page, on a phone too, how many mails wait and why', async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const product = await startProduct({ mailbox });
  const page = await openWindow(product.url, { viewport: phone });
  const { email } = await signUp(product, page);
  await runAdminCommand(product, 'grant', email);
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

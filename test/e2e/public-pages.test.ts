import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminPagesPath, staticPath } from '../../paths/paths.ts';
import { newEmail } from '../make.ts';
import { openWindow, phone } from './browser.ts';
import { grantAdministration, signUp } from './people.ts';
import { productOfFile } from './shared-product.ts';

test('an administrator writes the about page in German, sees it before others do, and publishes it; it is read without scripts', async () => {
  const product = await productOfFile();
  const admin = await openWindow(product.url, { viewport: phone });
  await grantAdministration(product, await signUp(product, admin));
  const reader = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone, locale: 'de' });

  await admin.goto(adminPagesPath());
  await admin.getByRole('link', { name: 'About: edit in Deutsch' }).click();
  await expect.poll(() => admin.getByLabel('Heading').inputValue()).toBe('Über {product}');
  await admin.getByLabel('Heading').fill('Wer wir sind');
  await admin.getByLabel('Text', { exact: true }).fill('Wir sind zwei.\n\n## Wo\n\n- In **Bremen**');
  await admin.reload();
  await admin.getByText('Not saved yet. It stays in this browser.').waitFor();

  await admin.getByRole('button', { name: 'Preview' }).click();
  await admin.getByRole('heading', { name: 'Wer wir sind' }).waitFor();
  await reader.goto(staticPath('about'));
  expect(await reader.getByRole('heading', { level: 1 }).textContent()).toBe('Über Handback');

  await admin.getByRole('link', { name: 'Back to editing' }).click();
  await admin.getByRole('button', { name: 'Publish' }).click();
  await admin.getByText('Published: everybody sees it now.').waitFor();
  await reader.reload();
  expect(await reader.getByRole('heading', { level: 1 }).textContent()).toBe('Wer wir sind');
  expect(await reader.getByRole('listitem').filter({ hasText: 'In Bremen' }).locator('strong').textContent()).toBe(
    'Bremen',
  );
});

test.each([true, false])(
  'whoever wrote to the operator on a phone sees that it arrived, and a choice that looks like a field, with scripts: %s',
  async (javaScriptEnabled) => {
    const product = await productOfFile();
    const page = await openWindow(product.url, { javaScriptEnabled, viewport: phone });
    await page.goto(staticPath('contact'));
    if (javaScriptEnabled) await expectChoiceLikeField(page);
    await page.getByLabel('What is it about?').selectOption({ label: 'An order' });
    await page.getByLabel('Your message').fill('Where is it?');
    await page.getByLabel('Your email address').fill(newEmail());
    await page.getByRole('button', { name: 'Send' }).click();
    const said = page.getByText('Your message has arrived.');
    await said.waitFor();
    const isSeen = () =>
      said.evaluate((text) => {
        const { top, bottom } = text.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isSeen).toBe(true);
  },
);

/** With an arrow of ours at the end of its line. */
async function expectChoiceLikeField(page: Page): Promise<void> {
  const looks = await page.locator('#topic, #email').evaluateAll((fields) =>
    fields.map((field) => {
      const { height, backgroundColor, borderRadius, paddingInlineStart, appearance } = getComputedStyle(field);
      return { height, backgroundColor, borderRadius, paddingInlineStart, appearance };
    }),
  );
  expect(looks[0]).toEqual({ ...looks[1], appearance: 'none' });
  const arrow = () => page.locator('#topic').evaluate((choice) => getComputedStyle(choice).backgroundPositionX);
  expect(await arrow()).toMatch(/^calc\(100% - /);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  expect(await arrow()).toMatch(/^\d/);
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'ltr'));
}

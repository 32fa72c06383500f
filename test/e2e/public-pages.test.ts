import { expect, test } from 'vitest';
import { adminPagesPath, staticPath } from '../../paths/paths.ts';
import { openWindow, phone } from './browser.ts';
import { grantAdministration, signUp } from './people.ts';
import { sharedProduct } from './shared-product.ts';

test('an administrator writes the about page in German, sees it before others do, and publishes it; it is read without scripts', async () => {
  const product = await sharedProduct();
  const admin = await openWindow(product.url, { viewport: phone });
  const _administrator = await grantAdministration(product, await signUp(product, admin));
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

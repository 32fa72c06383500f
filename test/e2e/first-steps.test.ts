import { expect, test } from 'vitest';
import { tagPath } from '../../paths/paths.ts';
import { makeItem } from '../make.ts';
import { openWindow, phone } from './browser.ts';
import { signedUp } from './people.ts';

test('My Items of a new account shows first steps, which tick themselves when somebody scans the tag, also by keyboard; hidden, they are gone for ever', async () => {
  const { product, page, owner } = await signedUp({ viewport: phone });
  await page.goto('/items');
  const list = page.getByRole('region', { name: 'Your first tag' });
  await page.getByText('Nothing has a tag yet').waitFor();
  expect(await list.count()).toBe(0);
  const item = await makeItem(owner);
  await page.goto('/items');
  await list.getByText('0 of 4 done').waitFor();
  await list.locator('summary', { hasText: 'Attach it' }).press('Enter');
  await list.getByRole('button', { name: 'It is attached' }).press('Enter');
  await list.getByText('1 of 4 done').waitFor();
  await list.locator('summary', { hasText: 'Attach it' }).getByText('Done').waitFor();

  expect(await list.evaluate((region) => region.getBoundingClientRect().bottom)).toBeLessThan(
    await page.getByRole('link', { name: 'Blue backpack' }).evaluate((link) => link.getBoundingClientRect().top),
  );
  const userAgent = 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0';
  const finder = await openWindow(product.url, { viewport: phone, userAgent });
  await finder.goto(tagPath(item.id));
  await list.getByText('2 of 4 done').waitFor();
  expect(await list.getByRole('link', { name: 'Print the tag' }).getAttribute('href')).toContain(item.id);
  await owner.postJson('/items/print', { data: { sheet: 'avery-l7160', items: [item.id] } });
  await list.getByText('3 of 4 done').waitFor();

  await list.getByRole('button', { name: 'Hide this list' }).click();
  await list.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('link', { name: 'Blue backpack' }).waitFor();
  await expect.poll(() => owner.call('getFirstSteps', {})).toBeNull();
  expect(await list.count()).toBe(0);
});

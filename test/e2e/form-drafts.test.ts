import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { editItemPath, itemPath, newItemPath, profilePath } from '../../paths/paths.ts';
import { makeItem } from '../make.ts';
import { refusals } from './browser.ts';
import { readDevice } from './offline-device.ts';
import { signedUp } from './people.ts';

const restored = 'What you typed is still here, but not saved.';

const expectTyped = (page: Page, label: string, text: string) =>
  expect.poll(() => page.getByLabel(label, { exact: true }).inputValue(), { message: label }).toBe(text);

test('what is typed comes back after a reload, after another page and after another section of its item, says so, and can be discarded; saved or discarded, it does not come back', async () => {
  const { page, owner } = await signedUp();
  await page.goto(newItemPath());
  await page.getByLabel('Name', { exact: true }).fill('Green umbrella');
  await page.getByText('Bag or backpack').click();
  await page.reload();
  await page.getByText(restored).waitFor();
  await expectTyped(page, 'Name', 'Green umbrella');
  expect(await page.getByLabel('Bag or backpack').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await page.waitForURL('**/item/*');
  await page.goto(newItemPath());
  await expectTyped(page, 'Name', '');
  expect(await page.getByText(restored).count()).toBe(0);

  const { id, hash, name } = await makeItem(owner, { note: 'Please ring' });
  await page.goto(itemPath(hash));
  await page.goto(editItemPath(id));
  await page.getByLabel('Note to the finder').fill('Please write');
  await page.getByRole('link', { name: 'What finders see' }).click();
  await page.getByLabel('Reward').fill('20 euros');
  await page.getByRole('link', { name: 'Details', exact: true }).click();
  await expectTyped(page, 'Note to the finder', 'Please write');
  await page.getByRole('main').getByRole('link', { name }).click();
  await page.waitForURL(`**${itemPath(hash)}`);
  await page.getByRole('link', { name: 'What finders see' }).click();
  await page.getByText(restored).waitFor();
  await expectTyped(page, 'Reward', '20 euros');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expectTyped(page, 'Reward', '');
  expect(await page.getByText(restored).count()).toBe(0);
  await page.goto(editItemPath(id));
  await page.getByText(restored).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`**${itemPath(hash)}`);
  expect((await owner.call('getItem', { id })).note).toBe('Please write');
  await page.goto(editItemPath(id));
  await expectTyped(page, 'Note to the finder', 'Please write');
  expect(await page.getByText(restored).count()).toBe(0);
});

test('what came back replaces nothing that another device saved meanwhile: it is shown beside it', async () => {
  const { page, owner } = await signedUp({}, refusals);
  const { id } = await makeItem(owner, { note: 'Please ring' });
  await page.goto(editItemPath(id));
  await page.getByLabel('Note to the finder').fill('Please write');
  await page.goto('/items');
  await owner.call('updateItem', { id, note: 'Leave it at the desk' });
  await page.goto(editItemPath(id));
  await page.getByText(restored).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('It was changed elsewhere meanwhile').waitFor();
  await page.getByRole('alert').getByText('Leave it at the desk').waitFor();
  expect((await owner.call('getItem', { id })).note).toBe('Leave it at the desk');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/item/*');
  expect((await owner.call('getItem', { id })).note).toBe('Please write');
});

test('of the profile, name and address come back, a password never; signing out asks before they are gone', async () => {
  const { page } = await signedUp();
  await page.goto(profilePath('account'));
  await page.getByLabel('Name', { exact: true }).fill('Countess');
  await page.goto(profilePath('security'));
  await page.getByLabel('Current password', { exact: true }).fill('print a tag today');
  await page.goto(profilePath('account'));
  await page.getByText(restored).waitFor();
  await expectTyped(page, 'Name', 'Countess');
  await page.getByLabel('New email').fill('countess@example.com');
  await page.reload();
  await expectTyped(page, 'New email', 'countess@example.com');
  await page.getByRole('button', { name: 'Discard' }).last().press('Enter');
  await expectTyped(page, 'New email', '');
  await expectTyped(page, 'Name', 'Countess');
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  expect(await readDevice(page)).not.toContain('print a tag today');
  await page.getByRole('navigation').getByRole('button', { name: 'Sign Out', exact: true }).first().click();
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await readDevice(page)).not.toContain('Countess');
});

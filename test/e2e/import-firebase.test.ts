import { expect, test } from 'vitest';
import { adminImportPath } from '../../paths/paths.ts';
import { exportedAccount, firebaseHash, hashConfig, oldPassword } from '../firebase.ts';
import { openWindow, refusals } from './browser.ts';
import { giveCookies, grantAdministration } from './people.ts';
import { startProduct } from './started-product.ts';

/** Accounts of one password, so that the test does not hash it 10,000 times. */
function makeExport(count: number) {
  const hash = firebaseHash(oldPassword);
  const users = Array.from({ length: count }, (_, n) => exportedAccount(`old${n}`, hash));
  return { users: [...users, { ...users[0], localId: 'other', email: 'OLD1@example.com' }] };
}

const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
});

test('an administrator imports 10,000 accounts of Firebase; one of their owners signs in with the old password, and an old printed address shows the item', async () => {
  const product = await startProduct();
  const admin = await grantAdministration(product, await product.owner('Root'));
  const page = await openWindow(product.url, {}, refusals);
  await giveCookies(page.context(), product, admin.cookies);
  await page.goto(adminImportPath());
  await page.locator('#app[data-started]').waitFor();
  const choose = async (label: string, chosen: ReturnType<typeof file>) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: label }).click(),
    ]);
    await chooser.setFiles(chosen);
    await page.getByText(`${chosen.name} is chosen.`).waitFor();
  };
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('Choose a file first.').waitFor();
  await choose('Accounts (firebase auth:export, JSON)', file('accounts.json', makeExport(10_000)));
  const item = { ownerId: 'uid-old9999', name: 'Red umbrella', category: 'other' };
  await choose('Firestore: items', file('items.json', { 'item-1': item, 'item-2': { ...item, ownerId: 'nobody' } }));
  await page.getByLabel('Password hash parameters').fill(hashConfig);
  await page.getByLabel('Prefix of the old item addresses').fill('qrt');
  const check = page.getByRole('button', { name: 'Check' });
  await check.click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The check stopped before its end').waitFor();
  await check.click();
  await page.getByText('Accounts: 10,000 to import, 0 there already, 1 refused').waitFor({ timeout: 60_000 });
  await page.getByText('Items: 1 to import, 0 there already, 1 refused').waitFor();
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByText(/Importing… [\d,]+ of 10,003/).waitFor();
  await page.getByText('Accounts: 10,000 imported, 0 there before, 1 refused').waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the report (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('firebase-import.csv');
  await choose(
    'Firestore: settings',
    file('settings.json', { maintenance: { enabled: false, message: 'Back at noon' } }),
  );
  await check.click();
  await page.getByText('Nothing of this would be imported').waitFor({ timeout: 60_000 });
  expect(await page.getByRole('button', { name: 'Import now' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Use it here' }).waitFor();

  const owner = await openWindow(product.url, {}, refusals);
  await owner.goto('/signin');
  await owner.locator('#app[data-started]').waitFor();
  await owner.getByLabel('Email').fill('old9999@example.com');
  await owner.getByLabel('Password', { exact: true }).fill(oldPassword);
  await owner.getByRole('button', { name: 'Sign in' }).click();
  await owner.getByRole('heading', { name: 'Red umbrella' }).waitFor();

  const finder = await openWindow(product.url, { javaScriptEnabled: false }, refusals);
  await finder.goto(`/item/${Buffer.from('qrtitem-1').toString('base64url')}`);
  await finder.getByText('Red umbrella').first().waitFor();
});

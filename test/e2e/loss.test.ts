import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeItem } from '../make.ts';
import { textOf } from '../pdf-text.ts';
import { expectAccessible, expectGoodPage } from './accessible.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { ownerInConversation } from './offline-device.ts';
import { signedUp } from './people.ts';

test('on a phone, an owner chooses what finders see, and previews it; the thing, stolen, is reported with place and position, proved to be one’s own, and comes back', async () => {
  const geolocation = { latitude: 52.5200004, longitude: 13.4050001 };
  const device = { viewport: phone, acceptDownloads: true, geolocation, permissions: ['geolocation'] };
  const { product, page: owner, owner: person } = await signedUp(device, refusals);
  const item = await makeItem(person, { name: 'Red bike', category: 'bike', note: '' });
  const finder = await openWindow(product.url, { viewport: phone });
  await owner.goto(`/items/${item.id}/edit`);
  const warning = owner.getByText('Do not write the child’s name');
  expect(await warning.isVisible()).toBe(false);
  const fold = (name: string) => owner.locator('main summary', { hasText: name });
  await fold('More about it').click();
  await owner.getByLabel('Serial number').fill('WTU-4711');
  await fold('What is it?').click();
  await owner.getByText('Child', { exact: true }).click();
  await warning.waitFor();
  expect(await owner.getByLabel('Serial number').isVisible()).toBe(false);
  await owner.getByText('Bike', { exact: true }).click();
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.getByRole('link', { name: /^What finders see/ }).click();
  await owner.getByLabel('Reward', { exact: true }).fill('A cake');
  await fold('Phone number').click();
  await owner.getByLabel('Phone number').fill('030 1234567');
  await fold('Phone number').click();
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.getByText('Write the number with + and the country’s code').waitFor();
  await expect.poll(() => owner.evaluate(() => document.activeElement?.id)).toBe('phone');
  await expect.poll(() => owner.getByLabel('Reward', { exact: true }).inputValue()).toBe('A cake');
  await expectGoodPage(owner);

  await owner.getByLabel('Phone number').fill('+49 30 1234567');
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.getByText('Saved. Finders see it now.').waitFor();
  await finder.goto(`/item/${item.hash}`);
  await finder.getByText('A cake').waitFor();
  expect(await finder.getByText('1234567').count(), 'a number is shown by choice alone').toBe(0);

  await owner.locator('input[name=phone-shown]').check();
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => readAsFinder(finder, item.hash)).toContain('+49 30 1234567');
  await owner.getByRole('link', { name: 'See it as a finder' }).click();
  await owner.getByText('Only you see this line.').waitFor();
  expect(await owner.getByRole('link', { name: '+49 30 1234567' }).getAttribute('href')).toBe('tel:+49301234567');
  for (const private_ of ['WTU-4711', 'My Items']) expect(await owner.content()).not.toContain(private_);
  await owner.getByRole('link', { name: 'Back to the item' }).click();
  await owner.getByRole('link', { name: /^Details/ }).click();
  await expect.poll(() => owner.getByLabel('Serial number').inputValue()).toBe('WTU-4711');

  await owner.goto(`/item/${item.hash}`);
  await owner.getByRole('link', { name: /^History/ }).click();
  await owner.getByLabel('It was stolen').check();
  await owner.getByLabel('Where it was last seen').fill('Main station');
  await owner.getByLabel('When it was last seen').fill('2026-11-20T18:30');
  await owner.getByLabel('Reference of the police').fill('4711/26');
  await owner.getByRole('button', { name: 'Add where I am now' }).click();
  await owner.getByText('Position: 52.52, 13.405').waitFor();
  await expectGoodPage(owner);
  await owner.getByRole('button', { name: 'Mark as stolen' }).click();
  await owner.getByText('Saved. Whoever scans the tag reads it now.').waitFor();
  await owner.getByText(/^Stolen since/).waitFor();

  const seen = await readAsFinder(finder, item.hash);
  for (const words of ['reported stolen', 'Main station', '52.52, 13.405', 'Nov 20, 2026, 6:30', '4711/26'])
    expect(seen).toContain(words);
  expect(await overflow(finder)).toBeLessThanOrEqual(0);
  await expectAccessible(finder);

  await person.call('markItemStolen', { id: item.id, message: 'Said elsewhere', place: 'Harbour' });
  await owner.getByLabel('Where it was last seen').fill('Bridge');
  const save = owner.getByRole('button', { name: 'Save what finders read' });
  await save.click();
  for (const words of ['Typed here: Bridge', 'Saved elsewhere: Harbour'])
    await owner.getByText(words, { exact: true }).waitFor();
  expect(await readAsFinder(finder, item.hash)).toContain('Harbour');
  await owner.getByRole('button', { name: 'Take what is saved elsewhere' }).click();
  await expect.poll(() => owner.getByLabel('Where it was last seen').inputValue()).toBe('Harbour');
  await owner.getByLabel('Where it was last seen').fill('Bridge');
  await save.click();
  await owner.getByText('Saved. Whoever scans the tag reads it now.').waitFor();
  const both = await readAsFinder(finder, item.hash);
  for (const words of ['Bridge', 'Said elsewhere']) expect(both).toContain(words);

  await owner.goto(`/items/${item.id}/documents`);
  const download = owner.waitForEvent('download');
  await owner.getByRole('button', { name: 'Make the PDF' }).click();
  const pdf = await readFile(await (await download).path());
  for (const words of ['Red bike', '4711/26']) expect(await textOf(pdf)).toContain(words);

  await owner.goto(`/items/${item.id}/loss`);
  await owner.getByRole('button', { name: 'It is back' }).click();
  await owner.getByText(/^Back with you since/).waitFor();
  await expect.poll(() => readAsFinder(finder, item.hash)).toContain('The owner has it back already.');
  await owner.reload();
  const history = owner.getByRole('list').filter({ hasText: 'Added on' });
  await expect.poll(() => history.getByRole('listitem').count()).toBe(3);
  expect(await history.innerText()).toMatch(/Back with you.*Stolen.*Bridge.*4711\/26.*Added on/s);
});

test('C-1.08 a theft that is reported without network waits, is reported once, and one’s own words are no change from elsewhere', async () => {
  const { owner, person, path, finder } = await ownerInConversation();
  await owner.context().setOffline(true);
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'Blue backpack' }).click();
  await owner.getByRole('link', { name: /^History/ }).click();
  await owner.getByLabel('It was stolen').check();
  await owner.getByLabel('Where it was last seen').fill('Main station');
  await owner.getByRole('button', { name: 'Mark as stolen' }).click();
  await owner.getByText('Not saved yet: your changes wait on this device').waitFor();
  await owner.getByText(/^Stolen since/).waitFor();
  await owner.getByLabel('Reference of the police').fill('4711/26');
  const save = owner.getByRole('button', { name: 'Save what finders read', disabled: false });
  await save.click();
  await save.waitFor();
  await owner.goto('/items');
  await owner.getByText('Not saved yet').waitFor();
  await owner.context().setOffline(false);
  await owner.getByText('Not saved yet').waitFor({ state: 'detached' });
  const page = await (await finder.get(path)).text();
  for (const words of ['reported stolen', 'Main station', '4711/26']) expect(page).toContain(words);
  await owner.getByRole('link', { name: 'Blue backpack' }).click();
  await owner.getByRole('link', { name: /^History/ }).click();
  await owner.getByText('Added on').waitFor();
  await expect.poll(() => owner.locator('main time').count()).toBe(1);

  const last = owner.getByLabel('Where it was last seen');
  const saveWithoutNetwork = async () => {
    await owner.context().setOffline(true);
    await owner.getByRole('button', { name: 'Save', disabled: false }).click();
    await owner.getByText('Not saved yet').waitFor();
    await owner.context().setOffline(false);
    await owner.getByText('Not saved yet').waitFor({ state: 'detached' });
  };
  await last.fill('Park');
  await saveWithoutNetwork();
  await last.fill('Harbour');
  await save.click();
  await expect.poll(async () => (await finder.get(path)).text()).toContain('Harbour');
  await owner.goto(owner.url().replace(/loss$/, 'finder'));
  const reward = owner.getByLabel('Reward', { exact: true });
  await reward.fill('A cake');
  await saveWithoutNetwork();
  await reward.fill('Two cakes');
  await owner.getByRole('button', { name: 'Save', disabled: false }).click();
  await expect.poll(async () => (await finder.get(path)).text()).toContain('Two cakes');

  await owner.context().setOffline(true);
  await reward.fill('Three cakes');
  await owner.getByRole('button', { name: 'Save', disabled: false }).click();
  await owner.getByText('Not saved yet').waitFor();
  const [, id = ''] = /items\/(\w+)/.exec(owner.url()) ?? [];
  await person.call('updateItem', { id, facts: { reward: { text: 'A pie', shown: true } } });
  await owner.context().setOffline(false);
  await owner.getByText('Saved elsewhere: A pie', { exact: true }).waitFor();
  await owner.getByRole('button', { name: 'Save', disabled: false }).click();
  await expect.poll(async () => (await finder.get(path)).text()).toContain('Three cakes');
});

async function readAsFinder(finder: Page, hash: string): Promise<string> {
  await finder.goto(`/item/${hash}`);
  return finder.locator('main').innerText();
}

function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

import { expect, test } from 'vitest';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { activatePath, itemPath, scanPath } from '../../paths/paths.ts';
import { makeItem, shareItem } from '../make.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { runAdminCommand, signedUp, signUp } from './people.ts';

test('from an item, the code of a tag leads to one tap that puts it on this item, whatever tag was left half activated before; printing another one is offered beside it, and all its tags are listed', async () => {
  const { page, owner } = await signedUp({ viewport: phone }, refusals);
  const { id, hash, name } = await makeItem(owner);
  const { tags } = await owner.call('makeUnassignedTags', { count: 2, key: crypto.randomUUID() });
  const [left, next] = tags.map(({ code }) => code);
  await page.goto(activatePath(left));
  await page.getByLabel('Name', { exact: true }).fill('Grey kite');

  await page.goto(itemPath(hash));
  await page.locator('main summary', { hasText: /^Tag/ }).first().click();
  await page.getByRole('link', { name: 'Put another tag on it' }).click();
  await page.getByRole('heading', { name: `Put a tag on ${name}` }).waitFor();
  expect(await page.getByRole('link', { name: 'Print another one' }).getAttribute('href')).toContain(id);
  await page.getByLabel('Code on the tag').fill(next ?? '');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: `Put it on ${name}` }).click();
  await page.waitForURL('**/item/*');
  await page.getByRole('heading', { name }).waitFor();
  const listed = (await owner.call('listItemTags', { itemId: id })).tags;
  expect(listed.map(({ code, state }) => [code, state])).toEqual([
    [next, 'working'],
    [id, 'working'],
  ]);
  await page.locator('main summary', { hasText: /^Tag/ }).first().click();
  await page.getByText('All tags').click();
  await expect.poll(() => page.locator('details[open] li', { hasText: 'Since' }).count()).toBe(2);
});

test('on the item’s page a tag is replaced after a question, and the new one is printed next; nothing says that somebody else retired the old one', async () => {
  const { page, owner } = await signedUp({ viewport: phone });
  const { id, hash, name } = await makeItem(owner);
  await page.goto(itemPath(hash));
  await page.locator('main summary', { hasText: /^Tag/ }).first().click();
  await page.getByText('All tags').click();
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await page.waitForURL(`**/items/print?item=${id}`);
  const after = await owner.call('getItem', { id });
  expect(after.hash).not.toBe(hash);
  await page.goto(itemPath(after.hash));
  await page.getByRole('heading', { name }).waitFor();
  await page.getByRole('link', { name: 'Print the tag' }).waitFor();
  await page.locator('main summary', { hasText: /^Tag/ }).first().click();
  await page.getByText('All tags').click();
  await page.getByText('Retired since').waitFor();
  expect(await page.getByText('The people who run this site').count()).toBe(0);
});

test('a typed code leads where scanning leads: to one’s own item, to one that is shared, to the finder’s page of another one; only a bought tag that is on nothing asks for its activation code, and a code of no tag is said to be unknown', async () => {
  const { product, page, owner } = await signedUp({ viewport: phone }, refusals);
  const member = await openWindow(product.url, {}, refusals);
  const other = await signUp(product, member);
  const mine = await makeItem(owner, { name: 'Green scarf' });
  const shared = await shareItem(other, owner, await makeItem(other, { name: 'Family tent' }));
  const foreign = await makeItem(other, { name: 'Grey kite' });
  const type = async (code: string) => {
    await page.goto(scanPath());
    await page.getByRole('link', { name: 'Type the code instead' }).click();
    await page.getByRole('heading', { name: 'Type the code' }).waitFor();
    expect(await page.getByLabel('Activation code').count()).toBe(0);
    await page.getByLabel('Code on the tag').fill(code);
    await page.getByRole('button', { name: 'Go on' }).click();
  };
  await type(fromItemHash(mine.hash));
  await page.getByRole('heading', { name: 'Green scarf' }).waitFor();
  await page.getByRole('button', { name: 'Mark as lost' }).waitFor();
  await type(fromItemHash(shared.hash));
  await page.getByRole('heading', { name: 'Family tent' }).waitFor();
  await page.getByText('Shared by').waitFor();
  await type(fromItemHash(foreign.hash));
  await page.getByText('You found Grey kite. Thank you!').waitFor();
  await type('0000000000000000');
  await page.getByText('We don’t know this code').waitFor();

  const made = await runAdminCommand(product, 'make-tags', '1');
  const [code = '', activationCode = ''] = made.trim().split(/\s+/).at(-1)?.split(',') ?? [];
  await type(code);
  await page.getByLabel('Activation code').fill(activationCode);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'What is this tag on?' }).waitFor();
});

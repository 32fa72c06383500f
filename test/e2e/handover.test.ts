import { expect, test } from 'vitest';
import { openWindow, phone, refusals } from './browser.ts';
import { isKept, readDevice } from './offline-device.ts';
import { makeLink, ownerWithTag, signUp } from './people.ts';

test('an owner hands an item over by a link; it leaves their screen and device at once, and a finder who knows them reaches the new owner; a link that is taken back, or replaced by another, is shown no longer', async () => {
  const { product, owner, id, path } = await ownerWithTag();
  const finder = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone });
  await finder.goto(path);
  await finder.getByLabel('Or write a message').fill('It lies at the lake.');
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.getByText('What happens next').waitFor();

  await owner.goto(path);
  await owner.getByRole('link', { name: 'Hand over' }).click();
  const first = await makeLink(owner);
  await owner.getByRole('button', { name: 'Make a link' }).click();
  await expect.poll(() => owner.getByText(first).count()).toBe(0);
  const made = owner.getByRole('status').getByText('/invitation?token=');
  await made.waitFor();
  await expect.poll(() => owner.getByRole('button', { name: 'Take back' }).count()).toBe(1);
  await owner.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => made.count()).toBe(0);
  const link = await makeLink(owner);
  await owner.getByText('A link of').waitFor();
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'Blue backpack' }).waitFor();
  await isKept(owner, id);

  const taker = await openWindow(product.url, { viewport: phone }, refusals);
  await signUp(product, taker);
  await taker.goto(link);
  await taker.getByRole('button', { name: 'Accept' }).click();
  await taker.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  expect(new URL(taker.url()).pathname).toBe(path);
  await taker.getByRole('link', { name: /^Details/ }).click();
  await expect.poll(() => taker.getByLabel('Name', { exact: true }).inputValue()).toBe('Blue backpack');
  expect(await taker.getByLabel('Note').inputValue()).toBe('');

  await owner.getByText('has a new owner since').waitFor();
  await expect.poll(() => owner.getByRole('link', { name: 'Blue backpack' }).count()).toBe(0);
  await expect.poll(() => readDevice(owner)).not.toContain(`"${id}"`);
  await owner.getByRole('button', { name: 'All right' }).click();
  await expect.poll(() => owner.getByText('has a new owner since').count()).toBe(0);

  await finder.reload();
  await finder.getByText('This tag belongs to somebody else now').waitFor();
  await finder.getByRole('link', { name: 'the page of the tag' }).click();
  await finder.getByLabel('Or write a message').fill('Now it lies with me.');
  await finder.getByRole('button', { name: 'I have it' }).click();
  await expect.poll(() => taker.locator('[data-unread]').first().textContent()).toContain('1');
  await taker.goto('/inbox');
  await taker.getByRole('link', { name: /lies with me/ }).waitFor();
  expect(await taker.getByText('at the lake').count()).toBe(0);
  await owner.goto('/inbox');
  await owner.getByRole('link', { name: /at the lake/ }).waitFor();
  expect(await owner.getByText('lies with me').count()).toBe(0);
});

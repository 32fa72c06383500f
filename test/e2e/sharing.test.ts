import { expect, test } from 'vitest';
import { inboxPath } from '../../paths/paths.ts';
import { invite, makeItem, newEmail, shareItem } from '../make.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { cutOff, isKept, readDevice, said } from './offline-device.ts';
import { makeLink, ownerWithTag, pressAndConfirm, signedUp, signUp, signUpOnTheWay } from './people.ts';
import { sharedProduct } from './shared-product.ts';

test('an owner shares an item by a link; both read the finder at once and answer; revoked, it is gone from the member’s screen and device, but for what they typed themselves', async () => {
  const { product, owner, id, path } = await ownerWithTag();
  await owner.goto(path);
  await owner.getByRole('link', { name: /^Shared with/ }).click();
  await owner.getByText('Nobody yet.').waitFor();
  const link = await makeLink(owner);
  const mail = await owner.getByRole('link', { name: 'By email' }).getAttribute('href');
  expect(decodeURIComponent(mail ?? '')).toMatch(/^mailto:\?subject=An invitation&body=I want to share/);
  expect(decodeURIComponent(mail ?? '')).toContain(link);
  await owner.getByRole('img', { name: 'QR code of the link' }).waitFor();

  const member = await openWindow(product.url, { viewport: phone }, refusals);
  const person = await signUp(product, member);
  await member.goto(link);
  await member.getByRole('button', { name: 'Accept' }).click();
  await member.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await member.getByText('Shared by Ada').waitFor();
  await member.getByRole('button', { name: 'Mute', exact: true }).click();
  await member.getByText('no email and no notification tells you').waitFor();
  await member.getByRole('button', { name: 'Unmute' }).click();
  await owner.getByText('since').waitFor();
  await owner.goto('/inbox');
  await owner.getByText('No messages yet').waitFor();

  const finder = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone });
  await finder.goto(path);
  await finder.getByLabel('Or write a message').fill('It lies at the lake.');
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.getByText('What happens next').waitFor();
  await expect.poll(() => member.locator('[data-unread]').first().textContent()).toContain('1');
  await member.goto('/inbox');
  await member.getByText('Shared by Ada').waitFor();
  await member.getByRole('link', { name: /at the lake/ }).click();
  await owner.getByRole('link', { name: /at the lake/ }).click();
  await said(owner, 'It lies at the lake.').waitFor();
  await said(member, 'It lies at the lake.').waitFor();
  await member.getByLabel('Your answer').fill('I am her brother and come at six.');
  await member.getByRole('button', { name: 'Send' }).click();
  await said(owner, 'Ada wrote:').getByText('I am her brother').waitFor();
  await finder.reload();
  await finder.getByText('I am her brother and come at six.').waitFor();
  await isKept(member, 'It lies at the lake.');

  await member.locator('main summary').click();
  await member.getByRole('button', { name: 'Report' }).click();
  await member.getByRole('dialog').getByLabel('What is wrong?').selectOption('It is advertising');
  await member.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
  await member.getByText('Reported. Thank you.').waitFor();
  expect(await member.getByText('You can also block the finder.').count(), 'only the owner can').toBe(0);
  await member.keyboard.press('Escape');

  await member.getByText('Finders read “the owner” beside your answers.').waitFor();
  await member.getByRole('link', { name: 'Show your name' }).click();
  await member.getByLabel('Finders see my name').click();
  await member.getByText('Saved').waitFor();
  await member.goBack();
  await member.getByText('Finders read “Ada” beside your answers.').waitFor();

  await member.getByLabel('Your answer').fill('Half of an answer');
  const revoking = await owner.context().newPage();
  // A moment after the item is gone; the dialog that was opened meanwhile stays.
  const readAnew = member.waitForResponse('**/listConversations');
  await revoking.goto(`/items/${id}/share`);
  await pressAndConfirm(revoking, 'Stop sharing');
  await member.getByText('There is no such conversation').waitFor();
  await member.getByText('Half of an answer').waitFor();
  await member.getByRole('button', { name: 'Discard' }).click();
  await readAnew;
  await member.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => member.getByText('Half of an answer').count()).toBe(0);
  await expect.poll(() => readDevice(member)).not.toMatch(new RegExp(`at the lake|${id}`));
  await member.getByRole('link', { name: 'To your messages' }).click();
  await member.getByText('No messages yet').waitFor();
  await member.goto('/items');
  await member.getByText('Nothing has a tag yet').waitFor();
  expect(await member.getByText('Shared with you').count()).toBe(0);
  expect((await person.call('listSharedItems', {})).items).toEqual([]);
});

test('a link leads through signing up to the item, with nothing typed twice, and once used it says so', async () => {
  const product = await sharedProduct();
  const owner = await product.owner();
  const item = await owner.call('addItem', { key: crypto.randomUUID(), name: 'House keys', category: 'keys' });
  const link = `/invitation?token=${await invite(owner, item)}`;
  const page = await openWindow(product.url, { viewport: phone }, refusals);
  await page.goto(link);
  await page.getByRole('heading', { name: 'You are invited' }).waitFor();
  expect(await page.locator('main').textContent()).not.toContain('House keys');
  await signUpOnTheWay(product, page, newEmail('Bob'));
  await page.getByText('Somebody wants to share an item with you').waitFor();
  expect(await page.locator('main').textContent()).not.toContain('House keys');
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('heading', { name: 'House keys' }).waitFor();
  await page.goto(link);
  await page.getByRole('heading', { name: 'You share this item already' }).waitFor();
  expect(await page.getByRole('button', { name: 'Accept' }).count()).toBe(0);
  await page.getByRole('link', { name: 'House keys' }).click();
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  await page.getByText(/^Lost since/).waitFor();
  const messages = page.getByRole('link', { name: 'Messages None yet' });
  expect(await messages.getAttribute('href')).toBe(inboxPath({ item: item.id }));
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', { value: () => Promise.reject(new Error('no')) });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await page.getByRole('button', { name: 'Send the link to its page' }).click();
  expect(await page.getByLabel('Copy this link').inputValue()).toBe(`${product.url}/item/${item.hash}`);
  await page.goto('/items');
  await page.getByRole('link', { name: 'House keys' }).click();
  await pressAndConfirm(page, 'Leave this item');
  await page.getByText('Nothing has a tag yet').waitFor();
  expect(await page.getByText('House keys').count()).toBe(0);
  await page.goto(link);
  await page.getByText('There is no such invitation').waitFor();
  await page.goto('/invitation');
  await page.getByText('This link is not complete').waitFor();
});

test('in the profile, whoever shares an item chooses whether finders see their name; nobody else is asked', async () => {
  const { product, page, owner: member } = await signedUp();
  await page.goto('/profile/account');
  const box = page.getByLabel('Finders see my name');
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  expect(await box.count()).toBe(0);
  await shareItem(await product.owner(), member);
  await page.reload();
  for (const isWanted of [true, false]) {
    await box.setChecked(isWanted);
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await expect.poll(() => box.isChecked()).toBe(isWanted);
  }
});

test('what ended while a device was switched off is gone when it is on again; by keyboard alone, invitations are taken back; what is read next is near, and a link that is over is shown no longer', async () => {
  const { product, page, owner: member } = await signedUp({}, cutOff);
  const owner = await product.owner();
  const item = await shareItem(owner, member);
  await page.goto('/items');
  await page.getByText('Shared with you').waitFor();
  const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
  expect(headings, 'what is there, before what could be').toEqual(['Shared with you', 'Nothing has a tag yet']);
  await isKept(page, item.id);
  await page.goto('about:blank');
  await owner.call('revokeMember', { id: item.id, uid: member.uid });
  await page.goto('/profile');
  await expect.poll(() => readDevice(page)).not.toContain(item.id);

  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  const { id } = await makeItem(member);
  await page.goto(`/items/${id}/share`);
  await page.getByRole('button', { name: 'Make a link' }).press('Enter');
  const made = page.getByRole('status').getByText('/invitation?token=');
  await made.waitFor();
  await page.getByRole('button', { name: 'Make a link' }).press('Enter');
  const waiting = page.getByRole('listitem').filter({ hasText: 'A link of' });
  await expect.poll(() => waiting.count()).toBe(2);
  await waiting.last().getByRole('button', { name: 'Take back' }).press('Enter');
  await expect.poll(() => waiting.count()).toBe(1);
  await expect.poll(focused).toMatch(/^A link of/);
  await made.waitFor();
  await waiting.getByRole('button', { name: 'Take back' }).press('Enter');
  await expect.poll(() => made.count()).toBe(0);
  await expect.poll(focused).not.toContain('Privacy');
});

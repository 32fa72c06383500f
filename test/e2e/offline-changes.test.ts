import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { makeItem, signIn as signInElsewhere } from '../make.ts';
import { holdBack } from './browser.ts';
import { cutOff, isKept, ownerInConversation, readDevice, said, timesRead } from './offline-device.ts';
import { giveCookies, openArchiveOrDelete, pressAndConfirm, saveItem, signedUp, signIn } from './people.ts';

/** What could not be sent at once is tried again after half a minute. */
const afterRetry = { timeout: 60_000 };

test('C-1.08 C-8.04 an answer written without network is marked, and sent once by two tabs when it returns; refused, it says why, keeps its words and can be sent again; a page of the network in our place delays it, and no more; one that a hanging network holds up outlives its tab; a session that was ended elsewhere takes the copy with it, but not the words that wait; signing out asks first when words would be lost, also those of another tab', async () => {
  const { product, owner, person, email, inbox, finder, link } = await ownerInConversation();
  const second = await owner.context().newPage();
  await second.goto(inbox);
  await second.getByLabel('Your answer').waitFor();
  await owner.context().setOffline(true);
  for (const words of ['I come at noon', 'with my brother']) {
    await owner.getByLabel('Your answer').fill(words);
    await expect.poll(() => second.getByLabel('Your answer').inputValue()).toBe(words);
    await owner.getByRole('button', { name: 'Send' }).click();
    await said(owner, words).getByText('Waiting for the network').waitFor();
    expect(await owner.getByLabel('Your answer').inputValue()).toBe('');
    await said(second, words).getByText('Waiting for the network').waitFor();
    await expect.poll(() => second.getByLabel('Your answer').inputValue()).toBe('');
  }
  await owner.context().setOffline(false);
  for (const page of [owner, second]) {
    await page.getByText('Waiting for the network').first().waitFor({ state: 'detached' });
    for (const words of ['I come at noon', 'with my brother']) {
      await said(page, words).waitFor();
    }
  }
  const html = await (await finder.get(link)).text();
  expect(html.indexOf('I come at noon')).toBeLessThan(html.indexOf('with my brother'));
  for (const words of ['I come at noon', 'with my brother']) expect(await timesRead(finder, link, words)).toBe(1);
  await second.close();

  await owner.context().setOffline(true);
  await owner.getByLabel('Your answer').fill('Too late');
  await owner.getByRole('button', { name: 'Send' }).click();
  await owner.getByText('Waiting for the network').waitFor();
  const id = inbox.split('/').at(-1) ?? '';
  await person.call('blockConversation', { id });
  await owner.context().setOffline(false);
  const refused = said(owner, 'Too late');
  await refused.getByText('closed or blocked. If it is blocked, the owner of the item can unblock it.').waitFor();
  await owner.goto('/items');
  await owner.getByText('An answer was not sent').waitFor();
  await owner.getByRole('link', { name: 'Messages' }).click();
  await owner.getByRole('main').getByRole('listitem').getByText('Not sent').waitFor();
  await owner.getByRole('link', { name: 'Look at it' }).click();
  await refused.getByText('Not sent:').waitFor();
  await person.call('unblockConversation', { id });
  await refused.getByRole('button', { name: 'Send again' }).click();
  await owner.getByLabel('Not sent yet').waitFor({ state: 'detached' });
  expect(await timesRead(finder, link, 'Too late')).toBe(1);

  for (const status of [200, 401, 404]) {
    const words = `I come at noon, said ${status}`;
    await owner.route('**/replyToFinder', (route) => route.fulfill({ status, body: '<h1>Welcome to our hotel</h1>' }));
    await owner.getByLabel('Your answer').fill(words);
    await owner.getByRole('button', { name: 'Send' }).click();
    await said(owner, words).getByText('Waiting for the network').waitFor();
    expect(await timesRead(finder, link, words)).toBe(0);
    await owner.unroute('**/replyToFinder');
    await owner.reload();
    await expect.poll(() => timesRead(finder, link, words)).toBe(1);
    await owner.getByLabel('Not sent yet').waitFor({ state: 'detached' });
  }

  await owner.route('**/replyToFinder', () => {});
  await owner.getByLabel('Your answer').fill('I come at one');
  await owner.getByRole('button', { name: 'Send' }).click();
  await said(owner, 'I come at one').getByText('Sending…').waitFor();
  const next = await owner.context().newPage();
  await owner.close();
  await next.goto('/items');
  await expect.poll(() => timesRead(finder, link, 'I come at one')).toBe(1);
  await next.goto(inbox);
  await next.getByLabel('Your answer').waitFor();
  await next.context().setOffline(true);
  await next.getByLabel('Your answer').fill('Words that wait');
  await next.getByRole('button', { name: 'Send' }).click();
  await next.getByText('Waiting for the network').waitFor();
  await next.goto('/profile');
  await next.getByRole('heading', { name: 'Profile' }).waitFor();
  await (await signInElsewhere(product.visitor(), email)).call('signOutElsewhere', {});
  await next.context().setOffline(false);
  await next.waitForURL('**/signin?*');
  await next.getByText('Your session has ended. Please sign in again.').waitFor();
  const left = await readDevice(next);
  expect(left).toContain('Words that wait');
  expect(left).not.toContain('at the lake');

  await signIn(next, email);
  await next.goto(inbox);
  await expect.poll(() => timesRead(finder, link, 'Words that wait')).toBe(1);
  await expect
    .poll(() => said(next, 'Words that wait').allTextContents())
    .toEqual([expect.stringContaining('You wrote:')]);

  const profile = await next.context().newPage();
  await profile.goto('/profile');
  await profile.getByRole('button', { name: 'Sign out', exact: true }).waitFor();
  await next.getByLabel('Your answer').fill('Half a thou');
  await profile.waitForFunction(() => Object.values(localStorage).some((text) => text.includes('Half a thou')));
  await profile.getByRole('button', { name: 'Sign out', exact: true }).and(profile.locator('[aria-haspopup]')).click();
  await profile.getByRole('heading', { name: 'Sign out and lose your words?' }).waitFor();
  await profile.getByRole('button', { name: 'Cancel' }).click();
  await profile.getByRole('button', { name: 'Sign out', exact: true }).click();
  await profile.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await profile.waitForURL(`${product.url}/`);
  expect(await readDevice(next)).not.toContain('Half a thou');
  expect(await timesRead(finder, link, 'Half a thou')).toBe(0);
});

test('another account that signs in while a change is sent gets none of it: the rest waits for its author, and is not refused', async () => {
  const { product, page: owner, owner: person } = await signedUp({}, cutOff);
  const other = await product.owner();
  const { id } = await makeItem(person);
  const own = await owner.context().cookies();
  await owner.goto(`/items/${id}/edit`);
  await owner.getByLabel('Name').waitFor();
  const [answered, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isAway = true;
  await owner.route('**/updateItem', (route) => (isAway ? route.abort() : route.continue()));
  await owner.route('**/archiveItem', async (route) => {
    if (isAway) return route.abort();
    const response = await route.fetch();
    asked.resolve();
    await answered.promise;
    await route.fulfill({ response });
  });
  await openArchiveOrDelete(owner);
  await owner.getByRole('button', { name: 'Archive', exact: true }).click();
  await owner.getByRole('button', { name: 'Use it again' }).waitFor();
  await saveItem(owner, 'Name', 'Green backpack');
  await expect.poll(() => readDevice(owner)).toContain('Green backpack');
  isAway = false;
  await owner.evaluate(() => dispatchEvent(new Event('online')));
  await asked.promise;
  await giveCookies(owner.context(), product, other.cookies);
  const entered = owner.waitForResponse((response) => response.url().includes('listSharedItems'));
  await owner.evaluate(() => {
    new BroadcastChannel('handback-sign-in').postMessage('entered');
  });
  await entered;
  answered.resolve();
  await owner.getByText('Nothing has a tag yet').waitFor();
  expect(await readDevice(owner)).toContain('Green backpack');
  await owner.context().clearCookies();
  await owner.context().addCookies(own);
  await owner.goto('/items');
  // What was refused would not be sent again.
  await expect.poll(async () => (await person.call('getItem', { id })).name, afterRetry).toBe('Green backpack');
});

test('C-1.08 changes of an item that a hanging network holds up outlive their tab; one that is saved while another waits in front of it is not sent once more', async () => {
  const { page, owner } = await signedUp({}, /status of (409|503)/);
  const item = await makeItem(owner);
  const saved = () => owner.call('getItem', { id: item.id });
  await page.goto(`/item/${item.hash}`);
  await page.route('**/markItemLost', () => {});
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  await expect.poll(() => readDevice(page)).toContain('"call":"markItemLost"');
  expect(await page.getByText('Not saved yet').count()).toBe(0);
  const next = await page.context().newPage();
  await page.close();
  await next.goto(`/item/${item.hash}`);
  await expect.poll(async () => (await saved()).lostAt).not.toBeNull();
  await next.getByText('Lost since').waitFor();
  await next.getByRole('link', { name: /^Details/ }).click();

  const release = await holdBack(next, '**/updateItem');
  await saveItem(next, 'Name', 'Red umbrella');
  await expect.poll(() => readDevice(next)).toContain('Red umbrella');
  await openArchiveOrDelete(next);
  await next.getByRole('button', { name: 'Archive' }).click();
  await next.getByText('Not saved yet: your changes wait on this device').waitFor();
  await owner.call('updateItem', { id: item.id, name: 'White umbrella' });
  release();
  await next.getByText('Saved elsewhere: White umbrella').waitFor();
  await expect.poll(async () => (await saved()).archivedAt).not.toBeNull();
  await expect.poll(() => readDevice(next)).not.toContain('"call":');
  await next.getByRole('button', { name: 'Use it again' }).click();
  await expect.poll(async () => (await saved()).archivedAt).toBeNull();

  await next.unrouteAll();
  await next.route('**/updateItem', () => {});
  await saveItem(next, 'Name', 'Green umbrella');
  await expect.poll(() => readDevice(next)).toContain('Green umbrella');
  await next.getByRole('button', { name: 'Archive' }).click();
  await next.getByText('Not saved yet: your changes wait on this device').waitFor();
  expect((await saved()).archivedAt).toBeNull();
  const last = await next.context().newPage();
  await next.close();
  await last.goto('/items');
  await expect.poll(async () => (await saved()).name).toBe('Green umbrella');
  await expect.poll(async () => (await saved()).archivedAt).not.toBeNull();
  await last.getByText('Not saved yet').waitFor({ state: 'detached' });
  await expect.poll(() => readDevice(last)).not.toContain('"call":');

  const [first, other] = [await makeItem(owner), await makeItem(owner)];
  const [reached, released, marked] = [0, 0, 0].map(() => Promise.withResolvers<void>());
  const answer = { away: true, marked: 0 };
  await last.route('**/updateItem', async (route) => {
    if (answer.away) return route.fulfill({ status: 503, body: '' });
    reached?.resolve();
    await released?.promise;
    await route.continue();
  });
  await last.route('**/markItemLost', async (route) => {
    answer.marked += 1;
    await marked?.promise;
    await route.continue();
  });
  await last.goto(`/items/${first.id}/edit`);
  await saveItem(last, 'Name', 'Red umbrella');
  await last.getByText('Not saved yet').waitFor();
  await last.goto(`/item/${other.hash}`);
  await last.getByRole('button', { name: 'Mark as lost' }).click();
  await expect.poll(() => readDevice(last)).toContain('"call":"markItemLost"');
  answer.away = false;
  await last.evaluate(() => dispatchEvent(new Event('online')));
  await reached?.promise;
  marked?.resolve();
  await expect.poll(() => readDevice(last)).not.toContain(`"about":"${other.id}"`);
  await last.getByRole('button', { name: 'It is back' }).click();
  const now = async (id: string) => await owner.call('getItem', { id });
  await expect.poll(async () => (await now(other.id)).returnedAt).not.toBeNull();
  released?.resolve();
  await expect.poll(async () => (await now(first.id)).name).toBe('Red umbrella');
  // What waits now is sent after all that was read from the device before.
  answer.away = true;
  await last.getByRole('link', { name: /^Details/ }).click();
  await saveItem(last, 'Name', 'Green umbrella');
  await last.getByText('Not saved yet').waitFor();
  answer.away = false;
  await last.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(async () => (await now(other.id)).name).toBe('Green umbrella');
  expect(answer.marked).toBe(1);
  expect((await now(other.id)).returnedAt).not.toBeNull();
});

test('C-1.08 an item that is changed without network says so, is saved beside what changed elsewhere, overwrites nothing unasked, and is over when the item is deleted; deleted elsewhere meanwhile, the change is not lost without a word', async () => {
  const { owner, person, id, path, finder } = await ownerInConversation();
  await markLostWithoutNetwork(owner);
  await owner.getByText('Lost since').waitFor();
  await owner.getByText('Not saved yet: your changes wait on this device').waitFor();
  await owner.getByRole('link', { name: /^Details/ }).click();
  await owner.waitForURL('**/edit');
  const edit = owner.url();
  await saveItem(owner, 'Name', 'Green backpack');
  await owner.waitForURL('**/items');
  const card = owner.getByRole('listitem').filter({ has: owner.getByRole('heading', { name: 'Green backpack' }) });
  await card.getByText('Lost since').waitFor();
  await card.getByText('Not saved yet').waitFor();
  await owner.reload();
  await card.getByText('Not saved yet').waitFor();

  await person.call('updateItem', { id, note: 'Typed elsewhere' });
  expect(await (await finder.get(path)).text()).toContain('Blue backpack');

  await owner.context().setOffline(false);
  await owner.getByText('Not saved yet').waitFor({ state: 'detached' });
  await card.getByText('Lost since').waitFor();
  const html = await (await finder.get(path)).text();
  for (const words of ['Green backpack', 'Typed elsewhere', 'lost']) expect(html).toContain(words);

  await owner.context().setOffline(true);
  await card.getByRole('link').click();
  await owner.getByRole('link', { name: /^Details/ }).click();
  await saveItem(owner, 'Note to the finder', 'Typed here');
  await card.getByText('Not saved yet').waitFor();
  await person.call('updateItem', { id, note: 'Typed there' });
  await owner.context().setOffline(false);
  const alert = owner.getByRole('alert').filter({ hasText: 'Not saved: Green backpack' });
  for (const words of ['Typed here: Typed here', 'Saved elsewhere: Typed there'])
    await alert.getByText(words, { exact: true }).waitFor();
  expect(await (await finder.get(path)).text()).toContain('Typed there');
  await owner.goto(path);
  await owner.getByRole('button', { name: 'It is back' }).click();
  await expect.poll(async () => (await finder.get(path)).text()).toContain('has it back already');
  expect(await (await finder.get(path)).text()).toContain('Typed there');
  await owner.goto('/items');
  await alert.getByRole('button', { name: 'Save again' }).click();
  await alert.waitFor({ state: 'detached' });
  await expect.poll(async () => (await finder.get(path)).text()).toContain('Typed here');

  await loseAnswers(owner, '**/updateItem');
  for (const name of ['Red backpack', 'Yellow backpack']) {
    await owner.goto(edit);
    await saveItem(owner, 'Name', name);
    await owner.waitForURL('**/items');
    const changed = owner.getByRole('listitem').filter({ has: owner.getByRole('heading', { name }) });
    await changed.getByText('Not saved yet').waitFor();
    // The second one waits until the first one is answered.
    await expect.poll(async () => (await finder.get(path)).text()).toContain('Red backpack');
  }
  await owner.goto(edit);
  await owner.unroute('**/updateItem');
  await saveItem(owner, 'Name', 'White backpack');
  await expect.poll(async () => (await finder.get(path)).text()).toContain('White backpack');
  await owner.getByText('Not saved').waitFor({ state: 'detached' });

  const error = { status: 'ABORTED', message: 'It was changed elsewhere meanwhile.' };
  await owner.route('**/updateItem', (route) => route.fulfill({ status: 409, json: { error } }));
  await owner.route('**/updateItem', (route) => route.abort(), { times: 1 });
  await owner.goto(edit);
  await saveItem(owner, 'Note to the finder', 'Never there');
  await owner.getByRole('alert').filter({ hasText: 'Not saved: White backpack' }).waitFor();
  expect(await readDevice(owner)).toContain('Never there');
  await owner.goto(edit);
  await openArchiveOrDelete(owner);
  await pressAndConfirm(owner, 'Delete');
  await owner.waitForURL('**/items');
  await expect.poll(async () => (await finder.get(path)).text()).not.toContain('White backpack');
  await expect.poll(() => readDevice(owner)).not.toContain('Never there');
  await owner.getByText('Not saved').waitFor({ state: 'detached' });

  const another = await makeItem(person);
  await owner.unrouteAll();
  await owner.reload();
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await isKept(owner, another.id);
  await markLostWithoutNetwork(owner);
  await owner.getByText('Not saved yet').waitFor();
  await person.call('deleteItem', { id: another.id });
  await owner.context().setOffline(false);
  await owner.goto('/items');
  await owner.getByText('Not saved: Blue backpack').waitFor();
  await owner.getByText('It was deleted or handed over elsewhere.').waitFor();
  await pressAndConfirm(owner, 'Discard');
  await owner.getByText('Not saved: Blue backpack').waitFor({ state: 'detached' });
});

/** The server has what is sent, and nobody hears that it does. */
async function loseAnswers(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    await route.fetch();
    await route.abort();
  });
}

async function markLostWithoutNetwork(owner: Page): Promise<void> {
  await owner.context().setOffline(true);
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'Blue backpack' }).click();
  await owner.getByRole('button', { name: 'Mark as lost' }).click();
}

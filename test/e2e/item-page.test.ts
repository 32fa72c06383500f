import { expect, test } from 'vitest';
import { livePath } from '../../paths/api.ts';
import { itemPath } from '../../paths/paths.ts';
import { makeItem } from '../make.ts';
import { expectAccessible } from './accessible.ts';
import { documentsOf, openWindow, refusals } from './browser.ts';
import { isKept, ownerInConversation, readDevice } from './offline-device.ts';
import { ownerWithTag, signedUp } from './people.ts';

test('at its tag an owner finds the item: its state, one act that fits and the messages in sight on a phone, and what helps next; inside the app no document is asked for', async () => {
  const { product, page, owner } = await signedUp({ viewport: { width: 390, height: 844 } });
  const item = await makeItem(owner, { name: 'Blue backpack for long weekends in the mountains' });
  await page.goto('/items');
  await page.getByRole('link', { name: item.name }).click();
  await page.getByRole('link', { name: 'Print the tag' }).waitFor();
  expect((await owner.postJson('/items/print', { data: { items: [item.id], sheet: 'plain-30-a4' } })).status).toBe(200);
  await product.visitor().post(`/item/${item.hash}`, { text: 'It is at the lake.' });
  await page.goto(`/item/${item.hash}`);
  const act = page.getByRole('button', { name: 'Mark as lost' });
  const messages = page.getByRole('link', { name: /^Messages .*It is at the/ });
  for (const seen of [act, messages]) {
    const { y = 0, height = 0 } = (await seen.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(844);
  }
  expect(await page.getByRole('link', { name: 'Print the tag' }).count(), 'it is printed').toBe(0);
  await page.getByText('1 tag, printed').waitFor();
  await expectAccessible(page);
  await act.click();
  await page.getByText('Lost since').waitFor();
  await page.getByRole('link', { name: /^Say where and when/ }).waitFor();
  await expectAccessible(page);
  const documents = documentsOf(page);
  await page.getByRole('link', { name: /^Say where and when/ }).click();
  await page.getByLabel('Where it was last seen').fill('Rose Street 4');
  expect(await page.getByLabel('When it was last seen').inputValue(), 'when it was marked').toMatch(/^\d{4}-/);
  await page.getByRole('button', { name: 'Save what finders read' }).click();
  await page.getByText('Saved. Whoever scans the tag reads it now.').waitFor();
  await page.getByRole('link', { name: /^Say where and when.*Rose Street 4.*Done/ }).waitFor();
  await page.getByRole('link', { name: /^Reward/ }).click();
  await page.getByLabel('Reward', { exact: true }).fill('A cake');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: /^Reward.*A cake.*Done/ }).waitFor();
  await page.getByRole('link', { name: /^Details/ }).click();
  await page.getByRole('heading', { name: 'Edit item' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'It is back' }).click();
  await page.getByText('Back with you since').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Lost since').waitFor();
  await page.getByRole('button', { name: 'It is back' }).click();
  await page.getByRole('button', { name: 'Thank you so much!' }).click();
  await page.getByText('Your thanks are on their way.').waitFor();
  const conversations = async () => (await owner.call('listConversations', {})).conversations;
  await expect.poll(conversations).toMatchObject([{ closed: false, lastMessage: { reply: 'thanks' } }]);
  expect(documents).toEqual([]);
  await page.reload();
  await page.getByRole('link', { name: /^Messages .*Thank you so much/ }).waitFor();
  expect(await page.getByRole('heading', { name: 'Thank the finder' }).count(), 'thanked once').toBe(0);
});

test('an open page follows what is marked on another device', async () => {
  const { page, owner } = await signedUp();
  const { id, hash } = await makeItem(owner);
  const listening = page.waitForResponse((response) => new URL(response.url()).pathname === livePath());
  await page.goto(itemPath(hash));
  await page.getByRole('button', { name: 'Mark as lost' }).waitFor();
  await listening;
  await owner.call('markItemLost', { id });
  await page.getByRole('button', { name: 'It is back' }).waitFor();
  await page.getByText('Lost since').waitFor();
});

test('without network the page comes from the copy, and what is pressed there waits', async () => {
  const { owner, person, id, path } = await ownerInConversation();
  await owner.goto(path);
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await isKept(owner, id);
  const otherTab = await owner.context().newPage();
  await otherTab.goto(path);
  await otherTab.getByRole('button', { name: 'Mark as lost' }).waitFor();
  await owner.context().setOffline(true);
  await owner.goto('/items');
  await owner.goto(path);
  await owner.getByRole('link', { name: /^Messages .*at the lake/ }).waitFor();
  await owner.getByRole('button', { name: 'Mark as lost' }).click();
  await owner.getByText('Not saved yet: your changes wait on this device').waitFor();
  await owner.getByText('Lost since').waitFor();
  await owner.context().setOffline(false);
  await expect.poll(async () => (await person.call('getItem', { id })).lostAt, { timeout: 60_000 }).not.toBeNull();
  await expect.poll(() => readDevice(owner)).not.toContain('"call":');
  // Whichever of them sent it.
  for (const tab of [owner, otherTab]) await tab.getByRole('button', { name: 'It is back' }).waitFor();
});

test('where the network fails as a poster is opened, the part that cannot come says so, and the page stays', async () => {
  const { page, owner } = await signedUp({}, /ERR_FAILED/);
  const item = await makeItem(owner);
  await page.route('**/assets/poster-*', (route) => route.abort());
  await page.goto(`/item/${item.hash}`);
  await page.getByRole('button', { name: 'Mark as lost' }).click();
  const triedAgain = page.waitForEvent('load');
  await page.getByText('Make a poster').click();
  await triedAgain;
  await page.getByText('Make a poster').click();
  await page.getByText('Error connecting to service').waitFor();
  await page.getByText('Lost since').waitFor();
  await page.getByRole('button', { name: 'It is back' }).waitFor();
  await page.unroute('**/assets/poster-*');
  await page.getByRole('button', { name: 'Refresh Page' }).click();
  await page.getByText('Make a poster').click();
  await page.getByRole('button', { name: 'Make the poster' }).waitFor();
});

test('whoever is signed out elsewhere, or whose item is deleted elsewhere, gets the page that everybody gets; no address leads to signing in', async () => {
  const { product, owner, path } = await ownerWithTag();
  const other = await makeItem(await product.owner('Eve'), { name: 'Red bike' });
  await owner.goto('/items');
  // Its first drawing takes the place of what the document brought.
  await owner.locator('#app[data-started]').waitFor();
  await owner.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to, textContent: 'To a stranger’s tag' });
    document.querySelector('main')?.append(link);
  }, `/item/${other.hash}`);
  await owner.getByRole('link', { name: 'To a stranger’s tag' }).click();
  await owner.getByText('You found Red bike. Thank you!').waitFor();

  await owner.goto(path);
  await owner.getByRole('button', { name: 'Mark as lost' }).waitFor();
  const tab = await owner.context().newPage();
  await tab.goto('/about');
  await tab.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Sign Out' }).click();
  await owner.getByText('You found Blue backpack. Thank you!').waitFor();

  const {
    owner: next,
    person: nextPerson,
    ...tag
  } = await ownerWithTag(product, await openWindow(product.url, {}, refusals));
  await next.goto(tag.path);
  await next.getByRole('button', { name: 'Mark as lost' }).waitFor();
  await nextPerson.call('deleteItem', { id: tag.id });
  await next.getByText('You deleted this item.').waitFor();
});

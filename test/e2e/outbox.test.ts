import { expect, test } from 'vitest';
import { drawPicture, makeItem } from '../make.ts';
import { takeClock } from './browser.ts';
import { cutOff, outbox, ownerInConversation, readDevice, said, timesRead } from './offline-device.ts';
import { signedUp } from './people.ts';

const dayMs = 86_400_000;

test('what the release before stored on a device is sent once, files and all', async () => {
  const { owner, person, path, finder, link, inbox } = await ownerInConversation();
  const { items } = await person.call('listItems', {});
  const { id, name, note, category, facts } = items[0] ?? expect.fail('no item');
  const { uid } = person;
  const writtenAt = new Date().toISOString();
  const conversationId = inbox.split('/').at(-1);
  const seen = { name, note, category, facts, state: 'kept', loss: { message: '', place: '', point: null } };
  const change = { kind: 'change', uid, writtenAt, itemId: id, name };
  await owner.context().setOffline(true);
  await owner.goto('/items');
  const bytes = [...(await drawPicture())];
  await outbox(
    owner,
    [
      { kind: 'reply', uid, key: 'reply-of-before-1', writtenAt, conversationId, text: 'I come at noon' },
      { kind: 'switches', uid, key: `${uid} ${conversationId} switches`, writtenAt, conversationId, muted: true },
      {
        ...change,
        key: `${uid} ${id}`,
        details: { name: 'Green backpack' },
        facts: { reward: { text: 'A cake', shown: true } },
        change: { state: 'lost', place: 'Harbour' },
        seen,
      },
      { ...change, key: `${uid} ${id} refused`, details: { note: 'Typed here' }, seen: { ...seen, note: 'Before' } },
      {
        kind: 'item',
        uid,
        key: `${uid} new item-of-before-1`,
        writtenAt,
        sendingKey: 'item-of-before-1',
        details: { name: 'Red umbrella', category: 'other', note: '' },
        picture: true,
      },
      {
        kind: 'receipt',
        uid,
        key: `${uid} ${id} receipt`,
        writtenAt,
        itemId: id,
        name,
        sendingKey: 'receipt-of-before-1',
        fileName: 'Bill.png',
        file: true,
      },
    ],
    bytes,
  );
  await owner.context().setOffline(false);
  await owner.reload();
  await expect.poll(() => timesRead(finder, link, 'I come at noon'), { timeout: 60_000 }).toBe(1);
  const named = async (wanted: string) =>
    (await person.call('listItems', {})).items.find((item) => item.name === wanted);
  await expect
    .poll(() => named('Green backpack'), { timeout: 60_000 })
    .toMatchObject({ facts: { reward: { text: 'A cake' } }, lostAt: expect.any(String), note });
  await expect.poll(async () => (await named('Red umbrella'))?.pictureId, { timeout: 60_000 }).toBeTruthy();
  await expect
    .poll(async () => (await person.call('listReceipts', { itemId: id })).receipts, { timeout: 60_000 })
    .toMatchObject([{ name: 'Bill' }]);
  expect(await (await finder.get(path)).text()).toContain('Harbour');
  expect((await person.call('listConversations', {})).conversations).toMatchObject([{ muted: true }]);
  const question = owner.getByRole('alert').filter({ hasText: 'Not saved: Blue backpack' });
  await question.getByText('Typed here: Typed here', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Save again' }).click();
  await expect.poll(async () => (await named('Green backpack'))?.note).toBe('Typed here');
  await expect.poll(() => readDevice(owner)).not.toMatch(/"(call|kind)":"/);
});

test('what a later release stored is shown and kept, and the rest is sent', async () => {
  const { page, owner } = await signedUp();
  const { uid } = owner;
  const { id } = await makeItem(owner);
  await page.goto('/items');
  const later = { format: 99, uid, writtenAt: new Date().toISOString(), about: id, name: 'Red umbrella' };
  await outbox(page, [
    { ...later, key: 'later-1', call: 'foldItem', input: { id, note: 'Folded in four' } },
    { ...later, format: 2, key: 'today-1', call: 'updateItem', input: { id, name: 'Red umbrella' } },
  ]);
  await page.reload();
  await expect.poll(async () => (await owner.call('getItem', { id })).name).toBe('Red umbrella');
  const question = page.getByRole('alert').filter({ hasText: 'Not saved: Red umbrella' });
  await question.getByText('Folded in four').waitFor();
  await question.getByText('The service cannot do this any more.').waitFor();
  await page.reload();
  await question.getByText('Folded in four').waitFor();
  expect(await readDevice(page)).toContain('Folded in four');
  await question.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await readDevice(page)).not.toContain('Folded in four');
});

test('saves of the same field follow each other; after a refusal the later one joins the question, and other fields are saved', async () => {
  const { page, owner } = await signedUp({}, cutOff);
  const { id } = await makeItem(owner, { name: 'Blue backpack', note: 'My passport' });
  const edit = async (field: string, text: string) => {
    await page.goto(`/items/${id}/edit`);
    await page.getByLabel(field).fill(text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL('**/items');
  };
  await page.goto('/items');
  await page.goto(`/items/${id}/edit`);
  await page.route('**/updateItem', (route) => route.abort());
  await edit('Note to the finder', 'First here');
  await edit('Name', 'Green backpack');
  await edit('Note to the finder', 'Second here');
  await owner.call('updateItem', { id, note: 'Elsewhere' });
  await page.unroute('**/updateItem');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(async () => (await owner.call('getItem', { id })).name).toBe('Green backpack');
  const question = page.getByRole('alert').filter({ hasText: 'Not saved: ' });
  await question.getByText('Typed here: Second here', { exact: true }).waitFor();
  await question.getByText('Saved elsewhere: Elsewhere', { exact: true }).waitFor();
  await expect.poll(() => question.count()).toBe(1);
  expect((await owner.call('getItem', { id })).note).toBe('Elsewhere');
  await owner.call('updateItem', { id, note: 'Elsewhere again' });
  await question.getByRole('button', { name: 'Save again' }).click();
  await question.getByText('Saved elsewhere: Elsewhere again', { exact: true }).waitFor();
  await question.getByRole('button', { name: 'Save again' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(async () => (await owner.call('getItem', { id })).note).toBe('Second here');
});

test('"I have it back" said offline does not end a loss that began since, and asks', async () => {
  const { page, owner } = await signedUp({}, cutOff);
  const { id } = await makeItem(owner, { name: 'Blue backpack' });
  await owner.call('markItemLost', { id });
  await page.goto(`/items/${id}/edit`);
  await page.route('**/markItemReturned', (route) => route.abort());
  await page.getByRole('button', { name: 'I have it back' }).click();
  await page.getByText('Not saved yet: your changes wait on this device').waitFor();
  await owner.call('markItemReturned', { id });
  await owner.call('markItemLost', { id });
  await page.unroute('**/markItemReturned');
  await page.goto('/items');
  const question = page.getByRole('alert').filter({ hasText: 'Not saved: Blue backpack' });
  await question.getByText('It went missing again after you saw it.').waitFor();
  expect((await owner.call('getItem', { id })).returnedAt).toBeNull();
  await question.getByRole('button', { name: 'Save again' }).click();
  await expect.poll(async () => (await owner.call('getItem', { id })).returnedAt).not.toBeNull();
});

test('an answer that waited for more than 7 days asks before it is sent; one of 6 days does not', async () => {
  const { owner, inbox, finder, link } = await ownerInConversation();
  await owner.context().setOffline(true);
  for (const words of ['Of last week', 'Of this week']) {
    await owner.getByLabel('Your answer').fill(words);
    await owner.getByRole('button', { name: 'Send' }).click();
    await said(owner, words).getByText('Waiting for the network').waitFor();
  }
  const ages: Record<string, number> = { 'Of last week': 7.1 * dayMs, 'Of this week': 6.9 * dayMs };
  const waiting: { input: { text: string } }[] = JSON.parse(await outbox(owner));
  const older = (text: string) => new Date(Date.now() - (ages[text] ?? 0)).toISOString();
  await outbox(
    owner,
    waiting.map((entry) => ({ ...entry, writtenAt: older(entry.input.text) })),
  );
  await owner.context().setOffline(false);
  await owner.goto(inbox);
  await expect.poll(() => timesRead(finder, link, 'Of this week'), { timeout: 60_000 }).toBe(1);
  await said(owner, 'Of last week').getByRole('alert').waitFor();
  expect(await timesRead(finder, link, 'Of last week')).toBe(0);
  await said(owner, 'Of last week').getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => timesRead(finder, link, 'Of last week')).toBe(1);
});

test('what waits is tried again 30 seconds apart', async () => {
  const { owner, inbox } = await ownerInConversation();
  await takeClock(owner);
  let tries = 0;
  await owner.route('**/replyToFinder', async (route) => {
    tries += 1;
    await route.abort();
  });
  await owner.goto(inbox);
  await owner.getByLabel('Your answer').fill('I come at noon');
  await owner.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => tries).toBe(1);
  await said(owner, 'I come at noon').getByText('Waiting for the network').waitFor();
  await owner.clock.runFor(30_000);
  await expect.poll(() => tries).toBe(2);
  for (const _second of Array(29).keys()) await owner.clock.runFor(1_000);
  expect(tries).toBe(2);
  await owner.clock.runFor(1_000);
  await expect.poll(() => tries).toBe(3);
});

import { expect, test } from 'vitest';
import { drawPicture } from '../make.ts';
import { openWindow, takeClock } from './browser.ts';
import { cutOff, outbox, readDevice, said, timesRead, writeAsFinder } from './offline-device.ts';
import { openThread, ownerWithTag, pressAndConfirm } from './people.ts';
import { sharedProduct } from './shared-product.ts';

const dayMs = 86_400_000;
const words = 'It lies at the lake.';

async function ownerAndFinder() {
  const product = await sharedProduct();
  const made = await ownerWithTag(product, await openWindow(product.url, {}, cutOff));
  const finder = product.visitor();
  return { ...made, page: made.owner, finder, link: await writeAsFinder(finder, made.path, words) };
}

test('what another release stored on a device: of the one before all is sent once, files and all; of a later one what is unknown is shown and kept, and the rest is sent', async () => {
  const { page, person, path, finder, link } = await ownerAndFinder();
  const [item = expect.fail('no item')] = (await person.call('listItems', {})).items;
  const [{ id: conversationId } = expect.fail('no conversation')] = (await person.call('listConversations', {}))
    .conversations;
  const { id, name, note, category, facts } = item;
  const { uid } = person;
  const writtenAt = new Date().toISOString();
  const seen = { name, note, category, facts, state: 'kept', loss: { message: '', place: '', point: null } };
  const change = { kind: 'change', uid, writtenAt, itemId: id, name };
  await page.goto('/about');
  const bytes = [...(await drawPicture())];
  await outbox(
    page,
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
  await page.goto('/items');
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
  const asked = page.getByRole('alert').filter({ hasText: 'Not saved: Blue backpack' });
  await asked.getByText('Typed here: Typed here', { exact: true }).waitFor();
  await asked.getByRole('button', { name: 'Save again' }).click();
  await expect.poll(async () => (await named('Green backpack'))?.note).toBe('Typed here');
  await expect.poll(() => readDevice(page)).not.toMatch(/"(call|kind)":"/);

  const later = { format: 99, uid, writtenAt, about: id, name: 'Red umbrella' };
  await outbox(page, [
    { ...later, key: 'later-1', call: 'foldItem', input: { id, note: 'Folded in four' } },
    { ...later, format: 2, key: 'today-1', call: 'updateItem', input: { id, name: 'Red umbrella' } },
  ]);
  await page.reload();
  await expect.poll(async () => (await person.call('getItem', { id })).name).toBe('Red umbrella');
  const question = page.getByRole('alert').filter({ hasText: 'Not saved: Red umbrella' });
  await question.getByText('Folded in four').waitFor();
  await question.getByText('The service cannot do this any more.').waitFor();
  await page.reload();
  await question.getByText('Folded in four').waitFor();
  expect(await readDevice(page)).toContain('Folded in four');
  await pressAndConfirm(page, 'Discard');
  await question.waitFor({ state: 'detached' });
  expect(await readDevice(page)).not.toContain('Folded in four');
});

test('what waits is tried again 30 seconds apart; an answer that waited for more than 7 days asks before it is sent, one of 6 days does not', async () => {
  const { page, finder, link } = await ownerAndFinder();
  await takeClock(page);
  let tries = 0;
  await page.route('**/replyToFinder', async (route) => {
    tries += 1;
    await route.abort();
  });
  await openThread(page, /at the lake/);
  const answer = async (text: string) => {
    await page.getByLabel('Your answer').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  const waits = (text: string) => said(page, text).getByText('Waiting for the network');
  await page.getByLabel('Your answer').waitFor();
  // What the test itself takes would count while the clock runs.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const after = async (ms: number, count: () => unknown) => {
    await page.clock.runFor(ms);
    return count();
  };
  await answer('Of this week');
  await expect.poll(() => after(1, () => waits('Of this week').count())).toBe(1);
  // The first of them comes when the page is 30 seconds old.
  await expect.poll(() => after(1_000, () => tries)).toBe(2);
  for (const expected of [3, 4]) {
    for (const _second of Array(25).keys()) await page.clock.runFor(1_000);
    expect(tries).toBe(expected - 1);
    await expect.poll(() => after(1_000, () => tries)).toBe(expected);
  }
  await page.clock.resume();

  await answer('Of last week');
  await waits('Of last week').waitFor();
  const waiting: { input: { text: string } }[] = JSON.parse(await outbox(page));
  const ages: Record<string, number> = { 'Of last week': 7.1 * dayMs, 'Of this week': 6.9 * dayMs };
  const older = (text: string) => new Date(Date.now() - (ages[text] ?? 0)).toISOString();
  await outbox(
    page,
    waiting.map((entry) => ({ ...entry, writtenAt: older(entry.input.text) })),
  );
  await page.unroute('**/replyToFinder');
  await page.reload();
  await expect.poll(() => timesRead(finder, link, 'Of this week'), { timeout: 60_000 }).toBe(1);
  await said(page, 'Of last week').getByRole('alert').waitFor();
  expect(await timesRead(finder, link, 'Of last week')).toBe(0);
  await said(page, 'Of last week').getByRole('button', { name: 'Send again' }).click();
  await expect.poll(() => timesRead(finder, link, 'Of last week')).toBe(1);
});

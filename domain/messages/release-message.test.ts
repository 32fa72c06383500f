import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import type { App } from '../../test/app.ts';
import { queuedMails } from '../../test/mail-queue.ts';
import { makeConversation, makeItem, makeOwner, passTime } from '../../test/make.ts';
import { forgetLimits, sharedApp } from '../../test/shared-app.ts';
import type { Visitor } from '../../test/visitor.ts';

const sentBeforeHeld = 8;

/** A finder whose newest message of this conversation is held, because it is the ninth. */
async function begin(app: App) {
  await forgetLimits(app);
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { finder, path } = await makeConversation(app, item, 'Message 1');
  for (let n = 1; n <= sentBeforeHeld; n++) await write(finder, path, `Answer ${n}`);
  return { owner, item, finder, path };
}

const write = (finder: Visitor, path: string, text: string) => finder.post(path, { key: crypto.randomUUID(), text });

/** What the page's script does. @returns the proof as it is sent */
async function work(finder: Visitor, path: string): Promise<string> {
  const { challenge } = (await (await finder.get(`${path}/challenge`)).json()) as { challenge: string };
  const solution = await solveChallenge({ challenge: JSON.parse(challenge) as Challenge, deriveKey });
  return JSON.stringify({ challenge: JSON.parse(challenge), solution });
}

async function give(finder: Visitor, path: string, proof: string): Promise<boolean> {
  const answer = await finder.post(`${path}/challenge`, { proof });
  return ((await answer.json()) as { released: boolean }).released;
}

async function heldOf(owner: Visitor): Promise<(string | undefined)[]> {
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const { messages } = await owner.call('readConversation', { id: conversation?.id ?? '' });
  return messages.filter(({ heldReason }) => heldReason).map(({ text }) => text);
}

test('a message that the limits hold goes through after work about it, and its readers are told', async () => {
  const app = await sharedApp();
  const { owner, finder, path } = await begin(app);
  await write(finder, path, 'One more');
  const waiting = () =>
    app.services.db
      .selectFrom('pendingNotifications')
      .innerJoin('webMessages', 'webMessages.id', 'pendingNotifications.messageId')
      .select(['text', 'budget'])
      .where('uid', '=', owner.uid)
      .where('text', 'like', '% more%')
      .execute();
  expect(await heldOf(owner)).toEqual(['One more']);
  expect(await waiting(), 'its readers were told at once that it may be automatic').toEqual([]);
  expect(await finder.read(path)).toContain('data-held=""');

  const live = await owner.live();
  expect(await give(finder, path, await work(finder, path))).toBe(true);
  expect(await heldOf(owner)).toEqual([]);
  expect(await waiting(), 'nobody is told of it twice').toEqual([]);
  await live.next('conversation');
  live.close();
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  expect(conversation?.messagesChangedAt, 'open pages read the thread anew').toBeTruthy();
  expect((await finder.get(`${path}/challenge`)).status, 'nothing is held any more').toBe(204);
  expect(await finder.read(path)).not.toContain('data-held');

  await write(finder, path, 'Two more');
  expect(await waiting()).toEqual([{ text: 'Two more', budget: 'possibly-automatic' }]);
  await give(finder, path, await work(finder, path));
  expect(await waiting(), 'it is told of with what people wrote').toEqual([{ text: 'Two more', budget: 'mail' }]);
});

test('work that was used, forged, is about another item, or came too late releases nothing, and the message stays; work does not release what a program seems to have sent, and a first message is never held', async () => {
  const app = await sharedApp();
  const { owner, finder, path } = await begin(app);
  await write(finder, path, 'Ninth');
  const used = await work(finder, path);
  expect(await give(finder, path, used)).toBe(true);
  await write(finder, path, 'Tenth');
  expect(await give(finder, path, used), 'used').toBe(false);

  const honest = await work(finder, path);
  const { challenge, solution } = JSON.parse(honest);
  const changed = (change: object) => JSON.stringify({ challenge, solution: { ...solution, ...change } });
  const ofNinth = JSON.parse(used).challenge.parameters.data;
  const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } };
  const elsewhere = { ...challenge, parameters: { ...challenge.parameters, data: ofNinth } };
  const later = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 4_000_000_000 } };
  for (const forged of [easier, elsewhere, later])
    expect(await give(finder, path, JSON.stringify({ challenge: forged, solution }))).toBe(false);
  for (const wrong of [
    { derivedKey: '00'.repeat(32) },
    { derivedKey: challenge.parameters.keyPrefix },
    { counter: -1 },
  ])
    expect(await give(finder, path, changed(wrong))).toBe(false);
  for (const nonsense of ['', 'null', '{}', '[', '{"challenge":{"parameters":{}},"solution":{}}'])
    expect(await give(finder, path, nonsense)).toBe(false);

  const other = await makeConversation(app, await makeItem(owner, { name: 'Keys' }), 'About the keys');
  expect(await give(other.finder, other.path, honest), 'about another item').toBe(false);
  passTime(11 * 60_000);
  expect(await give(finder, path, honest), 'too late').toBe(false);
  await forgetLimits(app);
  expect((await owner.call('listConversations', { search: 'Tenth' })).conversations[0]?.lastMessage).toMatchObject({
    text: 'Tenth',
    heldReason: 'too-many',
  });
  await forgetLimits(app);
  const nextOwner = await makeOwner(app);
  const item = await makeItem(nextOwner);
  const { finder: nextFinder, path: nextPath } = await makeConversation(app, item, 'The first');
  expect(await heldOf(nextOwner)).toEqual([]);
  for (let n = 0; n < sentBeforeHeld; n++) await nextFinder.post(`/item/${item.hash}`, { text: `More ${n}` });
  await nextFinder.post(`/item/${item.hash}`, { text: 'Buy now', website: 'https://evil.example' });
  expect(await heldOf(nextOwner)).toEqual(['More 7', 'Buy now']);
  expect(await give(nextFinder, nextPath, await work(nextFinder, nextPath))).toBe(true);
  expect((await nextFinder.get(`${nextPath}/challenge`)).status).toBe(204);
  expect(await heldOf(nextOwner)).toEqual(['Buy now']);
  await nextFinder.post(`${nextPath}/delete`, {});
  expect(await heldOf(nextOwner), 'what is deleted is nothing to judge').toEqual([]);
});

test('a program that works for each of its messages causes one mail at once and one that is marked', async () => {
  const app = await sharedApp();
  const { owner, finder, path } = await begin(app);
  for (let n = 0; n < 6; n++) {
    await write(finder, path, `Flood ${n}`);
    expect(await give(finder, path, await work(finder, path))).toBe(true);
  }
  const mails = (await queuedMails(app)).filter(({ uid, purpose }) => uid === owner.uid && /message/.test(purpose));
  expect(mails.map(({ purpose }) => purpose.replace(/ .*/, ''))).toEqual(['new-message', 'held-messages']);
});

import { expect, test } from 'vitest';
import type { App } from '../app.ts';
import type { makeOwner } from '../make.ts';
import { countWaiting } from '../rows-read.ts';
import { withConversation } from '../worlds.ts';

test('a finder’s answer that comes while the owner blocks is refused, and comes back', async () => {
  const { app, owner, finder, id, path } = await begin();
  const [answer] = await whileBlocked(app, id, () => finder.post(path, { key: 'the-answer', text: 'Give me money' }));
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain('Give me money');
  expect(await textsOf(owner, id)).toEqual(['I have it here.']);
});

test('a report from the tag’s page that comes while the owner blocks is refused', async () => {
  const { app, owner, finder, item, id } = await begin();
  const [sent] = await whileBlocked(app, id, () => finder.post(`/item/${item.hash}`, { text: 'Give me money' }));
  expect(sent.status).toBe(409);
  expect(await textsOf(owner, id)).toEqual(['I have it here.']);
});

test('the owner’s own answer that comes while another page blocks is refused', async () => {
  const { app, owner, id } = await begin();
  const reply = { conversationId: id, key: 'the-reply', text: 'Thank you' };
  const [answered] = await whileBlocked(app, id, () => owner.tryCall('replyToFinder', reply));
  expect(answered).toMatchObject({ status: 409, error: { status: 'ABORTED' } });
  expect(await textsOf(owner, id)).toEqual(['I have it here.']);
});

async function begin() {
  const { app, owner, item, finder, path } = await withConversation();
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  return { app, owner, item, finder, path, id: conversation?.id ?? '' };
}

/** Sends while the block is written and not yet committed. */
function whileBlocked<T>(app: App, id: string, send: () => Promise<T>): Promise<[T]> {
  const { db } = app.services;
  return db
    .transaction()
    .execute(async (trx) => {
      await trx.updateTable('conversations').set({ blockedAt: new Date() }).where('id', '=', id).execute();
      const sent = send();
      await expect.poll(() => countWaiting(app)).toBe(1);
      // In an array, or the transaction would wait for what waits for it.
      return [sent] as const;
    })
    .then(async ([sent]) => [await sent]);
}

async function textsOf(owner: Awaited<ReturnType<typeof makeOwner>>, id: string): Promise<string[]> {
  return (await owner.call('readConversation', { id })).messages.map(({ text }) => text);
}

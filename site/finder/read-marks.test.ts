import { expect, test } from 'vitest';
import { hiddenFields } from '../../test/hidden-fields.ts';
import { makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import { makeWorld, readAllRows } from '../../test/matrix.ts';
import { sharedApp } from '../../test/shared-app.ts';
import { withConversation } from '../../test/worlds.ts';

test('asking for a page changes nothing, except that a tag’s page is counted: not the private link or any other', async () => {
  const app = await sharedApp();
  const world = await makeWorld(app);
  const { owner } = world.accounts;
  const item = await makeItem(owner);
  const { finder, path } = await makeConversation(app, item);
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const id = conversation?.id ?? '';
  await owner.call('replyToFinder', { conversationId: id, key: 'the-reply', text: 'Thank you' });
  const rows = async () => (await readAllRows(world)).filter(({ row }) => !row.includes('"scanned_at"'));
  const before = await rows();
  for (const person of [finder, app.visitor(), owner])
    for (const page of [path, `/item/${item.hash}`, `/items/${item.id}`, '/', '/inbox', `/inbox/${id}`, '/profile'])
      for (const method of ['GET', 'HEAD']) expect((await person.fetch(page, { method })).status).toBeLessThan(400);
  expect(await rows()).toEqual(before);
});

test('what the finder saw is read: up to the last message of the page that says so', async () => {
  const { app, finder, path, reply, readByFinder } = await begin();
  await reply('Thank you');
  const [first] = unreadOn(await finder.read(path));
  await reply('Where are you?');
  expect((await finder.post(`${path}/read`, { upTo: first ?? '' })).status).toBe(204);
  expect(await readByFinder()).toEqual([true, false]);
  const [second, ...more] = unreadOn(await finder.read(path));
  expect(more).toEqual([]);

  const other = await makeConversation(app, await makeItem(await makeOwner(app, 'Bob')));
  await other.finder.post(`${other.path}/read`, { upTo: second ?? '' });
  expect(await readByFinder(), 'by another finder').toEqual([true, false]);
  expect((await finder.post(`${path}/read`, { upTo: 'A'.repeat(22) })).status).toBe(422);
  expect((await finder.post(`/conversation/${'A'.repeat(43)}/read`, { upTo: second ?? '' })).status).toBe(404);

  await finder.post(`${path}/read`, { upTo: second ?? '' });
  expect(await readByFinder()).toEqual([true, true]);
  expect(unreadOn(await finder.read(path))).toEqual([]);
});

test('without scripts the next message says what was read: what stood on the page it was written on', async () => {
  const { finder, path, reply, readByFinder } = await begin();
  await reply('Thank you');
  const page = await finder.read(path);
  await reply('Where are you?');
  expect((await finder.post(path, { ...hiddenFields(page), text: 'At the station' })).status).toBe(303);
  expect(await readByFinder()).toEqual([true, false]);
});

async function begin() {
  const { app, owner, finder, path, id } = await withConversation();
  return {
    app,
    finder,
    path,
    reply: (text: string) => owner.call('replyToFinder', { conversationId: id, key: crypto.randomUUID(), text }),
    /** For each of the owner's messages. */
    async readByFinder() {
      const { messages } = await owner.call('readConversation', { id });
      return messages.filter(({ author }) => author === 'owner').map((message) => message.readByFinder);
    },
  };
}

/** Ids of the messages that the page's script says are read. */
function unreadOn(page: string): string[] {
  return [...page.matchAll(/data-unseen="([^"]+)"/g)].map(([, id = '']) => id);
}

import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { expect, test } from 'vitest';
import { makeItem, makeOwner } from '../make.ts';
import { withItem } from '../worlds.ts';

const key = () => crypto.randomUUID();

async function start() {
  const { app, owner, item } = await withItem();
  const finder = app.visitor();
  const begin = async () => (await finder.call('reportFound', { hash: item.hash, key: key(), text: 'Found' })).secret;
  const secrets = [await begin(), await begin()];
  for (const secret of secrets) await finder.call('answerOwner', { secret, key: key(), text: 'More' });
  const { conversations } = await owner.call('listConversations', {});
  const [later, earlier] = conversations.map(({ id }) => id) as [string, string];
  const messagesOf = async (id: string) => (await owner.call('readConversation', { id })).messages;
  return { app, owner, finder, secrets, earlier, later, messagesOf };
}

test('an id is 22 letters instead of a number that counts, the same to owner and finder; what is none is refused, naming the field; one of another conversation’s message marks nothing', async () => {
  const { owner, earlier, messagesOf, app, finder, later, secrets } = await start();
  const id = (await messagesOf(earlier)).at(-1)?.id ?? '';
  const altered = (id.startsWith('A') ? 'B' : 'A') + id.slice(1);
  for (const upTo of [
    '1',
    '999999',
    'A'.repeat(22),
    altered,
    id.slice(0, -1),
    `${id}A`,
    `${id.slice(0, -1)}_`,
    '../x',
  ]) {
    const answer = await owner.tryCall('markConversationRead', { id: earlier, upTo });
    expect([upTo, answer]).toMatchObject([
      upTo,
      { status: 400, error: { details: { fields: { upTo: expect.any(String) } } } },
    ]);
  }
  expect(await owner.call('countUnread', {})).toEqual({ unread: 4 });
  const other = await makeOwner(app, 'Bob');
  const { hash } = await makeItem(other);
  await finder.call('reportFound', { hash, key: key(), text: 'Found' });
  const [others] = (await other.call('listConversations', {})).conversations;
  for (const upTo of [(await messagesOf(later)).at(-1)?.id, others?.lastMessage.id])
    expect(await owner.call('markConversationRead', { id: earlier, upTo: upTo ?? '' })).toEqual({ unread: 4 });
  const [first] = await messagesOf(earlier);
  expect(await owner.call('markConversationRead', { id: earlier, upTo: first?.id ?? '' })).toEqual({ unread: 3 });
  const shown = [...(await messagesOf(earlier)), ...(await messagesOf(later))].map(({ id }) => id);
  const found = [];
  for (const secret of secrets) found.push(...(await finder.call('readFinderConversation', { secret })).messages);
  expect(found.map(({ id }) => id)).toEqual(shown);
  expect(new Set(shown).size).toBe(4);
  for (const id of shown) expect(id).toMatch(/^[\w-]{22}$/);

  const reply = await owner.call('replyToFinder', { conversationId: earlier, key: key(), text: 'Thank you' });
  expect((await messagesOf(earlier)).at(-1)?.id, 'the same message has the same id').toBe(reply.id);
  const zip = await (await owner.get('/profile/export')).blob();
  const file = (await new ZipReader(new BlobReader(zip)).getEntries()).find(
    ({ filename }) => filename === 'messages.json',
  );
  const exported = JSON.parse(
    (await (file as { getData(to: TextWriter): Promise<string> }).getData(new TextWriter())) ?? '',
  );
  expect(exported.map(({ id }: { id: string }) => id).sort()).toEqual([...shown, reply.id].sort());
});

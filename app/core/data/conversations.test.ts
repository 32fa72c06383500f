import { expect, test } from 'vitest';
import type { Conversation, ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { type Thread, withBeginning, withNews } from './conversations.ts';

test('what came since stands behind what was known, and what was sent here meanwhile stays once; nothing new changes the state only; more than a page begins the thread anew', () => {
  const known = thread(['m1', 'm2', 'mine', 'unanswered'], { upTo: 'm2', next: 'earlier' });
  const news = thread(['m3', 'mine'], { blocked: true });
  const after = withNews(known, news, 'm2');
  expect(after).toMatchObject({ blocked: true, next: 'earlier', upTo: 'mine' });
  expect(idsOf(after)).toEqual(['m1', 'm2', 'm3', 'mine', 'unanswered']);
  const nextAfter = withNews(thread(['m1'], { upTo: 'm1' }), thread([], { blocked: true }), 'm1');
  expect(nextAfter).toMatchObject({ blocked: true, upTo: 'm1' });
  expect(idsOf(nextAfter)).toEqual(['m1']);
  const thirdAfter = withNews(
    thread(['m1'], { upTo: 'm1', next: 'old' }),
    thread(['m8', 'm9'], { next: 'between' }),
    'm1',
  );
  expect(thirdAfter).toMatchObject({ next: 'between', upTo: 'm9' });
  expect(idsOf(thirdAfter)).toEqual(['m8', 'm9']);
});

test('the inbox begins as the server has it now, and goes on as it was read, or where its beginning ends when nothing tells that the rest follows', () => {
  const list = { rows: [entry('a'), entry('b'), entry('c'), entry('d')], next: 'end' };
  const beginning = { rows: [entry('d', 'newer'), entry('new'), entry('a')], next: 'below-a' };
  const after = withBeginning(list, beginning);
  expect(after.rows.map(({ id, lastMessage }) => `${id} ${lastMessage.id}`)).toEqual([
    'd newer',
    'new m',
    'a m',
    'b m',
    'c m',
  ]);
  expect(after.next).toBe('end');
  const nextList = { rows: [entry('a'), entry('b'), entry('c')], next: 'end' };
  for (const last of [entry('new'), entry('b', 'newer')]) {
    const beginning = { rows: [entry('new2'), last], next: 'below' };
    expect(withBeginning(nextList, beginning)).toEqual(beginning);
  }
  expect(withBeginning(nextList, { rows: [entry('a')], next: undefined }), 'all of it').toEqual({ rows: [entry('a')] });
});

function thread(ids: string[], more: Partial<Thread>): Thread {
  const messages = ids.map((id) => ({ id })) as Conversation['messages'];
  return { id: 'c1', messages, seenUpTo: null, unread: 0, blocked: false, ...more } as Thread;
}

const idsOf = ({ messages }: Thread) => messages.map(({ id }) => id);

function entry(id: string, last = 'm'): ConversationSummary {
  return { id, lastMessage: { id: last } } as ConversationSummary;
}

import { expect, test } from 'vitest';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { settleRows } from './conversation-list.tsx';

/** “a2” is conversation a with the finder’s second message as its newest; “A2” has the owner’s. */
function row(name: string, unread = 0): ConversationSummary {
  const id = name.charAt(0).toLowerCase();
  const author = name.startsWith(id) ? 'finder' : 'owner';
  return { id, unread, lastMessage: { id: name, author } } as ConversationSummary;
}
const rows = (names: string) => names.split(' ').map((name) => row(name));
const inOrder = (list: ConversationSummary[]) => list.map(({ lastMessage }) => lastMessage.id).join(' ');

test('what was read or answered stays where it is, and what the finder writes comes where the list has it; a further page follows the one before, and what is gone goes unless it is kept', () => {
  expect(inOrder(settleRows(rows('a1 b1 c1'), rows('b1 c1 a1'), false))).toBe('a1 b1 c1');
  expect(inOrder(settleRows(rows('a1 b1 c1'), rows('b1 A2 c1'), false))).toBe('A2 b1 c1');
  expect(inOrder(settleRows(rows('a1 b1 c1'), rows('c2 b1 a1'), false))).toBe('c2 a1 b1');
  expect(inOrder(settleRows(rows('a1 b1'), rows('d1 b1 a1'), false))).toBe('d1 a1 b1');
  expect(inOrder(settleRows(rows('a1 b1'), rows('a1 b1 c1 d1'), false))).toBe('a1 b1 c1 d1');
  expect(inOrder(settleRows(rows('a1 b1 c1'), rows('a1 c1'), false))).toBe('a1 c1');
  expect(settleRows([row('a1', 2), row('b1', 1)], rows('b1'), true)).toMatchObject([
    { id: 'a', unread: 0 },
    { id: 'b', unread: 0 },
  ]);
});

import { expect, test } from 'vitest';
import { isLost, lost, returned } from './item-state.ts';

test('an item is lost from when it is marked so until it is back', () => {
  const item = { lostAt: null, returnedAt: null };
  const gone = { ...item, ...lost('Monday') };
  const back = { ...gone, ...returned('Tuesday') };
  const goneAgain = { ...back, ...lost('Friday') };
  expect([item, gone, back, goneAgain].map(isLost)).toEqual([false, true, false, true]);
  expect(back.lostAt).toBe('Monday');
});

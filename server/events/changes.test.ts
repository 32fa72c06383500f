import { expect, test } from 'vitest';
import { createOwnChanges } from './changes.ts';

const now = () => performance.now();
const later = () => now() + 1;

test('an own change is the first once, whether it arrives directly or from the log first', () => {
  const own = createOwnChanges();
  own.written('1');
  expect([own.isFirstDirectly('1'), own.isFirstFromLog('1')]).toEqual([true, false]);
  own.written('2');
  expect([own.isFirstFromLog('2'), own.isFirstDirectly('2')]).toEqual([true, false]);
  expect(own.isFirstFromLog('of another process')).toBe(true);
  expect(own.count()).toBe(0);
});

test('an own change that the log passed over is forgotten by the next read, but not by one that was asked for before', () => {
  const own = createOwnChanges();
  own.written('1');
  const asked = now();
  own.forgetBefore(later());
  expect(own.isFirstDirectly('1')).toBe(true);
  own.forgetBefore(asked);
  expect(own.count(), 'the read may still bring it').toBe(1);
  own.forgetBefore(later());
  expect(own.count()).toBe(0);
});

test('a change that failed is forgotten', () => {
  const own = createOwnChanges();
  own.written('1');
  own.failed('1');
  expect([own.isFirstDirectly('1'), own.count()]).toEqual([false, 0]);
});

import { expect, test } from 'vitest';
import { createOwnChanges } from './changes.ts';

const now = () => performance.now();
const later = () => now() + 1;

test('an own change is the first once, whether it arrives directly or from the log first; one that the log passed over is forgotten by the next read, and one that failed at once', () => {
  const own = createOwnChanges();
  own.written('1');
  expect([own.isFirstDirectly('1'), own.isFirstFromLog('1')]).toEqual([true, false]);
  own.written('2');
  expect([own.isFirstFromLog('2'), own.isFirstDirectly('2')]).toEqual([true, false]);
  expect([own.isFirstFromLog('of another process'), own.count()]).toEqual([true, 0]);
  own.written('1');
  const asked = now();
  own.forgetBefore(later());
  expect(own.isFirstDirectly('1')).toBe(true);
  own.forgetBefore(asked);
  expect(own.count(), 'the read may still bring it').toBe(1);
  own.forgetBefore(later());
  expect(own.count()).toBe(0);
  own.written('1');
  own.failed('1');
  expect([own.isFirstDirectly('1'), own.count()]).toEqual([false, 0]);
});

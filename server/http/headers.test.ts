import { expect, test, vi } from 'vitest';
import { memo } from './headers.ts';

test('a text is read once, a long one each time, and long ones make it forget nothing', () => {
  const read = vi.fn((text: string) => text.length);
  const remembered = memo(read);
  for (let n = 0; n < 5_000; n++) remembered(`${n}`);
  const long = 'x'.repeat(201);
  expect([remembered(long), remembered(long)]).toEqual([201, 201]);
  expect(remembered('0')).toBe(1);
  expect(read).toHaveBeenCalledTimes(5_002);
});

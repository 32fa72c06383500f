import { expect, test } from 'vitest';
import { inBatches } from './batches.ts';

test('what comes at once, or while an answer is awaited, is asked together, each key once, and everybody gets their own', async () => {
  const asked: string[][] = [];
  const letterOf = inBatches(3, async (keys: string[]) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== 'nothing').map((key) => [key, key.toUpperCase()]));
  });
  const answers = await Promise.all(['a', 'b', 'a', 'nothing', 'c'].map(letterOf));
  expect(answers).toEqual(['A', 'B', 'A', undefined, 'C']);
  expect(asked).toEqual([
    ['a', 'b'],
    ['nothing', 'c'],
  ]);
});

test('a failure is told to those who asked together, and the next are answered', async () => {
  const ask = inBatches(2, async (keys: string[]) => {
    if (keys.includes('bad')) throw new Error('broken');
    return new Map(keys.map((key) => [key, key]));
  });
  const settled = await Promise.allSettled(['bad', 'beside', 'good'].map(ask));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await ask('later')).toBe('later');
});

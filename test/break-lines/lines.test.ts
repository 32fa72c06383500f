import { expect, test } from 'vitest';
import { brokenLines } from './lines.ts';
import { isThereOnce } from './results.ts';

test('each line that is to be broken is still there, once', () => {
  expect(brokenLines.filter((broken) => !isThereOnce(broken)).map(({ id, file }) => `${id}: ${file}`)).toEqual([]);
});

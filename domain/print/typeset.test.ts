import { expect, test } from 'vitest';
import { createTypesetter } from './typeset.ts';

test('each line of a paragraph has the direction of the paragraph, also where it begins with a word of the other', () => {
  const typesetter = createTypesetter();
  const width = 60;
  const placed = (text: string) =>
    typesetter.wrap(text, 10, width).map((line) => {
      const runs = typesetter.place(line, { x: 0, y: 0, width, size: 10, align: 'start' });
      return { line, left: runs[0]?.x };
    });
  const english = placed('The keys of my אבא ואמא, in Haifa.');
  expect(english.some(({ line }) => /^\u200e?[א-ת]/.test(line))).toBe(true);
  expect(new Set(english.map(({ left }) => left))).toEqual(new Set([0]));
  const hebrew = placed('המפתחות של Grandma Ada.');
  expect(hebrew.some(({ line }) => /^\u200f?[A-Z]/.test(line))).toBe(true);
  for (const { left } of hebrew) expect(left).toBeGreaterThan(0);
});

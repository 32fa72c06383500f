import naughtyStrings from 'big-list-of-naughty-strings';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

const signs = fc.constantFrom(
  '<',
  '<',
  '>',
  '/',
  '!',
  '?',
  'a',
  'K',
  '\u212a',
  '3',
  '"',
  '\r',
  '\n',
  ' ',
  '\0',
  '\u0338',
  '@',
);
const markupLike = fc.string({ unit: signs, maxLength: 60 });
const anyText = fc.oneof(
  markupLike,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...(naughtyStrings as string[])), { maxLength: 3 }).map((texts) => texts.join('')),
  fc.string({
    unit: fc.constantFrom('e', '<i>', '\u0301', '\u0323', '\u0344', '\ud83d', '\ude00', '\u200b'),
    maxLength: 90,
  }),
);

describe('C-5.02 the cleaner', () => {
  test('leaves no markup behind, changes nothing the second time, trims, lets what is not a string pass, and keeps 30 marks on a letter', () => {
    const markup = /<[a-z/!?][^>]*>/i;
    fc.assert(
      fc.property(anyText, (text) => !markup.test(String(cleanText(text)))),
      { numRuns: 2_000 },
    );
    const same = (text: string) => cleanText(cleanText(text)) === cleanText(text);
    fc.assert(fc.property(anyText, same), { numRuns: 2_000 });
    const trimmed = (text: string) => cleanText(text) === String(cleanText(text)).trim();
    fc.assert(fc.property(anyText, trimmed));
    expect(cleanText(' \n\u00a0 Blue backpack \t')).toBe('Blue backpack');
    fc.assert(fc.property(fc.anything(), (value) => typeof value === 'string' || Object.is(cleanText(value), value)));
    const marks = (count: number) => `a${'\u0316'.repeat(count)}`;
    for (const count of [1, 30]) expect(cleanText(marks(count))).toBe(marks(count));
    for (const count of [31, 9_000]) expect(cleanText(marks(count))).toBe(marks(30));
  });

  test.each([
    'a < b',
    'a<b',
    'a <b and no end',
    '1<2>0',
    '2 > 1',
    '>_<',
    'Tom & Jerry <3',
    '&lt;b&gt; &amp;',
    'He said "it\'s here" -> third bench <-',
    'First line\n\n\tsecond line',
    '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽 1️⃣',
    'שלום, מצאתי את התיק',
    'وجدت\u200f حقيبتك (قرب المحطة)',
    'نمی\u200cدانم',
    'क्ष Ǻ ễ',
    'https://example.com/?a=1&b=<none',
  ])('leaves %j as it is', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  test.each([
    ['x <y> z', 'x  z'],
    ['<b>Blue</b> backpack<br/>', 'Blue backpack'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<a title="<">x</a>', 'x'],
    ['Kim <kim.o+1@mail.example.com>', 'Kim kim.o+1@mail.example.com'],
    ['see <https://example.com/a?b=c>', 'see https://example.com/a?b=c'],
    ['<<kim@example.com>>', ''],
    ['<https://example.com onload=x>', ''],
    ['<<b>i>x', 'x'],
    ['<scr<b>ipt>x', 'ipt>x'],
    ['<!-- note -->x<?php ?>', 'x'],
    ['<\0b>x<\u212a>', 'x'],
    ['<svg\nonload=alert(1)\n>x', 'x'],
    ['one\r\ntwo\rthree\u2028four', 'one\ntwo\nthree\nfour'],
    ['be\u202edaer', 'bedaer'],
    ['\ufeffa\u200bb\u0007\u009f', 'ab'],
    ['e\u0301 e<i>\u0301', 'é é'],
    ['\ud83d', '\ufffd'],
    ['\u200d\u3164 \u200e\u2800', ''],
    ['\u2800\u2801', '\u2800\u2801'],
  ])('makes %j %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
  });

  test.each(['<a', '<', '<a>', '>', '</', '<!--', '\u0301\u0323', '<a\u0301'])(
    'looks at each character a fixed number of times, in %j over and over too',
    (part) => {
      const short = workFor(part.repeat(1_000) + '>'.repeat(1_000));
      expect(workFor(part.repeat(10_000) + '>'.repeat(10_000)) / short).toBeLessThan(10.5);
    },
  );
});

/** Counts how often characters are kept: what the cleaner does for each of them. */
function workFor(text: string): number {
  const { push } = Array.prototype;
  let work = 0;
  Array.prototype.push = function (...items) {
    work += items.length;
    return push.apply(this, items);
  };
  try {
    cleanText(text);
  } finally {
    Array.prototype.push = push;
  }
  return work;
}

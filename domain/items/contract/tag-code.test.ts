import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTagCode, newTagCode, readTagCode } from './tag-code.ts';

test('a new code is 16 letters and digits and never the same twice; typed by hand it is understood with spaces, dashes, capitals and look-alikes; what cannot be one is nothing', () => {
  const codes = new Set(Array.from({ length: 2000 }, newTagCode));
  expect(codes.size).toBe(2000);
  for (const code of codes) expect(isTagCode(code)).toBe(true);
  expect(readTagCode('8Q2W N3V7-k5d1–m9xa ')).toBe('8q2wn3v7k5d1m9xa');
  expect(readTagCode('oooo iiii llll OOIL')).toBe('0000111111110011');
  for (const typed of [
    '８Ｑ２Ｗ－Ｎ３Ｖ７－Ｋ５Ｄ１－Ｍ９ＸＡ',
    '8q2w\u00a0n3v7\u202fk5d1\u200bm9xa',
    '8q2w.n3v7/k5d1_m9xa',
    '8q2w·n3v7|k5d1~m9xa',
    '٨q٢w n٣v٧ k٥d١ m٩xa',
  ])
    expect(readTagCode(typed), typed).toBe('8q2wn3v7k5d1m9xa');
  for (const typed of ['', '8q2w', '8q2wn3v7k5d1m9xu', '8q2wn3v7k5d1m9xa0', '<b>8q2wn3v7k5d1</b>'])
    expect(readTagCode(typed), typed).toBe('');
  fc.assert(fc.property(fc.string(), (typed) => ['', 16].includes(readTagCode(typed).length || '')));
});

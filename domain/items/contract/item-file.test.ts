import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromSafeCell, toSafeCell } from './item-file.ts';

const beginning = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '＝', ' ', '"'),
  maxLength: 6,
});

test('what is made safe for a spreadsheet is read back as it was, whatever it begins with', () => {
  fc.assert(
    fc.property(beginning, fc.string(), (begin, rest) => {
      const cell = toSafeCell(begin + rest);
      expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
      expect(fromSafeCell(cell)).toBe(begin + rest);
    }),
  );
});

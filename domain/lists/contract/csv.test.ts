import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines, fromSafeCell } from './csv.ts';

const odd = fc.string({
  unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＠', ' ', '"', ',', ';', '1', '.', 'x'),
  maxLength: 12,
});
const rows = fc.array(fc.array(fc.oneof(odd, fc.string()), { minLength: 2, maxLength: 4 }), {
  minLength: 1,
  maxLength: 3,
});
const isNumber = (part: string) => /^[+-][ \d.,]*$/.test(part);

test('no reader of a line finds a formula in it, with quotes or without; what is written is read back as it was; a number stays a number', () => {
  fc.assert(
    fc.property(rows, (table) => {
      const written = csvLines(table);
      for (const ends of [',', ';', '\t', ',;\t'])
        for (const text of [written, written.replaceAll('"', '')])
          for (const part of text.split(new RegExp(`[${ends}\r\n]`))) {
            const seen = part.replaceAll(/^[\s"]+|[\s"]+$/g, '');
            if (/^[=+\-@＝＋－＠]/.test(seen)) expect(seen).toSatisfy(isNumber);
          }
    }),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(rows, (table) => {
      const read: string[][] = parse(csvLines(table), { relax_column_count: true });
      expect(read.map((cells) => cells.map(fromSafeCell))).toEqual(table);
    }),
    { numRuns: 2_000 },
  );
  const written = csvLines([
    ['Rex', '-5', '+49 30 1234567', '-33.85, 151.2', '=1+1', 'a;-5', 'a;=1+1', "'=1", null, 7],
  ]);
  expect(written).toBe(`Rex,-5,+49 30 1234567,"-33.85, 151.2",'=1+1,"a;'-5","a;'=1+1",''=1,,7\r\n`);
});

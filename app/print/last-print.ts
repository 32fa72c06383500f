import { z } from 'zod';
import { storageOf } from '../../browser/storage.ts';
import { printedTexts } from '../../domain/print/contract/schema.ts';
import { type SheetName, sheetNames } from '../../domain/print/contract/sheets.ts';

const name = 'print';

const offsets = z.object({ offsetX: z.string(), offsetY: z.string() });

const lastPrint = z.object({
  sheet: z.enum(sheetNames),
  texts: z.enum(printedTexts),
  /** As typed, by sheet: each printer and each sheet is off in its own way. */
  offsets: z.partialRecord(z.enum(sheetNames), offsets),
});

export type LastPrint = z.infer<typeof lastPrint>;

const first: LastPrint = { sheet: 'avery-l7160', texts: 'code', offsets: {} };

/** What this device printed last. */
export function readLastPrint(): LastPrint {
  try {
    return lastPrint.parse(JSON.parse(storageOf('localStorage')?.getItem(name) ?? ''));
  } catch {
    return first;
  }
}

export function rememberPrint(print: LastPrint): void {
  storageOf('localStorage')?.setItem(name, JSON.stringify(print));
}

export function offsetsOf(
  { offsets }: LastPrint,
  sheet: SheetName,
): z.infer<typeof lastPrint>['offsets'][SheetName] & {} {
  return offsets[sheet] ?? { offsetX: '', offsetY: '' };
}

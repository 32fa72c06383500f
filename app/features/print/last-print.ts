import { z } from 'zod';
import { storageOf } from '../../../browser/storage.ts';
import { printedTexts, printFormats } from '../../../domain/print/contract/schema.ts';

const name = 'print';

export const correctionNames = ['offsetX', 'offsetY', 'pitchX', 'pitchY'] as const;

export type Corrections = Record<(typeof correctionNames)[number], string>;

const noCorrections: Corrections = { offsetX: '', offsetY: '', pitchX: '', pitchY: '' };

const lastPrint = z.object({
  sheet: z.string(),
  texts: z.enum(printedTexts),
  format: z.enum(printFormats).default('pdf'),
  /** As typed, by sheet: each printer and each sheet is off in its own way. */
  offsets: z.record(z.string(), z.partialRecord(z.enum(correctionNames), z.string())),
});

export type LastPrint = z.infer<typeof lastPrint>;

const first: LastPrint = { sheet: 'avery-l7160', texts: 'code', format: 'pdf', offsets: {} };

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

export function correctionsOf({ offsets }: LastPrint, sheet: string): Corrections {
  return { ...noCorrections, ...offsets[sheet] };
}

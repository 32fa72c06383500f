import type { ReactNode } from 'react';
import { z } from 'zod';
import { storageOf } from '../../../browser/storage.ts';
import { printedTexts, printFormats } from '../../../domain/print/contract/schema.ts';
import { TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { numberIn } from '../../widgets/numbers.ts';
import { usualSheet } from './paper-choice.tsx';

const name = 'print';

const correctionNames = ['offsetX', 'offsetY', 'pitchX', 'pitchY'] as const;

export type Corrections = Record<(typeof correctionNames)[number], string>;

const noCorrections: Corrections = { offsetX: '', offsetY: '', pitchX: '', pitchY: '' };

const lastPrint = z.object({
  sheet: z.string(),
  texts: z.enum(printedTexts),
  format: z.enum(printFormats).default('pdf'),
  /** As typed, by sheet: each printer and each sheet is off in its own way. */
  offsets: z.record(z.string(), z.partialRecord(z.enum(correctionNames), z.string())),
});

type LastPrint = z.infer<typeof lastPrint>;

const first = (): LastPrint => ({ sheet: usualSheet(), texts: 'code', format: 'pdf', offsets: {} });

export function readLastPrint(): LastPrint {
  try {
    return lastPrint.parse(JSON.parse(storageOf('localStorage')?.getItem(name) ?? ''));
  } catch {
    return first();
  }
}

export function rememberPrint(print: LastPrint): void {
  storageOf('localStorage')?.setItem(name, JSON.stringify(print));
}

export function correctionsOf({ offsets }: LastPrint, sheet: string): Corrections {
  return { ...noCorrections, ...offsets[sheet] };
}

export function numbersIn(typed: Corrections) {
  const numbers = Object.entries(typed).map(([name, value]) => [name, numberIn(value, 0)]);
  return Object.fromEntries(numbers) as Record<keyof Corrections, number>;
}

type CorrectionFieldsProps = {
  typed: Corrections;
  errors: Record<string, string | undefined>;
  onType(change: Partial<Corrections>): void;
  children: ReactNode;
};

export function CorrectionFields({ typed, errors, onType, children }: CorrectionFieldsProps) {
  return (
    <details open={correctionNames.some((name) => errors[name]) || undefined}>
      <summary className="min-h-12 cursor-pointer content-center font-[650]">{t('print.offsets')}</summary>
      <div className="grid gap-4">
        <p className="text-ink-soft">{t('print.offsetsHint')}</p>
        {correctionNames.map((name) => (
          <TextField
            key={name}
            label={t(`print.${name}`)}
            name={name}
            inputMode="text"
            value={typed[name]}
            onChange={(event) => onType({ [name]: event.target.value })}
            error={errors[name]}
          />
        ))}
        {children}
      </div>
    </details>
  );
}

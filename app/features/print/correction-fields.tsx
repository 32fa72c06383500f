import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { type Corrections, correctionNames } from './last-print.ts';

type CorrectionFieldsProps = {
  typed: Corrections;
  errors: Record<string, string | undefined>;
  onType(change: Partial<Corrections>): void;
};

export function CorrectionFields({ typed, errors, onType }: CorrectionFieldsProps) {
  const t = useTranslations();
  return (
    <details open={correctionNames.some((name) => errors[name]) || undefined}>
      <summary className="min-h-12 cursor-pointer font-[650]">{t('print.offsets')}</summary>
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
      </div>
    </details>
  );
}

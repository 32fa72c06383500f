import type { Passkey } from '../../../domain/second-factor/contract/schema.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { dayOf } from '../../widgets/dates.ts';
import { fieldStart } from './second-factors-query.ts';

export function KeepPasskeys({ passkeys }: { passkeys: Passkey[] }) {
  const t = useTranslations();
  return (
    <fieldset className="grid gap-2">
      <legend className="font-[650]">{t('keepPasskeys.title')}</legend>
      <p>{t('keepPasskeys.text')}</p>
      {passkeys.map(({ id, name, since, lastUsed }) => (
        <label key={id} className="flex min-h-12 items-center gap-3">
          <input type="checkbox" name={fieldStart + id} className="size-6 shrink-0 accent-home" />
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-[650]">{t('keepPasskeys.keep', { name })}</span>
            <span className="text-ink-soft">
              {t('secondFactor.since', { day: dayOf(since) })}
              {lastUsed && `, ${t('secondFactor.used', { day: dayOf(lastUsed) })}`}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

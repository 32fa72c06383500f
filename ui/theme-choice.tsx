import { type Scheme, schemeNames } from '../domain/settings/contract/accent.ts';
import { themePath } from '../paths/paths.ts';
import { useTranslations } from './translations-context.ts';

export type ThemeProps = {
  /** Undefined: as the system of the device. */
  scheme: Scheme | undefined;
};

/** How this device shows the pages. @param props.to the address of the page on which it stands */
export function ThemeChoice({ scheme, to }: ThemeProps & { to: string }) {
  const t = useTranslations();
  return (
    <form method="post" action={themePath()}>
      <input type="hidden" name="to" value={to} />
      <fieldset className="theme-choice">
        <legend>{t('frame.theme')}</legend>
        {(['system', ...schemeNames] as const).map((theme) => (
          <button key={theme} type="submit" name="theme" value={theme} aria-pressed={theme === (scheme ?? 'system')}>
            {t(`frame.theme-${theme}`)}
          </button>
        ))}
      </fieldset>
    </form>
  );
}

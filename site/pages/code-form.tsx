import type { Translations } from '../../language/create-translations.ts';
import { activatePath, homePath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';

type CodeFormProps = {
  /** What was typed and is not the code of any tag; null before anything was. */
  unknownCode: string | null;
  t: Translations;
};

export function CodeForm({ unknownCode, t }: CodeFormProps) {
  return (
    <section className="wrap" aria-labelledby="found">
      <form method="get" action={homePath()} className="found-form">
        <h2 id="found">{t('code.title')}</h2>
        <div className="grid items-end gap-3 sm:grid-cols-[1fr_auto]">
          <TextField
            name="code"
            label={t('code.label')}
            hint={t('code.hint')}
            error={unknownCode === null ? undefined : t('code.unknown')}
            defaultValue={unknownCode ?? undefined}
            className="field-input font-mono"
            dir="ltr"
            aria-required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button>{t('code.open')}</Button>
        </div>
        <p>
          {t('code.newTag')} <a href={activatePath()}>{t('code.activate')}</a>
        </p>
      </form>
    </section>
  );
}

import { useState } from 'react';
import { adminTagsPath, tagMapPath } from '../../../paths/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { FunctionError } from '../../core/data/function-error.ts';
import { navigate } from '../../core/navigation/history.ts';
import { type FieldValues, useForm } from '../../widgets/form.tsx';
import { Section } from './admin-page.tsx';
import { openWhenProved } from './proved-files.tsx';

const maxTyped = 300;

export function FindTag() {
  const t = useTranslations();
  return (
    <Section id="find-tag" title={t('tagAdmin.find')} className="grid max-w-xl grid-cols-1 gap-4">
      <FindTagForm />
      <p>{t('tagAdmin.mapText')}</p>
      <ul className="flex flex-wrap gap-6">
        {(['csv', 'nginx', 'caddy'] as const).map((format) => (
          <li key={format}>
            <a href={tagMapPath(format)} download onClick={openWhenProved}>
              {t(`tagAdmin.map-${format}`)}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function FindTagForm({ asked = '' }: { asked?: string }) {
  const t = useTranslations();
  const [error, setError] = useState<Error | null>(null);
  const find = ({ tag = '' }: FieldValues) => {
    const typed = tag.trim();
    const fields = { tag: t('tagAdmin.findNothing') };
    if (!typed) setError(new FunctionError('invalid-argument', fields.tag, { fields }));
    else if (typed !== asked) navigate(adminTagsPath({ tag: typed }));
  };
  const { ref, onSubmit, field } = useForm({ mutate: find, error });
  return (
    <form ref={ref} onSubmit={onSubmit} className="grid max-w-xl items-end gap-3 sm:grid-cols-[1fr_auto]">
      <TextField
        label={t('tagAdmin.findBy')}
        {...field('tag')}
        defaultValue={asked}
        maxLength={maxTyped}
        autoComplete="off"
      />
      <Button variant="secondary">{t('tagAdmin.findVerb')}</Button>
    </form>
  );
}

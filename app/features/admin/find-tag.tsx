import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminTagsPath, tagMapPath } from '../../../paths/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { openWhenProved } from './admin-table.tsx';

const maxTyped = 300;

/** The way to one tag, and to the list of all. */
export function FindTag() {
  const t = useTranslations();
  return (
    <section className="grid max-w-xl grid-cols-1 gap-4" aria-labelledby="find-tag">
      <h2 id="find-tag">{t('tagAdmin.find')}</h2>
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
    </section>
  );
}

export function FindTagForm({ asked = '' }: { asked?: string }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked);
  const [error, setError] = useState<string>();
  return (
    <form
      className="grid max-w-xl items-end gap-3 sm:grid-cols-[1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        const tag = typed.trim();
        if (!tag) setError(t('tagAdmin.findNothing'));
        else if (tag !== asked) navigate(adminTagsPath({ tag }));
      }}
    >
      <TextField
        label={t('tagAdmin.findBy')}
        name="tag"
        value={typed}
        maxLength={maxTyped}
        autoComplete="off"
        {...(error && { error })}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button variant="secondary">{t('tagAdmin.findVerb')}</Button>
    </form>
  );
}

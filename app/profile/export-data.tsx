import { exportPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useWords } from '../../ui/words-context.ts';

export function ExportData() {
  const t = useWords();
  return (
    <section className="grid gap-3">
      <h2>{t('profile.data')}</h2>
      <p>{t('profile.dataText')}</p>
      {/* Not `download`: that would save the sign-in page, should the session be over by now. */}
      <LinkButton variant="secondary" href={exportPath()} target="_top" className="sm:justify-self-start">
        {t('profile.download')}
      </LinkButton>
    </section>
  );
}

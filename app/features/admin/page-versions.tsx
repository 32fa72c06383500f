import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useLoadMore } from '../../core/data/long-lists.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { Section } from './admin-page.tsx';
import { doneInWords, type EditedWordsOf, type PageWords, readVersions, versionsQuery } from './edited-page.ts';

type PageVersionsProps = { of: EditedWordsOf; onRestore(words: PageWords | null): void };

export function PageVersions({ of, onRestore }: PageVersionsProps) {
  const t = useTranslations();
  const query = versionsQuery(of);
  const versions = useQuery(query);
  const reading = useLoadMore(query, (request) => readVersions(of, request));
  return (
    <Section id="versions" title={t('pagesAdmin.versions')} className="grid gap-3">
      <Loaded query={versions} failure={t('pagesAdmin.failed')}>
        {(list) => (
          <>
            {list.rows.length === 0 && <p>{t('pagesAdmin.noVersions')}</p>}
            <ul className="grid gap-3">
              {list.rows.map((version) => (
                <li key={version.id} className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
                  <p>
                    {t('pagesAdmin.publishedBy', doneInWords(version.published, t))}
                    <br />
                    {version.words ? <bdi className="font-bold">{version.words.title}</bdi> : t('pagesAdmin.default')}
                  </p>
                  <ConfirmButton
                    label={t('pagesAdmin.restore')}
                    question={t('pagesAdmin.restoreQuestion')}
                    verb={t('pagesAdmin.restoreVerb')}
                    verbVariant="primary"
                    text={t('pagesAdmin.restoreText')}
                    action={async () => onRestore(version.words)}
                  />
                </li>
              ))}
            </ul>
            <LoadMore label={t('pagesAdmin.moreVersions')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

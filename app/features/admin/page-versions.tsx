import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useLoadMore } from '../../core/data/long-lists.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import {
  doneInWords,
  type PageVersion,
  type PageWords,
  readVersions,
  versionsQuery,
  type WordsOf,
} from './page-queries.ts';

type PageVersionsProps = { of: WordsOf; onRestore(words: PageWords | null): void };

/** What was published before; each can be put into the form again. */
export function PageVersions({ of, onRestore }: PageVersionsProps) {
  const t = useTranslations();
  const query = versionsQuery(of);
  const versions = useQuery(query);
  const reading = useLoadMore(query, (request) => readVersions(of, request));
  return (
    <section aria-labelledby="versions" className="grid gap-3">
      <h2 id="versions">{t('pagesAdmin.versions')}</h2>
      <Loaded query={versions} failure={t('pagesAdmin.failed')}>
        {(list) => (
          <>
            {list.rows.length === 0 && <p>{t('pagesAdmin.noVersions')}</p>}
            <ul className="grid gap-3">
              {list.rows.map((version) => (
                <li key={version.id} className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
                  <Version version={version} onRestore={onRestore} />
                </li>
              ))}
            </ul>
            <LoadMore label={t('pagesAdmin.moreVersions')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Version({ version, onRestore }: { version: PageVersion } & Pick<PageVersionsProps, 'onRestore'>) {
  const t = useTranslations();
  return (
    <>
      <p>
        {t('pagesAdmin.publishedBy', doneInWords(version.published, t))}
        <br />
        {version.words ? <bdi className="font-bold">{version.words.title}</bdi> : t('pagesAdmin.default')}
      </p>
      <ConfirmButton
        label={t('pagesAdmin.restore')}
        variant="secondary"
        question={t('pagesAdmin.restoreQuestion')}
        verb={t('pagesAdmin.restoreVerb')}
        verbVariant="primary"
        text={t('pagesAdmin.restoreText')}
        action={async () => onRestore(version.words)}
      />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { nameOfLanguage } from '../../../language/names.ts';
import { adminPagesPath } from '../../../paths/paths.ts';
import { sitePageNames, sitePages } from '../../../paths/site-pages.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { NotFoundScreen, PageHeading } from '../../widgets/page-heading.tsx';
import { PageForm } from './page-form.tsx';
import { editedPageQuery, type WordsOf } from './page-queries.ts';

/** One public page in one language, as its operator writes it. */
export function EditPage() {
  const t = useTranslations();
  const params = useParams();
  const [search] = useSearchParams();
  const page = sitePageNames.find((name) => name === params.page);
  const language = search.get('language') ?? t.language;
  const action = { label: t('pagesAdmin.title'), href: adminPagesPath() };
  return page ? (
    <Editor key={`${page} ${language}`} of={{ page, language }} />
  ) : (
    <NotFoundScreen title={t('pagesAdmin.noPage')} text={t('pagesAdmin.lead')} action={action} />
  );
}

function Editor({ of }: { of: WordsOf }) {
  const t = useTranslations();
  const { page, language } = of;
  const edited = useQuery(editedPageQuery(of));
  const [name, languageName] = [t(`pagesAdmin.page-${page}`), nameOfLanguage(language)];
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageHeading>{t('pagesAdmin.editTitle', { page: name, language: languageName })}</PageHeading>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href={adminPagesPath()}>{t('pagesAdmin.title')}</a>
        <a href={sitePages[page].path}>{t('pagesAdmin.see')}</a>
      </p>
      {sitePages[page].ofLaw && (
        <Alert title={t('pagesAdmin.lawTitle')}>
          <p>{t(page === 'privacy' ? 'pagesAdmin.privacyText' : 'pagesAdmin.lawText')}</p>
        </Alert>
      )}
      <Loaded query={edited} failure={t('pagesAdmin.failed')}>
        {(read) => <PageForm of={of} read={read} />}
      </Loaded>
    </div>
  );
}

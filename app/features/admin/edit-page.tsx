import { nameOfLanguage } from '../../../language/names.ts';
import { adminPagesPath } from '../../../paths/paths.ts';
import { sitePageNames, sitePages } from '../../../paths/site-pages.ts';
import { Alert } from '../../../ui/alert.tsx';
import { t } from '../../core/document/app-translations.ts';
import { useParams, useSearchParams } from '../../core/navigation/navigation.tsx';
import { NotFoundScreen } from '../../widgets/page-heading.tsx';
import { SettingsPage } from './admin-page.tsx';
import { type EditedWordsOf, editedPageQuery } from './edited-page.tsx';
import { PageForm } from './page-form.tsx';

export function EditPage() {
  const params = useParams();
  const search = useSearchParams();
  const page = sitePageNames.find((name) => name === params.page);
  const language = search.get('language') ?? t.language;
  const action = { label: t('pagesAdmin.title'), href: adminPagesPath() };
  return page ? (
    <Editor key={`${page} ${language}`} of={{ page, language }} />
  ) : (
    <NotFoundScreen title={t('pagesAdmin.noPage')} text={t('pagesAdmin.lead')} action={action} />
  );
}

function Editor({ of }: { of: EditedWordsOf }) {
  const { page, language } = of;
  const [name, languageName] = [t(`pagesAdmin.page-${page}`), nameOfLanguage(language)];
  const above = (
    <>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href={adminPagesPath()}>{t('pagesAdmin.title')}</a>
        <a href={sitePages[page].path}>{t('pagesAdmin.see')}</a>
      </p>
      {sitePages[page].ofLaw && (
        <Alert title={t('pagesAdmin.lawTitle')}>
          <p>{t(page === 'privacy' ? 'pagesAdmin.privacyText' : 'pagesAdmin.lawText')}</p>
        </Alert>
      )}
    </>
  );
  return (
    <SettingsPage
      title={t('pagesAdmin.editTitle', { page: name, language: languageName })}
      above={above}
      query={editedPageQuery(of)}
      failure={t('pagesAdmin.failed')}
    >
      {(read) => <PageForm of={of} read={read} />}
    </SettingsPage>
  );
}

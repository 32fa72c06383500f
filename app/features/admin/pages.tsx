import { nameOfLanguage } from '../../../language/names.ts';
import { editPagePath } from '../../../paths/paths.ts';
import { sitePageNames, sitePages } from '../../../paths/site-pages.ts';
import { TextLink } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';
import { SettingsPage } from './admin-page.tsx';
import { shownPageInWords } from './edited-page.tsx';
import { pagesQuery } from './queries.ts';

export function AdminPages() {
  return (
    <SettingsPage
      title={t('pagesAdmin.title')}
      above={<p>{t('pagesAdmin.lead')}</p>}
      query={pagesQuery}
      failure={t('pagesAdmin.failed')}
    >
      {({ pages: states }) => (
        <ul className="grid gap-3">
          {sitePageNames.map((page) => (
            <li key={page} className="grid gap-2 rounded-card border-2 border-line bg-card p-4">
              <h2 className="text-lg">
                <a href={sitePages[page].path}>{t(`pagesAdmin.page-${page}`)}</a>
              </h2>
              <ul className="grid gap-1">
                {states
                  .filter((state) => state.page === page)
                  .map(({ language, own, published, draft }) => (
                    <li key={language} className="flex flex-wrap items-center gap-x-3">
                      <TextLink
                        href={editPagePath(page, language)}
                        aria-label={t('pagesAdmin.editIn', {
                          page: t(`pagesAdmin.page-${page}`),
                          language: nameOfLanguage(language),
                        })}
                      >
                        <bdi>{nameOfLanguage(language)}</bdi>
                      </TextLink>
                      <span className="text-ink-soft">{shownPageInWords({ own, published })}</span>
                      {draft && <strong>{t('pagesAdmin.draftWaits')}</strong>}
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </SettingsPage>
  );
}

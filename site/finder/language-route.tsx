import { languageNames } from '../../language/languages.ts';
import { languageSearch } from '../../language/names.ts';
import { ownUrl } from '../../paths/own-url.ts';
import { homePath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';

/** GET /language?to=…: every language, each leading back to the page that one came from. */
export function showLanguages(site: Site) {
  return (c: SiteContext) => showPage(c, site, languagePage);
}

function languagePage({ t, publicUrl, query }: PageContext): PageResult {
  const { pathname, search, hash } = ownUrl(query.get('to') ?? '', publicUrl) ?? new URL(homePath(), publicUrl);
  return {
    face: 'finder',
    metadata: {
      title: t('languagePage.title'),
      description: t('languagePage.description'),
      keywords: t('screen.keywords'),
      noindex: true,
    },
    body: (
      <nav className="found" aria-labelledby="languages">
        <h1 id="languages">{t('languagePage.title')}</h1>
        {languageNames.map(({ language, name }) => (
          <LinkButton
            key={language}
            href={pathname + languageSearch(search, language) + hash}
            lang={language}
            hrefLang={language}
            aria-current={language === t.language || undefined}
            variant={language === t.language ? 'primary' : 'secondary'}
          >
            {name}
          </LinkButton>
        ))}
        <a href={pathname + search + hash}>{t('languagePage.back')}</a>
      </nav>
    ),
  };
}

import type { OfferedLanguages } from '../../domain/settings/contract/languages.ts';
import { Refusal } from '../../functions/define.ts';
import { languageSearch, listOfLanguages, nameOfLanguage } from '../../language/names.ts';
import { ownUrl } from '../../paths/own-url.ts';
import { homePath, languagePath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import type { PageContext } from '../document/page.ts';
import { type PageResult, showPage } from '../document/show-page.tsx';
import { refusalPage } from '../document/system.tsx';
import { readTypedForm } from '../http/forms.ts';
import { languagesToChoose } from '../http/language.ts';
import { callFor, readVisitor, type SiteContext } from '../http/visitor.ts';

export function showLanguages(c: SiteContext) {
  return showPage(c, (context) => languagePage(context, c.var.languages));
}

export async function keepLanguage(c: SiteContext) {
  const form = await readTypedForm(c);
  const { publicUrl } = c.var.site.services;
  const { lang: language = '', to = '' } = isRefused(form) ? {} : form;
  const { user } = await readVisitor(c);
  const kept = user ? await callFor(c, 'updateUserProfile', { language }) : undefined;
  if (kept instanceof Refusal)
    return showPage(c, ({ t }) => {
      const action = { label: t('languagePage.back'), href: languagePath(to) };
      return refusalPage(t, kept, { title: t('screen.notSent'), action });
    });
  const { pathname, search, hash } = ownUrl(to, publicUrl) ?? new URL(homePath(), publicUrl);
  return c.redirect(pathname + languageSearch(search, language) + hash, 303);
}

function languagePage({ t, publicUrl, query, viewer }: PageContext, offered: OfferedLanguages): PageResult {
  const { pathname, search, hash } = ownUrl(query.get('to') ?? '', publicUrl) ?? new URL(homePath(), publicUrl);
  const to = pathname + search + hash;
  const languages = languagesToChoose(offered, pathname, viewer);
  const forFindersAlone = languages.some((each) => !offered.rest.includes(each));
  return {
    metadata: {
      title: t('languagePage.title'),
      description: t('languagePage.description'),
      keywords: t('screen.keywords'),
    },
    body: (
      <nav className="found" aria-labelledby="languages">
        <h1 id="languages">{t('languagePage.title')}</h1>
        <ul className="link-actions">
          {languages.map((language) => {
            const current = language === t.language || undefined;
            const shown = {
              lang: language,
              'aria-current': current,
              variant: current ? 'primary' : 'secondary',
              children: nameOfLanguage(language),
            } as const;
            return (
              <li key={language}>
                {viewer ? (
                  // A choice that is kept is sent: following a link changes nothing.
                  <form method="post" action={languagePath()}>
                    <input type="hidden" name="to" value={to} />
                    <Button {...shown} name="lang" value={language} />
                  </form>
                ) : (
                  <LinkButton
                    {...shown}
                    href={pathname + languageSearch(search, language) + hash}
                    hrefLang={language}
                  />
                )}
              </li>
            );
          })}
        </ul>
        {forFindersAlone && languages.length === offered.finder.length && (
          <p>{t('languagePage.others', { languages: listOfLanguages(offered.rest, t.language) })}</p>
        )}
        <a href={to}>{t('languagePage.back')}</a>
      </nav>
    ),
  };
}

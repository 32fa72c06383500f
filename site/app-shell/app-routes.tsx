import type { ReactNode } from 'react';
import { cartCountIn } from '../../browser/count-badge.ts';
import { schemeHeader } from '../../browser/server-away.ts';
import { schemeNamed } from '../../domain/settings/contract/accent.ts';
import { translationsIn } from '../../language/languages.ts';
import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import { homePath, signInPath } from '../../paths/paths.ts';
import { AppFrame } from '../../ui/app-frame.tsx';
import type { Brand } from '../../ui/brand.ts';
import { KeepAccountForm } from '../../ui/deletion-alert.tsx';
import { firstDataId } from '../../ui/first-data.ts';
import { Footer } from '../../ui/footer.tsx';
import { InstallBanner } from '../../ui/install-banner.tsx';
import { firstStepsPlace, ItemCards, ItemFilterForm, ItemsHead, mostItemsWithoutSearch } from '../../ui/item-cards.tsx';
import { ItemHead, itemColumns } from '../../ui/item-head.tsx';
import { stateInWords } from '../../ui/item-state-words.ts';
import { appMetadata } from '../../ui/page-metadata.ts';
import { StoreBadge } from '../../ui/store-badge.tsx';
import { ConnectionErrorScreen, LoadingScreen, SystemScreen } from '../../ui/system-screen.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { WaitingTagsLine } from '../../ui/waiting-tags-line.tsx';
import { DataScript, renderDocument } from '../document/document.tsx';
import { accentStyle, sendHtml } from '../document/send-html.ts';
import { pageLanguageOf } from '../http/language.ts';
import { chosenScheme } from '../http/theme.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { type First, type ItemOfTag, readFirst } from './read-first.ts';

/** The document of a page of the app: its metadata for everybody, its content once the script runs. @param opened of the page `item` */
export function showAppPage(page: AppPageName, opened?: ItemOfTag) {
  return async (c: SiteContext) => {
    const { site } = c.var;
    const { pathname, search, searchParams } = new URL(c.req.url);
    const visitor = appPages[page].only ? await readVisitor(c) : undefined;
    const user = visitor?.user ?? null;
    if (appPages[page].only && !c.var.adminAccess && !user) {
      return c.redirect(signInPath({ next: pathname + search }));
    }
    const brand = await site.brand();
    // Pages follow one another within a document, so one of them may be the one with the map.
    const map = user ? site.services.map.server : undefined;
    const first = visitor && (await readFirst(c, page, opened));
    const t = translationsIn(pageLanguageOf(c, { user, readIn: 'rest' }));
    // In its address: the app's own worker asks for a document to cache, and sends no cookies.
    const scheme = schemeNamed(searchParams.get('theme')) ?? chosenScheme(c.req.header('cookie'), site);
    const html = renderDocument({
      face: 'app',
      metadata: appMetadata(page, t, brand),
      t,
      translations: c.var.languages.rest,
      path: c.req.path,
      query: searchParams,
      brand,
      publicUrl: site.services.publicUrl,
      assets: site.assets,
      appPage: page,
      scheme,
      children: (
        <div
          id="app"
          data-brand={JSON.stringify({ ...brand, footer: undefined })}
          data-languages={JSON.stringify(c.var.languages)}
          data-map={map && JSON.stringify(map)}
          data-scheme={scheme}
        >
          <div data-until-start="loading" className="with-scripts">
            {first ? (
              <FirstView
                {...first}
                brand={brand}
                path={c.req.path}
                search={search}
                cart={cartCountIn(c.req.header('cookie') ?? '')}
                footer={
                  <Footer
                    brand={brand}
                    path={c.req.path}
                    search={search}
                    others={c.var.languages.all.length > 1}
                    theme={{ scheme }}
                  >
                    <StoreBadge brand={brand} />
                  </Footer>
                }
              />
            ) : (
              <LoadingScreen />
            )}
          </div>
          <div data-until-start="failure" hidden>
            <ConnectionErrorScreen failure={t('screen.notStarted')} href={pathname + search} />
          </div>
          <div data-until-start="too-old" hidden>
            <SystemScreen title={t('loading.tooOldTitle')} text={t('loading.tooOld')} />
          </div>
          <noscript>
            <SystemScreen
              title={t('screen.needsScriptTitle')}
              text={t('screen.needsScriptText')}
              action={{ label: t('screen.toHome'), href: homePath() }}
            />
          </noscript>
        </div>
      ),
    });
    c.header('Cache-Control', 'no-store');
    if (scheme) c.header(schemeHeader, scheme);
    const status = c.var.adminAccess === 'to sign out' ? 503 : 200;
    const images = map && new URL(map.tiles).origin;
    return sendHtml(c, { face: 'app', language: t.language, scheme, accent: accentStyle(brand), images }, html, status);
  };
}

type FirstViewProps = First & { brand: Brand; path: string; search: string; cart: number; footer: ReactNode };

function FirstView({ brand, path, search, cart, footer, ...first }: FirstViewProps) {
  const { data, viewer, items, item, hasUnassignedTags } = first;
  const t = useTranslations();
  const { user } = data;
  return (
    <>
      <AppFrame {...{ brand, viewer, path, cart, footer }}>
        {user.deletedOn && <KeepAccountForm deletedOn={user.deletedOn} className="mb-6" />}
        {items?.items.length &&
        !['search', 'category', 'archived', 'select'].some((name) => new URLSearchParams(search).has(name)) ? (
          <>
            <ItemsHead>
              <h1>{t('frame.myItems')}</h1>
            </ItemsHead>
            {hasUnassignedTags && <WaitingTagsLine className="mb-4" />}
            {user.firstSteps && items.items.length <= mostItemsWithoutSearch && <div className={firstStepsPlace} />}
            <div className="grid gap-6">
              {items.items.length > mostItemsWithoutSearch && <ItemFilterForm />}
              <ItemCards items={items.items} />
            </div>
          </>
        ) : (
          (item && (
            <div className={itemColumns}>
              <ItemHead item={item} state={stateInWords(item, t)} />
            </div>
          )) || <LoadingScreen />
        )}
        <InstallBanner brand={brand} />
      </AppFrame>
      <DataScript type="application/json" id={firstDataId} data={data} />
    </>
  );
}

import type { ReactNode } from 'react';
import { schemeHeader } from '../../browser/server-away.ts';
import { can } from '../../domain/accounts/contract/can.ts';
import { schemeNamed } from '../../domain/settings/contract/accent.ts';
import { Refusal } from '../../functions/define.ts';
import { translationsIn } from '../../language/languages.ts';
import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import { homePath, signInPath } from '../../paths/paths.ts';
import { AppFrame } from '../../ui/app-frame.tsx';
import type { Brand } from '../../ui/brand.ts';
import { KeepAccountForm } from '../../ui/deletion-alert.tsx';
import { type FirstData, firstDataId } from '../../ui/first-data.ts';
import { Footer } from '../../ui/footer.tsx';
import { ItemCards, ItemFilterForm, ItemsHead, mostItemsWithoutSearch } from '../../ui/item-cards.tsx';
import { appMetadata } from '../../ui/page-metadata.ts';
import { StoreBadge } from '../../ui/store-badge.tsx';
import { ConnectionErrorScreen, LoadingScreen, SystemScreen } from '../../ui/system-screen.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { WaitingTagsLine } from '../../ui/waiting-tags-line.tsx';
import { DataScript, renderDocument } from '../document/document.tsx';
import { accentStyle, sendHtml } from '../document/send-html.ts';
import { pageLanguageOf } from '../http/language.ts';
import { chosenScheme } from '../http/theme.ts';
import { callFor, readVisitor, type SiteContext, viewerOf } from '../http/visitor.ts';

/** The document of a page of the app: its metadata for everybody, its content once the script runs. */
export function showAppPage(page: AppPageName) {
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
    const firstData = visitor && (await readFirstData(c, page));
    const t = translationsIn(pageLanguageOf(c, { user, scope: 'rest' }));
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
            {firstData ? (
              <FirstView
                data={firstData}
                brand={brand}
                path={c.req.path}
                search={search}
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

/** Undefined when nobody is signed in. What is refused is left out: the app asks for it. */
async function readFirstData(c: SiteContext, page: AppPageName): Promise<FirstData | undefined> {
  const { user } = await readVisitor(c);
  if (!user) return undefined;
  const [viewer, maintenance, items, blank] = await Promise.all([
    viewerOf(c),
    callFor(c, 'getMaintenance', {}),
    page === 'items' ? callFor(c, 'listItems', {}) : undefined,
    page === 'items' ? callFor(c, 'listUnassignedTags', { limit: 1 }) : undefined,
  ]);
  return {
    user,
    unread: viewer?.unread ?? 0,
    ...(!(maintenance instanceof Refusal) && { maintenance }),
    ...(items && !(items instanceof Refusal) && { items: { rows: items.items, next: items.next } }),
    ...(blank && !(blank instanceof Refusal) && { hasUnassignedTags: blank.tags.length > 0 }),
  };
}

type FirstViewProps = { data: FirstData; brand: Brand; path: string; search: string; footer: ReactNode };

function FirstView({ data, brand, path, search, footer }: FirstViewProps) {
  const t = useTranslations();
  const { user, unread, items, hasUnassignedTags } = data;
  const viewer = { uid: user.uid, displayName: user.displayName, isAdmin: can(user, 'admin'), unread };
  return (
    <>
      <AppFrame brand={brand} viewer={viewer} path={path} footer={footer}>
        {user.deletedOn && <KeepAccountForm deletedOn={user.deletedOn} className="mb-6" />}
        {items?.rows.length &&
        !['search', 'category', 'archived', 'select'].some((name) => new URLSearchParams(search).has(name)) ? (
          <>
            <ItemsHead>
              <h1>{t('frame.myItems')}</h1>
            </ItemsHead>
            {hasUnassignedTags && <WaitingTagsLine className="mb-4" />}
            <div className="grid gap-6">
              {items.rows.length > mostItemsWithoutSearch && <ItemFilterForm />}
              <ItemCards items={items.rows} />
            </div>
          </>
        ) : (
          <LoadingScreen />
        )}
      </AppFrame>
      <DataScript type="application/json" id={firstDataId} data={data} />
    </>
  );
}

import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { Scheme } from '../../domain/settings/contract/accent.ts';
import type { Translations } from '../../language/create-translations.ts';
import { directionOf } from '../../language/languages.ts';
import { languageSearch } from '../../language/names.ts';
import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import { manifestPath } from '../../paths/paths.ts';
import { contentSecurityPolicy } from '../../server/http/security-headers.ts';
import type { Brand } from '../../ui/brand.ts';
import { canonicalUrl, type PageMetadata } from '../../ui/page-metadata.ts';
import { TranslationsContext } from '../../ui/translations-context.ts';
import finderCss from '../finder/finder.css?inline';
import ownerCss from '../finder/owner.css?inline';
import type { Assets } from '../http/assets.ts';
import { themeColors } from '../http/manifest.ts';
import { pictureSize } from '../social/draw-picture.tsx';
import { accentStyle } from './accent-style.ts';
import { DataScript } from './data-script.tsx';
import { inlineScript } from './inline-script.ts';
import siteCss from './site.css?inline';

/** site: the public pages; finder: the finder's pages, which weigh next to nothing; owner: these for somebody with an account; app: the shell of the app. */
export type DocumentFace = 'site' | 'finder' | 'owner' | 'app';

export type DocumentOptions = {
  face: DocumentFace;
  metadata: PageMetadata;
  t: Translations;
  /** In which the page can be read; for search engines. */
  translations?: readonly string[];
  path: string;
  query?: URLSearchParams;
  brand: Brand;
  publicUrl: string;
  assets: Assets;
  /** Path of the page's own picture. The one for all says nothing of the page. */
  socialPicture?: string | undefined;
  /** Of a finder's page: it has the script of the private link. */
  withConversation?: boolean | undefined;
  /** Of a preview. */
  scheme?: Scheme | undefined;
  appPage?: AppPageName;
  children: ReactNode;
};

/** The app has its style in files. */
const inlineStyles: Record<DocumentFace, string> = {
  site: siteCss,
  finder: withoutBanner(finderCss),
  owner: withoutBanner(ownerCss),
  app: '',
};

/** By face, then by what the brand adds to its style. */
const policies = new LRUCache<string, string>({ max: 50 });

/** Without Tailwind's first line: nothing of its own style sheets is in a finder's page, which every byte makes slower. */
function withoutBanner(css: string): string {
  return css.replace(/^\/\*! tailwindcss [^*]*\*\/\s*/, '');
}

export type PolicyOptions = {
  face: DocumentFace;
  scheme?: Scheme | undefined;
  accent: string;
  /** Another origin to which a form of the page may lead. */
  formsLeadTo?: string | undefined;
  /** Another origin from which the page may load images. */
  images?: string | undefined;
};

/** The policy for documents of this face: of inline styles it allows the one of the face. */
export function policyOf({ face, accent, scheme, formsLeadTo, images }: PolicyOptions): string {
  const name = `${face} ${scheme} ${images} ${accent}`;
  const inlineStyle = styleIn(scheme, inlineStyles[face] + accent);
  const policy =
    policies.get(name) ??
    contentSecurityPolicy({ inlineStyle, ...(face === 'app' && { linkedStyles: true, inlineScript }), images });
  policies.set(name, policy);
  return formsLeadTo ? policy.replace("form-action 'self'", `form-action 'self' ${formsLeadTo}`) : policy;
}

/** The style as a device shows it that is set to light, or to dark. */
function styleIn(scheme: Scheme | undefined, css: string): string {
  if (!scheme) return css;
  return css
    .replaceAll(/\(prefers-color-scheme:\s*dark\)/g, scheme === 'dark' ? '(width >= 0)' : '(width < 0)')
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`);
}

/** The whole document as HTML, with everything that a client without scripts should know (C-1.07). */
export function renderDocument(options: DocumentOptions): string {
  return `<!doctype html>${renderToString(
    <TranslationsContext value={options.t}>
      <Document {...options} />
    </TranslationsContext>,
  )}`;
}

function Document(options: DocumentOptions) {
  const {
    face,
    metadata,
    t,
    translations = [],
    path,
    query,
    brand,
    publicUrl,
    assets,
    appPage,
    withConversation,
    socialPicture,
    scheme,
    children,
  } = options;
  const url = publicUrl + path;
  const canonical = canonicalUrl(url, { noindex: metadata.noindex, query, language: t.language });
  const image = publicUrl + (socialPicture ?? '/og-image.png');
  return (
    <html lang={t.language} dir={directionOf(t.language)}>
      <head>
        <meta charSet="utf-8" />
        {/* Before all that differs between pages: what they begin with is compressed once (send-html.ts). */}
        <InlineStyle css={styleIn(scheme, inlineStyles[face] + accentStyle(brand))} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{metadata.title}</title>
        <meta name="description" content={metadata.description} />
        <meta name="keywords" content={metadata.keywords} />
        {metadata.noindex ? (
          <meta name="robots" content="noindex" />
        ) : (
          <TranslationLinks url={url} languages={translations} />
        )}
        <link rel="canonical" href={canonical} />
        <meta property="og:title" content={metadata.title} />
        <meta property="og:description" content={metadata.description} />
        <meta property="og:url" content={canonical} />
        <meta property="og:image" content={image} />
        {socialPicture && (
          <>
            <meta property="og:image:width" content={String(pictureSize.width)} />
            <meta property="og:image:height" content={String(pictureSize.height)} />
            <meta property="og:image:alt" content={metadata.title} />
          </>
        )}
        <meta property="og:site_name" content={brand.productName} />
        <meta property="og:type" content="website" />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/tag-apple-180.png" />
        <link rel="manifest" href={manifestPath(t.language)} />
        <meta name="theme-color" content={themeColors.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={themeColors.dark} media="(prefers-color-scheme: dark)" />
        {metadata.structuredData && (
          <DataScript
            type="application/ld+json"
            data={{ ...metadata.structuredData, ...(metadata.product && socialPicture && { image }) }}
          />
        )}
        {metadata.breadcrumbs && <DataScript type="application/ld+json" data={metadata.breadcrumbs} />}
        {face === 'app' ? (
          <AppFiles app={assets.app} page={appPage} language={t.language} />
        ) : (
          <SiteScripts
            scripts={[
              // It hears of news from the next one.
              ...(withConversation ? [assets.conversationScript] : []),
              assets.siteScript,
              ...(face === 'finder' ? [] : [assets.productScript]),
            ]}
          />
        )}
      </head>
      <body>{children}</body>
    </html>
  );
}

/** The page in each language; without one in its address it is in the reader’s. */
function TranslationLinks({ url, languages }: { url: string; languages: readonly string[] }) {
  return (
    <>
      {languages.map((language) => (
        <link key={language} rel="alternate" hrefLang={language} href={url + languageSearch('', language)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={url} />
    </>
  );
}

function InlineStyle({ css }: { css: string }) {
  if (!css) return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style, in which only checked colours differ; its hash is in the policy
  return <style dangerouslySetInnerHTML={{ __html: css }} />;
}

function SiteScripts({ scripts }: { scripts: string[] }) {
  return scripts.map((src) => <script key={src} defer src={src} />);
}

type AppFilesProps = { app: Assets['app']; page: AppPageName | undefined; language: string };

function AppFiles({ app, page, language }: AppFilesProps) {
  const texts = [app.texts[language], page && !appPages[page].often && app.lateTexts[language]];
  return (
    <>
      {app.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      {[...app.preload, ...texts.filter((href) => typeof href === 'string'), ...((page && app.pages[page]) ?? [])].map(
        (href) => (
          <link key={href} rel="modulepreload" href={href} />
        ),
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script; its hash is in the policy */}
      <script dangerouslySetInnerHTML={{ __html: inlineScript }} />
      <script async src={app.startScript} />
      <script type="module" src={app.script} />
    </>
  );
}

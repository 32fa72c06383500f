import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { type Scheme, schemeNames } from '../../domain/settings/contract/accent.ts';
import type { Translations } from '../../language/create-translations.ts';
import { directionOf } from '../../language/languages.ts';
import { languageSearch } from '../../language/names.ts';
import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import { manifestPath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import { canonicalUrl, type PageMetadata } from '../../ui/page-metadata.ts';
import { TranslationsContext } from '../../ui/translations-context.ts';
import type { Assets } from '../http/assets.ts';
import { themeColors } from '../http/text-files.ts';
import { type DocumentFace, inlineScript, inlineStyleOf } from './send-html.ts';
import { pictureSize } from './social-picture.ts';

type DocumentOptions = {
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
  withConversation?: boolean | undefined;
  scheme?: Scheme | undefined;
  appPage?: AppPageName;
  children: ReactNode;
};

/** The whole document as HTML, with everything that a client without scripts should know (C-1.07). */
export function renderDocument(options: DocumentOptions): string {
  return `<!doctype html>${renderToString(
    <TranslationsContext value={options.t}>
      <Document {...options} />
    </TranslationsContext>,
  )}`;
}

function Document(options: DocumentOptions) {
  const { face, metadata, t, translations = [], path, query, brand, publicUrl, assets } = options;
  const { appPage, withConversation, socialPicture, scheme, children } = options;
  const url = publicUrl + path;
  const canonical = canonicalUrl(url, { noindex: metadata.noindex, query, language: t.language });
  const { title, description, picture } = { ...metadata, picture: socialPicture, ...metadata.linkPreview };
  const image = publicUrl + (picture ?? '/og-image.png');
  return (
    <html lang={t.language} dir={directionOf(t.language)}>
      <head>
        <meta charSet="utf-8" />
        {/* Before all that differs between pages: what they begin with is compressed once (send-html.ts). */}
        <InlineStyle css={inlineStyleOf(face, scheme, brand)} />
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
        <meta property="og:title" content={title} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={canonical} />
        <meta property="og:image" content={image} />
        {picture === socialPicture && socialPicture && (
          <>
            <meta property="og:image:width" content={String(pictureSize.width)} />
            <meta property="og:image:height" content={String(pictureSize.height)} />
          </>
        )}
        {picture && <meta property="og:image:alt" content={title} />}
        <meta property="og:site_name" content={brand.productName} />
        <meta property="og:type" content="website" />
        <meta name="twitter:card" content="summary_large_image" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/tag-apple-180.png" />
        <link rel="manifest" href={manifestPath(t.language)} />
        {scheme ? (
          <meta name="theme-color" content={themeColors[scheme]} />
        ) : (
          schemeNames.map((each) => (
            <meta key={each} name="theme-color" content={themeColors[each]} media={`(prefers-color-scheme: ${each})`} />
          ))
        )}
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
          [
            // The next script tells this one of live events.
            ...(withConversation ? [assets.conversationScript] : []),
            assets.siteScript,
            ...(face === 'finder' ? [] : [assets.productScript]),
          ].map((src) => <script key={src} defer src={src} />)
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

type AppFilesProps = { app: Assets['app']; page: AppPageName | undefined; language: string };

function AppFiles({ app, page, language }: AppFilesProps) {
  const { often, only } = page ? appPages[page] : { often: true };
  const late = only === 'admin' ? app.adminTexts : app.lateTexts;
  const texts = [app.texts[language], !often && late[language]];
  return (
    <>
      {app.styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} precedence="first" />
      ))}
      {[
        app.script,
        ...app.preload,
        ...texts.filter((href) => typeof href === 'string'),
        ...((page && app.pages[page]) ?? []),
      ].map((href) => (
        <link key={href} rel="modulepreload" href={href} fetchPriority="low" />
      ))}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script; its hash is in the policy */}
      <script dangerouslySetInnerHTML={{ __html: inlineScript }} />
      <script async src={app.startScript} />
      <script type="module" src={app.script} />
    </>
  );
}

type DataScriptProps = { type: 'application/json' | 'application/ld+json'; id?: string; data: unknown };

/** Data, not script: the policy of pages does not concern it, because no browser runs it. What could end the element is escaped. */
export function DataScript({ data, ...attributes }: DataScriptProps) {
  const json = JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: json }} />;
}

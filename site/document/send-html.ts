import { LRUCache } from 'lru-cache';
import { accentOf, isOwnAccent, type Scheme } from '../../domain/settings/contract/accent.ts';
import {
  chooseEncoding,
  type Encoding,
  encodeCheaply,
  encodeOnce,
  type GzipStart,
  gzipAfter,
  gzipStart,
} from '../../server/http/encoding.ts';
import { contentSecurityPolicy, permissionsPolicy } from '../../server/http/headers.ts';
import type { Brand } from '../../ui/brand.ts';
import colorsCss from '../../ui/colors.css?inline';
import { type DrawnDocuments, pageVary } from '../http/page-cache.ts';
import type { SiteContext } from '../http/visitor.ts';
import finderCss from './finder.css?inline';
import ownerCss from './owner.css?inline';
import siteCss from './site.css?inline';

/** site: the public pages; finder: the finder's pages, which weigh next to nothing; owner: these for somebody with an account; app: the shell of the app. */
export type DocumentFace = 'site' | 'finder' | 'owner' | 'app';

type Kind = PolicyOptions & {
  language: string;
  asksPosition?: boolean;
};

export function sendHtml(c: SiteContext, kind: Kind, html: string, status = 200): Response {
  const encoding = encodingForOne(c);
  return send(c, kind, encodeForOne(html, kind, encoding), encoding, status);
}

/** The same for one that is only drawn when `documents` does not have what `drawnFrom` gives. */
export function sendDrawnHtml(
  c: SiteContext,
  kind: Kind,
  documents: DrawnDocuments,
  { drawnFrom, draw }: { drawnFrom: unknown[]; draw: () => string },
): Response {
  const encoding = encodingForOne(c);
  const body = documents.get([kind, encoding, ...drawnFrom], () => encodeForOne(draw(), kind, encoding));
  return send(c, kind, body, encoding, 200);
}

/** The same for a document that others get from the page cache. */
export function sendSharedHtml(c: SiteContext, kind: Kind, html: string): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding'));
  return send(c, kind, new Uint8Array(encodeCheaply(Buffer.from(html), encoding)), encoding, 200);
}

function encodingForOne(c: SiteContext): Encoding {
  const accepted = c.req.header('accept-encoding');
  return /\bgzip\b(?!\s*;)/.test(accepted ?? '') ? 'gzip' : chooseEncoding(accepted);
}

function encodeForOne(html: string, kind: Kind, encoding: Encoding): Encoded {
  const encoded = encoding === 'gzip' ? gzipDocument(html, kind) : encodeOnce(Buffer.from(html), encoding);
  return new Uint8Array(encoded);
}

type Encoded = Uint8Array<ArrayBuffer>;

function send(c: SiteContext, kind: Kind, body: Encoded, encoding: Encoding, status: number): Response {
  if (encoding !== 'plain') c.header('Content-Encoding', encoding);
  c.header('Vary', pageVary);
  return c.body(body, status as 200, htmlHeaders(kind));
}

/** By face, language and scheme: documents of a kind begin alike, up to the end of their style. */
const starts = new Map<string, GzipStart>();

function gzipDocument(html: string, { face, language, scheme }: Kind): Buffer {
  const name = `${face} ${language} ${scheme}`;
  let start = starts.get(name);
  if (!start || !html.startsWith(start.text)) {
    const end = html.indexOf(endOfStyle);
    start = gzipStart(end < 0 ? '' : html.slice(0, end + endOfStyle.length));
    starts.set(name, start);
  }
  return gzipAfter(start, html.slice(start.text.length));
}

const endOfStyle = '</style>';

export function htmlHeaders({ language, asksPosition, ...policy }: Kind): Record<string, string> {
  const isApp = policy.face === 'app';
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': policyOf(policy),
    // Owners may add where they lost something and scan a tag, and finders where it is.
    ...((asksPosition ?? isApp) && { 'Permissions-Policy': permissionsPolicy({ geolocation: true, camera: isApp }) }),
  };
}

/** What a document’s style ends with where the accent colour is not ours; stronger than the same in the app’s files. */
export function accentStyle(brand: Pick<Brand, 'accent' | 'accentDark'>): string {
  const accent = accentOf(brand);
  if (isOwnAccent(accent)) return '';
  return `html:root{--home:${accent.light}}@media(prefers-color-scheme:dark){html:root{--home:${accent.dark}}}`;
}

/**
 * Says that the app does not start when app/start/watch-start.ts, which would say so, does not come either. Notes a browser that is too old
 * to read a script (app/core/document/late.tsx does so for a page's own script). It waits until all scripts came or failed. The policy of
 * the app's documents allows it by its hash.
 */
export const inlineScript = [
  "const html=document.documentElement;addEventListener('error',({error})=>{if(error instanceof SyntaxError)html.dataset.tooOld=''});",
  "addEventListener('load',()=>setTimeout(()=>{if(!document.querySelector('#app[data-script]'))",
  "for(const part of document.querySelectorAll('[data-until-start]'))",
  "part.hidden=part.dataset.untilStart!==(html.dataset.tooOld===undefined?'failure':'too-old')},5e3))",
].join('');

const inlineStyles: Record<Exclude<DocumentFace, 'app'>, string> = {
  site: siteCss,
  finder: withoutBanner(finderCss),
  owner: withoutBanner(ownerCss),
};

const policies = new LRUCache<string, string>({ max: 50 });

/** Without Tailwind's first line: nothing of its own style sheets is in a finder's page, which every byte makes slower. */
function withoutBanner(css: string): string {
  return css.replace(/^\/\*! tailwindcss [^*]*\*\/\s*/, '');
}

type PolicyOptions = {
  face: DocumentFace;
  scheme?: Scheme | undefined;
  accent: string;
  /** Another origin to which a form of the page may lead. */
  formsLeadTo?: string | undefined;
  /** Another origin from which the page may load images. */
  images?: string | undefined;
};

/** The policy for documents of this face: of inline styles it allows the one of the face. */
function policyOf({ face, accent, scheme, formsLeadTo, images }: PolicyOptions): string {
  const name = `${face} ${scheme} ${images} ${accent}`;
  const inlineStyle = styleIn(scheme, styleOf(face, scheme) + accent);
  const policy =
    policies.get(name) ??
    contentSecurityPolicy({ inlineStyle, ...(face === 'app' && { linkedStyles: true, inlineScript }), images });
  policies.set(name, policy);
  return formsLeadTo ? policy.replace("form-action 'self'", `form-action 'self' ${formsLeadTo}`) : policy;
}

export function inlineStyleOf(face: DocumentFace, scheme: Scheme | undefined, brand: Brand): string {
  return styleIn(scheme, styleOf(face, scheme) + accentStyle(brand));
}

/** The app has its style in files; of a chosen scheme it has the colours here, stronger than the same in these files. */
function styleOf(face: DocumentFace, scheme: Scheme | undefined): string {
  if (face !== 'app') return inlineStyles[face];
  return scheme ? colorsCss.replaceAll(':root', 'html:root') : '';
}

/** The style as a device shows it whose system is set to light, or to dark. */
function styleIn(scheme: Scheme | undefined, css: string): string {
  if (!scheme) return css;
  return css
    .replaceAll(/\(prefers-color-scheme:\s*dark\)/g, scheme === 'dark' ? '(width >= 0)' : '(width < 0)')
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme:${scheme}`);
}

import {
  chooseEncoding,
  type Encoding,
  encodeCheaply,
  encodeOnce,
  type GzipStart,
  gzipAfter,
  gzipStart,
} from '../../server/http/encoding.ts';
import { permissionsPolicy } from '../../server/http/security-headers.ts';
import type { SiteContext } from '../http/visitor.ts';
import { type PolicyOptions, policyOf } from './document.tsx';
import type { DrawnDocuments } from './drawn-documents.ts';

type Kind = PolicyOptions & {
  language: string;
  /** The page may ask where one is. */
  asksPosition?: boolean;
};

/** What a page depends on, besides its address. */
export const pageVary = 'Accept-Encoding, Accept-Language, Cookie';

/** Answers with a document that is sent once, compressed for the browser. */
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

/** By face and language: documents of a kind begin alike, up to the end of their style. */
const starts = new Map<string, GzipStart>();

function gzipDocument(html: string, { face, language }: Kind): Buffer {
  const name = `${face} ${language}`;
  let start = starts.get(name);
  if (!start || !html.startsWith(start.text)) {
    const end = html.indexOf(endOfStyle);
    start = gzipStart(end < 0 ? '' : html.slice(0, end + endOfStyle.length));
    starts.set(name, start);
  }
  return gzipAfter(start, html.slice(start.text.length));
}

const endOfStyle = '</style>';

/** What every document of this face and language carries. */
export function htmlHeaders({ language, asksPosition, ...policy }: Kind): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': policyOf(policy),
    // Owners may add where they lost something, and finders where it is.
    ...((asksPosition ?? policy.face === 'app') && { 'Permissions-Policy': permissionsPolicy({ geolocation: true }) }),
  };
}

import {
  chooseEncoding,
  type Encoding,
  encodeCheaply,
  encodeOnce,
  type GzipStart,
  gzipAfter,
  gzipStart,
} from '../../server/http/encoding.ts';
import type { SiteContext } from '../http/visitor.ts';
import { type Face, policyOf } from './document.tsx';

type Kind = { face: Face; language: string };

/** What a page depends on, besides its address. */
export const pageVary = 'Accept-Encoding, Accept-Language, Cookie';

/** Answers with a document that is sent once, compressed for the browser. */
export function sendHtml(c: SiteContext, kind: Kind, html: string, status = 200): Response {
  const accepted = c.req.header('accept-encoding');
  if (/\bgzip\b(?!\s*;)/.test(accepted ?? '')) return send(c, kind, gzipDocument(html, kind), 'gzip', status);
  const encoding = chooseEncoding(accepted);
  return send(c, kind, encodeOnce(Buffer.from(html), encoding), encoding, status);
}

/** The same for a document that others get from the page cache. */
export function sendSharedHtml(c: SiteContext, kind: Kind, html: string): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding'));
  return send(c, kind, encodeCheaply(Buffer.from(html), encoding), encoding, 200);
}

function send(c: SiteContext, kind: Kind, body: Buffer, encoding: Encoding, status: number): Response {
  if (encoding !== 'plain') c.header('Content-Encoding', encoding);
  c.header('Vary', pageVary);
  return c.body(new Uint8Array(body), status as 200, htmlHeaders(kind));
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
export function htmlHeaders({ face, language }: Kind): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': policyOf(face),
  };
}

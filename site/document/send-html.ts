import { chooseEncoding, encodeOnce } from '../../server/http/encoding.ts';
import type { SiteContext } from '../http/visitor.ts';
import { type Face, policyOf } from './document.tsx';

type Kind = { face: Face; language: string };

/** What a page depends on, besides its address. */
export const pageVary = 'Accept-Encoding, Accept-Language, Cookie';

/** Answers with a document, compressed for the browser. */
export function sendHtml(c: SiteContext, kind: Kind, html: string, status = 200, encode = encodeOnce): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding'));
  if (encoding !== 'plain') c.header('Content-Encoding', encoding);
  c.header('Vary', pageVary);
  return c.body(new Uint8Array(encode(Buffer.from(html), encoding)), status as 200, htmlHeaders(kind));
}

/** What every document of this face and language carries. */
export function htmlHeaders({ face, language }: Kind): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': language,
    'Content-Security-Policy': policyOf(face),
  };
}

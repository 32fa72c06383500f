import { chooseEncoding, encodeOnce } from '../../server/http/encoding.ts';
import type { SiteContext } from '../http/visitor.ts';
import { type Face, policyOf } from './document.tsx';

/** Answers with a document, compressed for the browser. */
export function sendHtml(c: SiteContext, face: Face, html: string, status = 200, encode = encodeOnce): Response {
  const encoding = chooseEncoding(c.req.header('accept-encoding'));
  if (encoding !== 'plain') c.header('Content-Encoding', encoding);
  c.header('Vary', 'Accept-Encoding, Cookie');
  return c.body(new Uint8Array(encode(Buffer.from(html), encoding)), status as 200, htmlHeaders(face));
}

/** What every document of this face carries. */
export function htmlHeaders(face: Face): Record<string, string> {
  return { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policyOf(face) };
}

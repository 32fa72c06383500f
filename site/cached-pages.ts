import { chooseEncoding } from '../server/http/encoding.ts';
import type { Answer } from '../server/http/front.ts';
import { renewedFormCookie } from './form-cookie.ts';
import type { Site } from './site.ts';

/** Answers from the page cache whoever carries neither a session nor a conversation. */
export function answerFromCache(site: Site): Answer {
  const { session, found } = site.cookies;
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const { cookie } = request.headers;
    if (cookie && (cookie.includes(`${session}=`) || cookie.includes(`${found}=`))) return false;
    const url = request.url ?? '';
    const page = site.pageCache.get(url);
    if (!page) return false;

    const encoding = chooseEncoding(request.headers['accept-encoding']);
    const { body, etag } = page.encoded[encoding];
    const headers: Record<string, string | number> = {
      ...page.headers,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding, Cookie',
      ETag: etag,
    };
    const formCookie = url.startsWith('/item/') ? renewedFormCookie(cookie, site) : undefined;
    if (formCookie) headers['Set-Cookie'] = formCookie;
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers).end();
      return true;
    }
    if (encoding !== 'plain') headers['Content-Encoding'] = encoding;
    headers['Content-Length'] = body.length;
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
    return true;
  };
}

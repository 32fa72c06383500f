import { itemPath, staticPath } from '../paths/paths.ts';
import type { Answer } from '../server/http/dispatcher.ts';
import { chooseEncoding } from '../server/http/encoding.ts';
import { matchesEtag } from '../server/http/headers.ts';
import { recordScan } from './finder/record-scan.ts';
import { renewedFormCookie } from './http/forms.ts';
import { cachedLanguage } from './http/language.ts';
import { chosenScheme } from './http/theme.ts';
import { hashOfPrintedPath } from './http/typed-address.ts';
import type { Site } from './http/visitor.ts';

const itemPages = itemPath('');
const contactPath = staticPath('contact');
/** Cookies of a session or of a finder's conversations, under whatever prefix they were set. */
const personal = /handback\.(?:session_token|found)=/;

/** Answers from the page cache whoever carries neither a session nor a conversation. */
export function answerFromCache(site: Site): Answer {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const { headers } = request;
    const { cookie } = headers;
    if (cookie && personal.test(cookie)) return false;
    const url = request.url ?? '';
    const path = url.startsWith(itemPages) ? url : pathOfPrinted(url);
    const isTag = path.startsWith(itemPages);
    const scheme = isTag ? undefined : chosenScheme(cookie, site);
    const name = { path, language: cachedLanguage(path, headers, site), scheme };
    const page = site.pageCache.get(name, chooseEncoding(headers['accept-encoding']));
    if (!page) return false;

    const { body, etag } = page;
    if (isTag) recordScan(request, { hash: path.slice(itemPages.length) }, site);
    const formCookie = isTag || path === contactPath ? renewedFormCookie(cookie, site) : undefined;
    const all = formCookie ? page.headersWith(formCookie) : page.headers;
    if (matchesEtag(etag, headers['if-none-match'])) response.writeHead(304, all).end();
    else if (request.method === 'HEAD') response.writeHead(200, all).end();
    else response.writeHead(200, all).end(body, 'latin1');
    return true;
  };
}

/** The same page has a printed address and one with a hash. */
function pathOfPrinted(url: string): string {
  const hash = hashOfPrintedPath(url);
  return hash ? itemPath(hash) : url;
}

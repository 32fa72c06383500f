import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { defaultLanguage, languages } from '../../language/languages.ts';
import { ourLanguage, preferredLanguage } from '../../language/negotiate.ts';
import { type CookieNames, readCookie, setCookie } from '../../server/http/cookies.ts';
import type { SiteContext, SiteEnv } from './visitor.ts';

const rememberSeconds = 365 * 86_400;

type Cookies = { cookies: Pick<CookieNames, 'language'> };

/** Finds out which language this browser chose: by `?lang=`, which its cookie then remembers, or earlier. */
export function readChosenLanguage(site: Cookies): MiddlewareHandler<SiteEnv> {
  return async (c, next) => {
    const asked = c.req.method === 'POST' ? undefined : ourLanguage(c.req.query('lang'));
    const chosen = asked ?? cookieLanguage(c.req.header('cookie'), site);
    if (chosen) c.set('chosenLanguage', chosen);
    if (asked) c.header('Set-Cookie', setCookie(site.cookies.language, asked, rememberSeconds), { append: true });
    await next();
  };
}

/** The language of a page: chosen in this browser, or kept with the profile, or what the browser asks for. */
export function languageOf(c: SiteContext, user?: { language?: string | undefined } | null): string {
  const kept = user?.language && languages.includes(user.language) ? user.language : undefined;
  return c.var.chosenLanguage ?? kept ?? preferredLanguage(c.req.header('accept-language')) ?? defaultLanguage;
}

/** The same for a request without an account and without `?lang=`. */
export function languageOfHeaders(headers: IncomingHttpHeaders, site: Cookies): string {
  return cookieLanguage(headers.cookie, site) ?? preferredLanguage(headers['accept-language']) ?? defaultLanguage;
}

/** The same for a request that no route reads. */
export function languageOfRequest({ url = '', headers }: IncomingMessage, site: Cookies): string {
  const { lang } = Object.fromEntries(new URLSearchParams(url.split('?')[1]));
  return ourLanguage(lang) ?? languageOfHeaders(headers, site);
}

function cookieLanguage(cookies: string | undefined, site: Cookies): string | undefined {
  const chosen = readCookie(cookies, site.cookies.language);
  return chosen && languages.includes(chosen) ? chosen : undefined;
}

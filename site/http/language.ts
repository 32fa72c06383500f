import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { defaultLanguage, languages, restLanguages } from '../../language/languages.ts';
import { ourLanguage, preferredLanguage } from '../../language/negotiate.ts';
import { homePath } from '../../paths/paths.ts';
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

/** Which pages: those that finders see are in every language. */
type Scope = 'finder' | 'rest';
type Reader = { user?: { language?: string | undefined } | null; scope?: Scope };

/** The language of a page: the first that it has of the one chosen in this browser, the one kept with the profile, and those that the browser asks for. */
export function languageOf(c: SiteContext, { user, scope = 'finder' }: Reader = {}): string {
  const own = [c.var.chosenLanguage, user?.language];
  return firstOf(own, c.req.header('accept-language'), scope);
}

/** The same for a request without an account and without `?lang=`. */
export function languageOfHeaders(headers: IncomingHttpHeaders, site: Cookies, scope: Scope = 'finder'): string {
  return firstOf([cookieLanguage(headers.cookie, site)], headers['accept-language'], scope);
}

/** By what a cached page is known: the home page has a part for finders in their own language. */
export function cachedLanguage(path: string, language: string, finderLanguage: string): string {
  return path === homePath() ? `${language} ${finderLanguage}` : language;
}

function firstOf(own: (string | undefined)[], acceptLanguage: string | undefined, scope: Scope): string {
  const ours = scope === 'rest' ? restLanguages : languages;
  return own.find((each) => each && ours.includes(each)) ?? preferredLanguage(acceptLanguage, ours) ?? defaultLanguage;
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

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { LanguageScope, OfferedLanguages } from '../../domain/settings/contract/languages.ts';
import { offeredLanguages, readOfferedLanguages } from '../../domain/settings/languages.ts';
import { ourLanguage, preferredLanguage } from '../../language/negotiate.ts';
import { homePath, isFinderPath, staticPath } from '../../paths/paths.ts';
import { type CookieNames, readCookie, setCookie } from '../../server/http/headers.ts';
import type { Services } from '../../server/services.ts';
import type { SiteContext, SiteEnv } from './visitor.ts';

const rememberSeconds = 365 * 86_400;

type Asked = { cookies: Pick<CookieNames, 'language'>; services: Pick<Services, 'settings'> };

export const readLanguages: MiddlewareHandler<SiteEnv> = async (c, next) => {
  c.set('languages', await readOfferedLanguages(c.var.site.services));
  await next();
};

/** Finds out which language this browser chose: by `?lang=`, which its cookie then remembers, or earlier. */
export const readChosenLanguage: MiddlewareHandler<SiteEnv> = async (c, next) => {
  const { cookies } = c.var.site;
  const asked = c.req.method === 'POST' ? undefined : offered(ourLanguage(c.req.query('lang')), c.var.languages);
  const chosen = asked ?? readCookie(c.req.header('cookie'), cookies.language);
  if (chosen) c.set('chosenLanguage', chosen);
  if (asked) c.header('Set-Cookie', setCookie(cookies.language, asked, rememberSeconds), { append: true });
  await next();
};

/** In which languages a page can be read: all of a scope, or those few. */
export type PageLanguages = LanguageScope | readonly string[];

type Reader = { user?: { language?: string | undefined } | null; readIn?: PageLanguages };

/** The language of a page: the first that it has of the one chosen in this browser, the one kept with the profile, and those that the browser asks for. */
export function pageLanguageOf(c: SiteContext, { user, readIn = 'finder' }: Reader = {}): string {
  const own = [c.var.chosenLanguage, user?.language];
  const isScope = typeof readIn === 'string';
  const language = firstOf(own, c.req.header('accept-language'), isScope ? readIn : 'rest', c.var.languages);
  if (isScope) return language;
  return [language, c.var.languages.otherwise.rest].find((each) => readIn.includes(each)) ?? readIn[0] ?? language;
}

export function languagesOf(c: SiteContext, readIn: PageLanguages): readonly string[] {
  return typeof readIn === 'string' ? c.var.languages[readIn] : readIn;
}

/** The same for a request without an account and without `?lang=`. */
function languageOfHeaders(
  headers: IncomingHttpHeaders,
  { cookies, services }: Asked,
  scope: LanguageScope = 'finder',
): string {
  const own = [readCookie(headers.cookie, cookies.language)];
  return firstOf(own, headers['accept-language'], scope, offeredLanguages(services));
}

/** What one can choose on a page: on a finder's page, whoever is not signed in reads nothing but these. */
export function languagesToChoose(offered: OfferedLanguages, path: string, viewer?: object | null): readonly string[] {
  return isFinderPath(path) && !viewer ? offered.finder : offered.all;
}

export function hasOthers(offered: OfferedLanguages, path: string, viewer?: object | null): boolean {
  return languagesToChoose(offered, path, viewer).length > 1;
}

/** The key of a cached page: of the home page, which may be the operator’s own, both languages decide. */
export function cachedLanguage(path: string, headers: IncomingHttpHeaders, site: Asked): string {
  const finder = languageOfHeaders(headers, site);
  if (isFinderPath(path) || path === staticPath('contact')) return finder;
  const rest = languageOfHeaders(headers, site, 'rest');
  return path === homePath() ? `${rest} ${finder}` : rest;
}

/** The home page is in the languages in which the operator has one of their own; in every finder’s, as long as there is none. */
export async function homeLanguages(c: SiteContext): Promise<{ readIn: PageLanguages; current: boolean }> {
  const { rest } = c.var.languages;
  const read = await Promise.all(rest.map((language) => c.var.site.ownWords('home', language)));
  const own = rest.filter((_, n) => read[n]?.value);
  return { readIn: own.length > 0 ? own : 'finder', current: read.every(({ current }) => current) };
}

function firstOf(
  own: (string | undefined)[],
  acceptLanguage: string | undefined,
  scope: LanguageScope,
  { [scope]: ours, otherwise }: OfferedLanguages,
): string {
  return own.find((each) => each && ours.includes(each)) ?? preferredLanguage(acceptLanguage, ours) ?? otherwise[scope];
}

export function languageOfRequest({ url = '', headers }: IncomingMessage, site: Asked): string {
  const { lang } = Object.fromEntries(new URLSearchParams(url.split('?')[1]));
  return offered(ourLanguage(lang), offeredLanguages(site.services)) ?? languageOfHeaders(headers, site);
}

function offered(language: string | undefined, { all }: OfferedLanguages): string | undefined {
  return language && all.includes(language) ? language : undefined;
}

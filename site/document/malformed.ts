import type { IncomingMessage } from 'node:http';
import { directionOf, wordsIn } from '../../language/languages.ts';
import { homePath } from '../../paths/paths.ts';
import type { CookieNames } from '../../server/http/cookies.ts';
import { languageOfHeaders } from '../http/language.ts';

const sentences = { 400: 'screen.addressUnreadable', 414: 'screen.addressTooLong' } as const;

/** For requests that never reach the router; plain, because nothing about them can be trusted. */
export function malformedPage(
  { headers }: IncomingMessage,
  status: keyof typeof sentences,
  site: { cookies: Pick<CookieNames, 'language'> },
) {
  const t = wordsIn(languageOfHeaders(headers, site));
  const html = `<html lang="${t.language}" dir="${directionOf(t.language)}">`;
  const body = `<!doctype html>${html}<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${t('screen.notUnderstood')}</title><h1>${t(sentences[status])}</h1><p><a href="${homePath()}">${t('screen.toHome')}</a></p></html>`;
  return { headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Language': t.language }, body };
}

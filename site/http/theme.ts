import { type Scheme, schemeNamed } from '../../domain/settings/contract/accent.ts';
import { ownUrl } from '../../paths/own-url.ts';
import { homePath } from '../../paths/paths.ts';
import { type CookieNames, readCookie, setCookie } from '../../server/http/headers.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { readTypedForm } from './forms.ts';
import type { SiteContext } from './visitor.ts';

const rememberSeconds = 365 * 86_400;

/** The scheme that this device was told to show; undefined: that of its system, which the finder's pages always show. */
export function chosenScheme(
  cookieHeader: string | undefined,
  { cookies }: { cookies: Pick<CookieNames, 'theme'> },
): Scheme | undefined {
  return schemeNamed(readCookie(cookieHeader, cookies.theme));
}

export async function keepTheme(c: SiteContext) {
  const form = await readTypedForm(c);
  const { cookies, services } = c.var.site;
  const { theme, to = '' } = isRefused(form) ? {} : form;
  const scheme = schemeNamed(theme);
  c.header('Set-Cookie', setCookie(cookies.theme, scheme ?? '', scheme ? rememberSeconds : 0), { append: true });
  const { pathname, search, hash } = ownUrl(to, services.publicUrl) ?? new URL(homePath(), services.publicUrl);
  return c.redirect(pathname + search + hash, 303);
}

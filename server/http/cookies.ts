/** The value of a cookie in a Cookie header; undefined when it is not there. */
export function readCookie(header: string | undefined | null, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

export type CookieNames = { session: string; found: string; form: string };

/** Our cookies' names: over https the browser holds them to this very host (__Host-). */
export function cookieNames(publicUrl: string): CookieNames {
  const secure = publicUrl.startsWith('https:');
  return {
    // better-auth chooses the prefix of its own cookie.
    session: `${secure ? '__Secure-' : ''}handback.session_token`,
    found: `${secure ? '__Host-' : ''}handback.found`,
    form: `${secure ? '__Host-' : ''}handback.form`,
  };
}

/** A Set-Cookie header: HttpOnly, SameSite=Lax, for the whole site. */
export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  const secure = name.startsWith('__') ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

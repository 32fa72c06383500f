export function readCookie(header: string | undefined | null, name: string): string | undefined {
  if (!header) return undefined;
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

export type CookieNames = {
  session: string;
  finder: string;
  form: string;
  device: string;
  language: string;
  cart: string;
};

export function cookieNames(publicUrl: string): CookieNames {
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : '';
  return {
    session: `${prefix}handback.session_token`,
    finder: `${prefix}handback.found`,
    form: `${prefix}handback.form`,
    device: `${prefix}handback.device`,
    language: `${prefix}handback.language`,
    cart: `${prefix}handback.cart`,
  };
}

/** From before https, read until it expires. */
export const earlierFinderCookie = 'handback.found';

export function setCookie(name: string, value: string, maxAgeSeconds: number): string {
  const secure = name.startsWith('__') ? '; Secure' : '';
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

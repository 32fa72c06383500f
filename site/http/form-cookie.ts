import { randomFillSync } from 'node:crypto';
import type { HeldReason } from '../../domain/messages/contract/schema.ts';
import { readCookie, setCookie } from '../../server/http/cookies.ts';
import type { Keys } from '../../server/secret.ts';

const formCookieSeconds = 24 * 3600;
const nonceBytes = 12;

const unsigned = { nonce: undefined, heldReason: 'no-form' } as const;

export type FormCookies = ReturnType<typeof createFormCookies>;

/**
 * The signed cookie that comes with a page holding a form. Cached pages are the same bytes for everybody, so what tells one
 * finder's sending from another's, and a person from a robot, stands here: a nonce and the time it was given.
 * Only the time is signed, once a second: whoever wants another nonce could as well ask for another cookie.
 */
export function createFormCookies(keys: Keys) {
  let signed = { second: 0, suffix: '' };
  const nextNonce = createNonces();
  const code = (second: string) => keys.code('form', second).toString('base64url');

  return {
    mint(): string {
      const second = Math.floor(Date.now() / 1000);
      if (signed.second !== second) signed = { second, suffix: `.${second.toString(36)}.${code(second.toString(36))}` };
      return nextNonce() + signed.suffix;
    },
    /** The nonce, and why a message sent with this cookie is to be held, if it is. */
    read(value: string | undefined): { nonce: string | undefined; heldReason: HeldReason | undefined } {
      if (!value) return unsigned;
      const [nonce, second = '', mac = ''] = value.split('.');
      if (!nonce || !keys.matches('form', second, Buffer.from(mac, 'base64url'))) {
        return unsigned;
      }
      // It seems to come later than the answer where another process's clock is ahead, or this one was set back.
      const age = Date.now() - Number.parseInt(second, 36) * 1000;
      return { nonce, heldReason: Math.abs(age) > formCookieSeconds * 1000 ? 'no-form' : undefined };
    },
  };
}

/** Nonces of 12 random bytes; many are made at once, which costs a fraction. */
function createNonces(): () => string {
  const bytes = Buffer.alloc(nonceBytes * 512);
  const length = Buffer.alloc(nonceBytes).toString('base64url').length;
  let texts = '';
  let used = 0;
  return () => {
    if (used === texts.length) {
      texts = randomFillSync(bytes).toString('base64url');
      used = 0;
    }
    used += length;
    return texts.slice(used - length, used);
  };
}

/** The Set-Cookie header for a page with a form, when the request carries no form cookie or an old one. */
export function renewedFormCookie(
  cookieHeader: string | undefined,
  site: { cookies: { form: string }; formCookies: FormCookies },
): string | undefined {
  const { form } = site.cookies;
  if (site.formCookies.read(readCookie(cookieHeader, form)).heldReason !== 'no-form') return undefined;
  return setCookie(form, site.formCookies.mint(), formCookieSeconds);
}

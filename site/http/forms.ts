import { randomFillSync, randomUUID } from 'node:crypto';
import type { HeldReason } from '../../domain/messages/contract/schema.ts';
import { unguessableKey } from '../../functions/inputs.ts';
import { readCookie, setCookie } from '../../server/http/headers.ts';
import { type BodyRefusal, isRefused, readForm } from '../../server/http/read-body.ts';
import type { Keys } from '../../server/secret.ts';
import type { SiteContext, Visitor } from './visitor.ts';

export type FormValues = Record<string, string> | BodyRefusal;

/** The form that was sent, read once, with a key: whoever answers gives it back, and sending it again is the same sending. */
export function readTypedForm(c: SiteContext): Promise<FormValues> {
  const reading = c.var.reading ?? read(c);
  c.set('reading', reading);
  return reading;
}

async function read(c: SiteContext): Promise<FormValues> {
  const form = await readForm(c.req.raw);
  if (isRefused(form) || Object.keys(form).length === 0) return form;
  const withKey = { ...form, key: form.key || randomUUID() };
  c.set('form', withKey);
  return withKey;
}

/** With a form cookie the same words to the same place are one sending (double tap, retry, Back and again): they need no other key. */
const wordsAreTheKey = 'the-words-are-the-key-of-this-sending';

/** Tells one sending of a cached page's form from another. `ofForm` comes back with the form when the form cookie is missing. */
export function readIdempotencyKey(
  form: Record<string, string>,
  { caller }: Visitor,
): { key: string; ofForm: string | undefined } {
  if (caller.formNonce) return { key: wordsAreTheKey, ofForm: undefined };
  const key = unguessableKey.safeParse(form.key).data ?? randomUUID();
  return { key, ofForm: key };
}

/** The random id of a phone that tries again by itself. Nothing is refused for a bad one. */
export function readAttempt({ attempt }: Record<string, string>): string | undefined {
  return unguessableKey.safeParse(attempt).data;
}

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

import type { z } from 'zod';
import { deviceDays, hashDevice, newDevice } from '../../domain/accounts/known-devices.ts';
import type { Problem } from '../../domain/accounts/password-strength.ts';
import { bodyRefusalSaid } from '../../functions/body-refusal.ts';
import { issueInWords } from '../../functions/define.ts';
import { wordsIn } from '../../language/languages.ts';
import { busy, busyHeaders } from '../../server/auth/auth.ts';
import { TooBusy } from '../../server/concurrency.ts';
import { readCookie, setCookie } from '../../server/http/cookies.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import { isRefused, readBody } from '../../server/http/read-body.ts';
import type { Limited } from '../../server/limits/limits.ts';
import { languageOf } from '../http/language.ts';
import type { Site } from '../http/site.ts';
import type { SiteContext } from '../http/visitor.ts';

/** Who sends a request about an account. */
export type Asker = {
  /** Keyed hash of the network. */
  networkKey: string;
  /** Hash of the device cookie; undefined when there is none. */
  deviceHash: string | undefined;
};

type Handler<Input> = (c: SiteContext, input: Input, asker: Asker, site: Site) => Promise<Response>;

/**
 * Handles a JSON request under /auth: reads and checks its body. What a request costs is counted by its handler, which knows
 * whom it is about: nobody uses up what belongs to others on the same network.
 */
export function accountRequest<Input>(
  site: Site,
  fields: z.ZodType<Input>,
  handle: Handler<Input>,
): (c: SiteContext) => Promise<Response> {
  return async (c) => {
    const networkKey = networkKeyOf(c.env.incoming, { keys: site.installation.keys, trustProxy: site.trustProxy });
    const body = await readBody(c.req.raw, 'application/json');
    const t = wordsIn(languageOf(c));
    if (isRefused(body)) return c.json({ code: 'BAD_REQUEST', message: t.say(bodyRefusalSaid(body)) }, body.status);
    const read = fields.safeParse(parseJson(body));
    if (!read.success) {
      const [issue] = read.error.issues;
      const code = codes.get(issue?.path[0]) ?? 'BAD_REQUEST';
      return c.json({ code, message: issue ? issueInWords(issue, t) : t('error.notUnderstood') }, 400);
    }
    const device = readCookie(c.req.header('cookie'), site.cookies.device);
    try {
      return await handle(c, read.data, { networkKey, deviceHash: hashDevice(device) }, site);
    } catch (error) {
      if (error instanceof TooBusy) return c.json(busy, 503, busyHeaders);
      throw error;
    }
  };
}

/** Counts requests of one kind by who sends them: a network, or what has a count of its own. */
export function takeRequest(kind: string, who: string, { installation: { limits } }: Site): Promise<Limited> {
  return limits.take('account-request', `${kind}.${who}`);
}

export const done = (c: SiteContext): Response => c.json({ status: true });

export function tooMany(c: SiteContext, { retryAfter }: Pick<Limited, 'retryAfter'>): Response {
  const message = `Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} minutes.`;
  return c.json({ code: 'TOO_MANY_REQUESTS', message, retryAfter }, 429, { 'Retry-After': String(retryAfter) });
}

/** The address was sent as many mails of this kind as it may get: said alike whether it has an account or not. */
export function tooManyMails(c: SiteContext, { retryAfter }: Pick<Limited, 'retryAfter'>): Response {
  const message = `This address was sent several mails already. Look for them, or try again in ${Math.ceil(retryAfter / 60)} minutes.`;
  return c.json({ code: 'TOO_MANY_MAILS', message, retryAfter }, 429, { 'Retry-After': String(retryAfter) });
}

/** The password would be guessed soon. */
export function refusePassword(c: SiteContext, { code }: Problem): Response {
  return c.json({ code, message: wordsIn(languageOf(c))(`account.${code}`) }, 400);
}

export function invalidLink(c: SiteContext, status: 400 | 401 = 401): Response {
  return c.json({ code: 'INVALID_TOKEN', message: 'This link has been used or has expired.' }, status);
}

/** A token that is not ours: only these are counted, by network, so that nobody keeps others from their links. */
export async function unknownLink(
  c: SiteContext,
  { networkKey }: Asker,
  site: Site,
  status: 400 | 401 = 401,
): Promise<Response> {
  const taken = await takeRequest('link', networkKey, site);
  return taken.allowed ? invalidLink(c, status) : tooMany(c, taken);
}

/** The hash of this browser's device, whose cookie is made or renewed with the answer. */
export function renewDevice(c: SiteContext, asker: Pick<Asker, 'deviceHash'>, site: Site): string {
  const name = site.cookies.device;
  const device = (asker.deviceHash && readCookie(c.req.header('cookie'), name)) || newDevice();
  c.header('Set-Cookie', setCookie(name, device, deviceDays * 86_400), { append: true });
  return hashDevice(device) ?? '';
}

const codes = new Map<unknown, string>([
  ['name', 'INVALID_NAME'],
  ['email', 'INVALID_EMAIL'],
  ['newEmail', 'INVALID_EMAIL'],
  ['password', 'WEAK_PASSWORD'],
  ['newPassword', 'WEAK_PASSWORD'],
]);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body || '{}');
  } catch {
    return undefined;
  }
}

import { messageOfBodyRefusal } from '../../functions/body-refusal.ts';
import { Refusal, refusalInWords, refusalStatuses } from '../../functions/define.ts';
import { call, type FunctionName, type OpenFunctionName } from '../../functions/list.ts';
import { notAvailable } from '../../functions/refused.ts';
import { translationsIn } from '../../language/languages.ts';
import { isAppPath } from '../../paths/app-pages.ts';
import { TooBusy } from '../../server/concurrency.ts';
import { isDatabaseAway } from '../../server/db/database-away.ts';
import { isRefused, readBody } from '../../server/http/read-body.ts';
import { pageLanguageOf } from '../http/language.ts';
import { sayWhenToRetry } from '../http/refusal-status.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { deviceOf } from './device-cookie.ts';

type Handler = (c: SiteContext) => Promise<Response>;

export function jsonRequest(handle: (c: SiteContext, data: object) => Promise<Response>): Handler {
  return async (c) => {
    const body = await readBody(c.req.raw, 'application/json');
    const t = translationsIn(pageLanguageOf(c));
    if (isRefused(body))
      return c.json({ code: 'BAD_REQUEST', message: t.say(messageOfBodyRefusal(body)) }, body.status);
    const data = parseJson(body);
    if (!data) return c.json({ code: 'BAD_REQUEST', message: t('error.notUnderstood') }, 400);
    try {
      return await handle(c, data);
    } catch (error) {
      if (error instanceof TooBusy) return refuseBusy(c);
      throw error;
    }
  };
}

/** Answers a JSON request under /auth with a function, which counts what it costs. @param remembersDevice whether the device cookie is renewed */
export function answerByFunction(
  name: Exclude<FunctionName, OpenFunctionName>,
  site: Site,
  { remembersDevice = false } = {},
): Handler {
  return jsonRequest(async (c, data) => {
    const { setCookie, ...device } = deviceOf(c, site);
    const { caller } = await readVisitor(c, site);
    const result = await call(name, { ...caller, device }, data, site.services);
    if (result instanceof Refusal) return refuse(c, result, caller.language);
    if (remembersDevice) c.header('Set-Cookie', setCookie, { append: true });
    return Object.keys(result).length > 0 ? c.json(result) : answerDone(c);
  });
}

export const answerDone = (c: SiteContext): Response => c.json({ status: true });

export function refuse(c: SiteContext, refusal: Refusal, language = pageLanguageOf(c)): Response {
  const { status, message, details } = refusalInWords(refusal, translationsIn(language));
  sayWhenToRetry(c, refusal);
  const answer = { code: codeOf(refusal), message, retryAfter: details?.retryAfter };
  return c.json(answer, (status === 'aborted' ? 422 : refusalStatuses[status]) as 400);
}

export function refuseBusy(c: SiteContext): Response {
  return c.json({ code: 'BUSY', message: translationsIn(pageLanguageOf(c))('refused.busy') }, 503, {
    'Retry-After': '5',
  });
}

/** Whether the path is of the JSON protocol under /auth, and not of a page of the app. */
export function isAuthCall(path: string): boolean {
  return path.startsWith('/auth/') && !isAppPath(path);
}

/** Answers a failure in the protocol of /auth. */
export function refuseFailure(c: SiteContext, error: unknown): Response {
  if (isDatabaseAway(error)) return refuse(c, notAvailable());
  return c.json({ code: 'INTERNAL', message: translationsIn(pageLanguageOf(c))('error.unexpected') }, 500);
}

function codeOf({ status, details = {} }: Refusal): string {
  if (details.reason === 'maintenance') return 'MAINTENANCE';
  if (details.reason === 'bad-input') return codesOfFields[Object.keys(details.fields ?? {})[0] ?? ''] ?? 'BAD_REQUEST';
  return details.reason ?? (status === 'unauthenticated' ? 'user-token-expired' : 'BAD_REQUEST');
}

const codesOfFields: Record<string, string> = {
  name: 'INVALID_NAME',
  email: 'INVALID_EMAIL',
  newEmail: 'INVALID_EMAIL',
  password: 'WEAK_PASSWORD',
  newPassword: 'WEAK_PASSWORD',
};

function parseJson(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body || '{}');
    return typeof value === 'object' && value ? value : undefined;
  } catch {
    return undefined;
  }
}

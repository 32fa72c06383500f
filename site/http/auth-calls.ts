import { type Refusal, refusalInWords } from '../../functions/define.ts';
import { messageOfBodyRefusal, notAvailable } from '../../functions/refused.ts';
import type { PlainKey } from '../../language/create-translations.ts';
import { translationsIn } from '../../language/languages.ts';
import { refusalStatuses } from '../../paths/api.ts';
import { isAppPath } from '../../paths/app-pages.ts';
import { TooBusy } from '../../server/concurrency.ts';
import { isDatabaseAway } from '../../server/db/problems.ts';
import { isRefused, readBody } from '../../server/http/read-body.ts';
import { pageLanguageOf } from './language.ts';
import { sayWhenToRetry } from './send-file.ts';
import type { SiteContext } from './visitor.ts';

type Handler = (c: SiteContext) => Promise<Response>;

export function jsonRequest(handle: (c: SiteContext, data: object) => Promise<Response>): Handler {
  return async (c) => {
    const body = await readBody(c.req.raw, 'application/json');
    if (isRefused(body)) {
      const message = translationsIn(pageLanguageOf(c)).say(messageOfBodyRefusal(body));
      return c.json({ code: 'BAD_REQUEST', message }, body.status);
    }
    const data = parseJson(body);
    if (!data) return refuseWith(c, 400, 'BAD_REQUEST', 'error.notUnderstood');
    try {
      return await handle(c, data);
    } catch (error) {
      if (error instanceof TooBusy) return refuseBusy(c);
      throw error;
    }
  };
}

export const answerDone = (c: SiteContext): Response => c.json({ status: true });

export function refuse(c: SiteContext, refusal: Refusal, language = pageLanguageOf(c)): Response {
  const { status, message, details } = refusalInWords(refusal, translationsIn(language));
  sayWhenToRetry(c, refusal);
  const answer = { code: codeOf(refusal), message, retryAfter: details?.retryAfter };
  return c.json(answer, (status === 'aborted' ? 422 : refusalStatuses[status]) as 400);
}

export function refuseWith(
  c: SiteContext,
  status: 400 | 401 | 403 | 404 | 500 | 503,
  code: string | undefined,
  key: PlainKey,
) {
  return c.json({ code, message: translationsIn(pageLanguageOf(c))(key) }, status);
}

export function refuseBusy(c: SiteContext): Response {
  c.header('Retry-After', '5');
  return refuseWith(c, 503, 'BUSY', 'refused.busy');
}

/** Whether the path is of the JSON protocol under /auth, and not of a page of the app. */
export function isAuthCall(path: string): boolean {
  return path.startsWith('/auth/') && !isAppPath(path);
}

export function refuseFailure(c: SiteContext, error: unknown): Response {
  if (isDatabaseAway(error)) return refuse(c, notAvailable());
  return refuseWith(c, 500, 'INTERNAL', 'error.unexpected');
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

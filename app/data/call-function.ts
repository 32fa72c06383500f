import { isServerAway } from '../../browser/server-away.ts';
import type { FunctionInput, FunctionOutput, OpenFunctionName } from '../../functions/list.ts';
import { functionPath } from '../../paths/api.ts';
import { type ForcedSignOut, isForcedSignOut } from '../session/auth-errors.ts';
import { sessionStore } from '../session/session-store.ts';
import { t } from '../start/words.ts';
import { codeOfName, codeOfStatus, FunctionError, reasonOf } from './function-error.ts';

export type CallFunction = <Name extends OpenFunctionName>(
  name: Name,
  data: FunctionInput<Name>,
  /** Gives the call up; it then fails with `cancelled`. */
  signal?: AbortSignal,
) => Promise<FunctionOutput<Name>>;

type Options = {
  /** Origin of the server; the page's own when empty. */
  origin: string;
  timeoutMs: number;
  session: { token(): Promise<string | undefined>; leave(reason: ForcedSignOut): void };
};

/** Calls the server's named functions (C-7.09). Every failure is a FunctionError; one that ends the session ends it here too (C-8.04). */
export function createCallFunction({ origin, timeoutMs, session }: Options): CallFunction {
  return async (name, data, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const end = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const body = JSON.stringify({ data });
    const answer = await exchange(end, async () => {
      const token = await before(end, session.token());
      return fetch(origin + functionPath(name), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': t.language,
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body,
        signal: end,
      });
    });
    if (answer instanceof FunctionError) {
      const reason = reasonOf(answer);
      if (answer.code === 'unauthenticated' && isForcedSignOut(reason)) session.leave(reason);
      throw answer;
    }
    return answer.result as FunctionOutput<typeof name>;
  };
}

export const callFunction = createCallFunction({ origin: '', timeoutMs: 70_000, session: sessionStore });

async function exchange(end: AbortSignal, send: () => Promise<Response>): Promise<{ result: unknown } | FunctionError> {
  try {
    const response = await send();
    return read(response, await response.text());
  } catch {
    if (!end.aborted) return new FunctionError('internal', unreachable.message, unreachable.details);
    if (end.reason instanceof DOMException && end.reason.name === 'TimeoutError')
      return new FunctionError('deadline-exceeded', 'The server took too long to answer. Please try again.');
    return new FunctionError('cancelled', 'This was stopped before it was done.');
  }
}

/** The token may have to be fetched first, and that counts as waiting too. */
function before<T>(end: AbortSignal, awaited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (end.aborted) reject(end.reason);
    end.addEventListener('abort', () => reject(end.reason), { once: true });
    awaited.then(resolve, reject);
  });
}

function read(response: Response, text: string): { result: unknown } | FunctionError {
  const body = parseObject(text);
  if (!response.ok) return failure(response, body?.error);
  const result = body?.data === undefined ? body?.result : body.data;
  return result === undefined ? new FunctionError('internal', unexpected) : { result };
}

function failure(response: Response, error: unknown): FunctionError {
  const said: Record<string, unknown> = error && typeof error === 'object' ? { ...error } : {};
  const code = codeOfName(said.status) ?? codeOfStatus(response.status);
  if (said.status === undefined && isServerAway(response)) {
    return new FunctionError(code, unreachable.message, unreachable.details);
  }
  const message = typeof said.message === 'string' && code !== 'internal' ? said.message : unexpected;
  return new FunctionError(code, message, said.details);
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value && typeof value === 'object' ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const unreachable = {
  message: 'We could not reach the server. Check your connection, then try again.',
  details: { reason: 'unreachable' },
};
const unexpected = 'Something went wrong on our side. Please try again in a moment.';

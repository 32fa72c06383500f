import { isOfAnother } from '../../../browser/server-away.ts';
import { timeLimit } from '../../../browser/time-limit.ts';
import type { Fields } from '../../../domain/conflicts/contract/fields.ts';
import type { FunctionInput, FunctionOutput, OpenFunctionName } from '../../../functions/list.ts';
import { functionPath, refusalStatuses } from '../../../paths/api.ts';
import { t } from '../document/app-translations.ts';
import { type ForcedSignOut, isForcedSignOut } from '../session/auth-errors.ts';
import { sessionStore } from '../session/session-store.ts';
import { isProofAsked, proveSecondFactor } from './prove-second-factor.ts';

export type CallFunction = <Name extends OpenFunctionName>(
  name: Name,
  data: FunctionInput<Name>,
  signal?: AbortSignal,
) => Promise<FunctionOutput<Name>>;

type Options = {
  origin: string;
  timeoutMs: number;
  session: { token(): Promise<string | undefined>; leave(reason: ForcedSignOut): void };
  /** Asks an administrator for the second factor. @returns whether it was proved, so that the call may be repeated */
  prove?(): Promise<boolean>;
};

/** C-7.09, C-8.04. Every failure is a FunctionError. */
export function createCallFunction({ origin, timeoutMs, session, prove }: Options): CallFunction {
  const call: CallFunction = async (name, data, signal) => {
    const end = timeLimit(timeoutMs, signal);
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
      if (isProofAsked(reason) && (await prove?.())) return call(name, data, signal);
      throw answer;
    }
    return answer.result as FunctionOutput<typeof name>;
  };
  return call;
}

export const callFunction = createCallFunction({
  origin: '',
  timeoutMs: 70_000,
  session: sessionStore,
  prove: proveSecondFactor,
});

async function exchange(end: AbortSignal, send: () => Promise<Response>): Promise<{ result: unknown } | FunctionError> {
  try {
    const response = await send();
    return readAnswer(response, await response.text());
  } catch {
    if (!end.aborted) return unreachable('internal');
    if (end.reason instanceof DOMException && end.reason.name === 'TimeoutError')
      return new FunctionError('deadline-exceeded', t('loading.tooLate'));
    return new FunctionError('cancelled', t('loading.cancelled'));
  }
}

/** Waiting for the token counts too. */
function before<T>(end: AbortSignal, awaited: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (end.aborted) reject(end.reason);
    end.addEventListener('abort', () => reject(end.reason), { once: true });
    awaited.then(resolve, reject);
  });
}

/** The answer of a call; one that something else gave in our server's place is no answer. */
export function readAnswer(response: Response, text: string): { result: unknown } | FunctionError {
  if (!response.ok) return failureIn(response, text);
  const body = parseObject(text);
  const result = body?.data === undefined ? body?.result : body.data;
  if (result !== undefined) return { result };
  return isOfAnother(response) ? unreachable('internal') : new FunctionError('internal', t('account.unknown'));
}

export function failureIn(response: Response, text: string): FunctionError {
  return failure(response, parseObject(text)?.error);
}

function failure(response: Response, error: unknown): FunctionError {
  const said: Record<string, unknown> = error && typeof error === 'object' ? { ...error } : {};
  const code = codeOfName(said.status) ?? codeOfStatus(response.status);
  if (said.status === undefined && isOfAnother(response)) return unreachable(code);
  const message = typeof said.message === 'string' && code !== 'internal' ? said.message : t('account.unknown');
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

export function unreachable(code: FunctionErrorCode): FunctionError {
  return new FunctionError(code, t('account.network-request-failed'), { reason: 'unreachable' });
}

export type FunctionErrorCode = keyof typeof statuses;

export class FunctionError extends Error {
  readonly code: FunctionErrorCode;
  readonly details: unknown;

  constructor(code: FunctionErrorCode, message: string, details?: unknown) {
    super(message);
    this.name = 'FunctionError';
    this.code = code;
    this.details = details;
  }
}

function codeOfStatus(status: number): FunctionErrorCode {
  return codes.find((code) => statuses[code] === status) ?? 'unknown';
}

function codeOfName(name: unknown): FunctionErrorCode | undefined {
  return codes.find((code) => code.toUpperCase().replaceAll('-', '_') === name);
}

export function fieldErrors(error: unknown): Record<string, string | undefined> {
  return (detailsOf(error).fields as Record<string, string> | undefined) ?? {};
}

export function isNotFound(error: unknown): boolean {
  return error instanceof FunctionError && (error.code === 'not-found' || fieldErrors(error).id !== undefined);
}

export function isUnreachable(error: unknown): boolean {
  return reasonOf(error) === 'unreachable';
}

/** What is saved now of the fields that a refused save wanted to change; undefined when nobody had changed them. */
export function presentValues(error: unknown): Fields | undefined {
  return detailsOf(error).now as Fields | undefined;
}

const comesAgain: FunctionErrorCode[] = ['resource-exhausted', 'unavailable'];
/** Longer waits are for people to judge. */
const longestWaitSeconds = 60;

export function secondsToWait(error: unknown): number | undefined {
  const { retryAfter } = detailsOf(error);
  const isShort = typeof retryAfter === 'number' && retryAfter > 0 && retryAfter <= longestWaitSeconds;
  return isShort && error instanceof FunctionError && comesAgain.includes(error.code) ? retryAfter : undefined;
}

export function reasonOf(error: unknown): unknown {
  return detailsOf(error).reason;
}

export function overMinorOf(error: unknown): number {
  const { overMinor } = detailsOf(error);
  return typeof overMinor === 'number' ? overMinor : 0;
}

function detailsOf(error: unknown): Record<string, unknown> {
  const details = error instanceof FunctionError ? error.details : null;
  return details && typeof details === 'object' ? { ...details } : {};
}

/** Codes that the server never gives have their statuses in the protocol too. */
const statuses = {
  ...refusalStatuses,
  cancelled: 499,
  internal: 500,
  unimplemented: 501,
  'deadline-exceeded': 504,
  unknown: undefined,
};

const codes = Object.keys(statuses) as FunctionErrorCode[];

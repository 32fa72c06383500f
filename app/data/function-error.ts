export type FunctionErrorCode = (typeof codes)[number];

/** Why a call failed; `message` is fit to be shown. */
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

/** C-8.05: the code of an HTTP status. */
export function codeOfStatus(status: number): FunctionErrorCode {
  return byStatus[status] ?? 'unknown';
}

/** The code that an answer names itself, such as PERMISSION_DENIED; undefined when it names none that is known. */
export function codeOfName(name: unknown): FunctionErrorCode | undefined {
  return codes.find((code) => code.toUpperCase().replaceAll('-', '_') === name);
}

/** What the server says about each field of a form; empty when the failure is about none of them. */
export function fieldErrors(error: unknown): Record<string, string | undefined> {
  return (detailsOf(error).fields as Record<string, string> | undefined) ?? {};
}

/** Nothing is there; an address with what cannot be an id leads nowhere either. */
export function isNotFound(error: unknown): boolean {
  return error instanceof FunctionError && (error.code === 'not-found' || fieldErrors(error).id !== undefined);
}

/** The server was not asked at all, for want of a network. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof FunctionError && reasonOf(error) === 'unreachable';
}

/** Refused for now: too soon, or the server cannot do it at this moment. */
const comesAgain: FunctionErrorCode[] = ['resource-exhausted', 'unavailable'];
/** Longer waits are for people to judge. */
const longestWaitSeconds = 60;

/** After how many seconds a call that came too soon may come again by itself; undefined for every other failure, and for long waits. */
export function secondsToWait(error: unknown): number | undefined {
  const { retryAfter } = detailsOf(error);
  const isShort = typeof retryAfter === 'number' && retryAfter > 0 && retryAfter <= longestWaitSeconds;
  return isShort && error instanceof FunctionError && comesAgain.includes(error.code) ? retryAfter : undefined;
}

export function reasonOf(error: FunctionError): unknown {
  return detailsOf(error).reason;
}

function detailsOf(error: unknown): Record<string, unknown> {
  const details = error instanceof FunctionError ? error.details : null;
  return details && typeof details === 'object' ? { ...details } : {};
}

const codes = [
  'invalid-argument',
  'unauthenticated',
  'permission-denied',
  'not-found',
  'aborted',
  'resource-exhausted',
  'cancelled',
  'internal',
  'unimplemented',
  'unavailable',
  'deadline-exceeded',
  'unknown',
] as const;

const byStatus: Record<number, FunctionErrorCode> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  409: 'aborted',
  429: 'resource-exhausted',
  499: 'cancelled',
  500: 'internal',
  501: 'unimplemented',
  503: 'unavailable',
  504: 'deadline-exceeded',
};

import type { Fields } from '../../../domain/conflicts/contract/fields.ts';
import { refusalStatuses } from '../../../paths/api.ts';

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

export function codeOfStatus(status: number): FunctionErrorCode {
  return codes.find((code) => statuses[code] === status) ?? 'unknown';
}

export function codeOfName(name: unknown): FunctionErrorCode | undefined {
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

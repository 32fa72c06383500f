import type { Refusal, RefusalStatus } from '../functions/define.ts';

const statuses: Record<RefusalStatus, number> = {
  'invalid-argument': 422,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  aborted: 409,
  'resource-exhausted': 429,
  unavailable: 503,
};

/** The HTTP status of a page that shows why a form was refused. */
export function statusOf(refusal: Refusal): number {
  return statuses[refusal.status];
}

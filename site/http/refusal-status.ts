import type { Context } from 'hono';
import { type Refusal, refusalStatuses } from '../../functions/define.ts';

/** The HTTP status of a page that shows why a form was refused: 422 for what must be corrected (the protocol of calls says 400). */
export function statusOf({ status }: Refusal): number {
  return status === 'invalid-argument' ? 422 : refusalStatuses[status];
}

/** Where trying again later helps, the answer says when. */
export function sayWhenToRetry(c: Context, { details }: Refusal): void {
  if (details?.retryAfter) c.header('Retry-After', String(details.retryAfter));
}

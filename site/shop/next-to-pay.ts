import { type Caller, Refusal } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { orderPath } from '../../paths/paths.ts';
import type { Site } from '../http/site.ts';

/** Where the buyer of an order goes to pay it by card; back to the order's page, which says what is so, when that cannot be done. */
export async function nextToPay(secret: string, caller: Caller, site: Site): Promise<string> {
  const started = await call('startPayment', caller, { secret }, site.services);
  if (!(started instanceof Refusal)) return started.url;
  const { reason } = started.details ?? {};
  if (reason === 'no-order') return orderPath(secret);
  if (reason === 'under-way') return orderPath(secret, 'returned');
  return orderPath(secret, reason === 'not-now' ? undefined : 'no-card');
}

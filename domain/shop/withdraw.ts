import type { Services } from '../../server/services.ts';
import { tell } from '../notifications/tell.ts';
import { openOrder } from './order-secret.ts';
import { cancel, lockOrder, markOrder, recordStep } from './order-steps.ts';
import { canWithdraw, paidOf } from './read-order.ts';

/** The buyer withdraws from the contract. What nothing was paid of is cancelled at once. Repeating it changes nothing. */
export async function withdrawOrder(
  secret: string,
  services: Services,
): Promise<'withdrawn' | 'no-order' | 'too-late'> {
  const opened = await openOrder(secret, services);
  if (!opened) return 'no-order';
  return services.events.transaction(async (trx, publish) => {
    const order = await lockOrder(trx, opened.id);
    if (!order) return 'no-order';
    if (order.withdrawnAt) return 'withdrawn';
    if (!canWithdraw(order)) return 'too-late';
    const by = { actor: 'buyer' } as const;
    await recordStep(trx, order, 'withdrawn', by);
    const withdrawn = await markOrder(trx, order.id, 'withdrawnAt');
    const paidMinor = await paidOf(order.id, trx);
    const owesNothing = !order.paidAt || order.totalMinor === 0;
    if (owesNothing && paidMinor === 0 && !order.packedAt) await cancel(trx, order, by);
    const at = withdrawn.withdrawnAt ?? new Date();
    const news = { news: 'withdrawn', at, paidMinor } as const;
    await tell(trx, 'orderWithdrawn', { order: withdrawn, news }, services);
    publish({ kind: 'mail' }, { kind: 'products' });
    return 'withdrawn';
  });
}

import { sql } from 'kysely';
import { hasChanged } from '../../server/db/statements.ts';
import type { Services } from '../../server/services.ts';
import { readCurrentSettings } from '../shop/current-settings.ts';
import { reviewMails } from './review-mails.ts';

const inviteAfterDays = 7;
/** Who was not invited by then is not invited any more, such as when the operator turns invitations on. */
const inviteUntilDays = 30;

/** Invites each buyer once to review what was delivered, unless the operator or the buyer has turned these mails off. */
export async function inviteToReview(services: Services): Promise<void> {
  while (await inviteNext(services));
}

async function inviteNext(services: Services): Promise<boolean> {
  return services.events.transaction(async (trx) => {
    const settings = await readCurrentSettings(trx);
    if (!settings.reviewMails) return false;
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('reviewInvitedAt', 'is', null)
      .where('deliveredAt', '<=', sql<Date>`now() - make_interval(days => ${inviteAfterDays})`)
      .where('deliveredAt', '>', sql<Date>`now() - make_interval(days => ${inviteUntilDays})`)
      .where('withdrawnAt', 'is', null)
      .where('cancelledAt', 'is', null)
      .where('refundedAt', 'is', null)
      .where(sql<boolean>`not exists (select from reviews where order_id = orders.id)`)
      .where(
        sql<boolean>`not exists (
          select from orders as others where others.email = orders.email and others.review_mails_off_at is not null)`,
      )
      .orderBy('deliveredAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!order) return false;
    await trx.updateTable('orders').set({ reviewInvitedAt: sql<Date>`now()` }).where('id', '=', order.id).execute();
    await reviewMails.due(trx, { order }, services);
    return true;
  });
}

/** The address of the order is not invited any more. @returns false when there is no such order */
export async function endReviewMails(orderId: string, { db }: Pick<Services, 'db'>): Promise<boolean> {
  return hasChanged(
    db
      .updateTable('orders')
      .set((row) => ({ reviewMailsOffAt: row.fn.coalesce('reviewMailsOffAt', row.fn<Date>('now')) }))
      .where('id', '=', orderId),
  );
}

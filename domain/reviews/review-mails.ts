import { orderPath, reviewPath, unsubscribePath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { wordsForMail } from '../notifications/mail-language.ts';
import { sendMail } from '../notifications/send-mail.ts';
import { type OrderRow, orderSecret } from '../shop/order-secret.ts';
import { endReviewMailsToken } from './review-mails-token.ts';

type Mailed = Pick<Installation, 'brand' | 'keys' | 'publicUrl' | 'settings'>;
const purpose = 'review';

/** Asks the buyer once for a review of what was delivered, and says how to be asked no more. */
export async function mailInvitation(trx: Executor, order: OrderRow, installation: Mailed): Promise<void> {
  const { keys, publicUrl: site } = installation;
  const t = wordsForMail(order.language, installation);
  const lines = await trx
    .selectFrom('orderLines')
    .select(['productId', 'name'])
    .where('orderId', '=', order.id)
    .orderBy('position')
    .execute();
  const [only] = lines.length === 1 ? lines : [];
  const secret = orderSecret(order, keys);
  const path = only ? reviewPath(secret, only.productId) : `${orderPath(secret)}#reviews`;
  const mail = {
    subject: t('mailReview.subject', { number: String(order.number) }),
    paragraphs: [
      t('mailReview.text', { number: String(order.number) }),
      lines.map(({ name }) => name).join('\n'),
      t('mailReview.once'),
    ],
    action: { label: t('mailReview.action'), url: site + path },
    footnote: t('mailReview.footnote', { site }),
    unsubscribe: {
      label: t('mailReview.unsubscribe'),
      url: site + unsubscribePath(endReviewMailsToken(order.id, keys)),
    },
  };
  await sendMail(trx, { purpose, uid: null, email: order.email }, mail, t, installation);
}

type Refused = { orderId: string; productId: string; refusal: string };

/** Tells the author of a review why it is not shown. */
export async function mailRefusal(
  trx: Executor,
  { orderId, productId, refusal }: Refused,
  installation: Mailed,
): Promise<void> {
  const { keys, publicUrl: site } = installation;
  const order = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const { name } = await trx
    .selectFrom('orderLines')
    .select('name')
    .where('orderId', '=', orderId)
    .where('productId', '=', productId)
    .executeTakeFirstOrThrow();
  const t = wordsForMail(order.language, installation);
  const mail = {
    subject: t('mailReview.refusedSubject', { name }),
    paragraphs: [t('mailReview.refused', { name }), refusal, t('mailReview.change')],
    action: { label: t('mailReview.open'), url: site + reviewPath(orderSecret(order, keys), productId) },
    footnote: t('mailReview.footnote', { site }),
  };
  await sendMail(trx, { purpose, uid: null, email: order.email }, mail, t, installation);
}

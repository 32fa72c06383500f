import { orderPath, reviewPath, unsubscribePath } from '../../paths/paths.ts';
import { mail } from '../mails/mail.ts';
import { makeUnsubscribeToken } from '../mails/unsubscribe-tokens.ts';
import { toBuyer } from '../shop/order-mails.ts';
import { linesOf } from '../shop/order-sums.ts';
import { type OrderRow, orderSecret } from '../shop/orders.ts';

type Refused = { order: OrderRow; productId: string; refusal: string };

export const reviewMails = {
  due: mail('review', toBuyer, async ({ says, t, trx, site, services }, { order }: { order: OrderRow }) => {
    const number = String(order.number);
    const lines = await linesOf(order.id, trx).select(['productId', 'name']).execute();
    const [only] = lines.length === 1 ? lines : [];
    const secret = orderSecret(order, services.keys);
    return says('mailReview', {
      number,
      paragraphs: [t('mailReview.text', { number }), lines.map(({ name }) => name).join('\n'), t('mailReview.once')],
      link: only ? reviewPath(secret, only.productId) : `${orderPath(secret)}#reviews`,
      unsubscribe: {
        label: t('mailReview.unsubscribe'),
        url: site + unsubscribePath(makeUnsubscribeToken('reviews', order.id, services.keys)),
      },
    });
  }),
  refused: mail('review', toBuyer, async ({ says, t, trx, services }, about: Refused) => {
    const { order, productId, refusal } = about;
    const { name } = await linesOf(order.id, trx)
      .select('name')
      .where('productId', '=', productId)
      .executeTakeFirstOrThrow();
    return says('mailReview', {
      subject: t('mailReview.refusedSubject', { name }),
      paragraphs: [t('mailReview.refused', { name }), { words: refusal }, t('mailReview.change')],
      link: reviewPath(orderSecret(order, services.keys), productId),
      label: t('mailReview.open'),
    });
  }),
};

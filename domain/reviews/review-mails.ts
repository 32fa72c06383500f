import { orderPath, reviewPath, unsubscribePath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { mail } from '../mails/mail.ts';
import { translationsForMail } from '../mails/mail-language.ts';
import { makeUnsubscribeToken } from '../mails/unsubscribe-tokens.ts';
import { linesOf } from '../shop/order-sums.ts';
import { type OrderRow, orderSecret } from '../shop/orders.ts';

type Refused = { order: OrderRow; productId: string; refusal: string };

export const reviewMails = {
  due: mail('review', toReviewer, async ({ says, t, trx, site, services }, { order }: { order: OrderRow }) => {
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
  refused: mail('review', toReviewer, async ({ says, t, trx, services }, about: Refused) => {
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

async function toReviewer(_: Executor, { order }: { order: OrderRow }, services: Services) {
  return { uid: null, email: order.email, t: translationsForMail(order.language, services) };
}

import { Refusal } from '../../functions/define.ts';
import { orderPath } from '../../paths/paths.ts';
import { showRestPage } from '../document/show-page.tsx';
import { onForm } from '../document/system.tsx';
import { errorsOf } from '../http/send-file.ts';
import { callFor, type SiteContext } from '../http/visitor.ts';
import { refusedOrderPage } from './order-routes.tsx';
import { ReviewForm } from './review-form.tsx';

export const sendReview = onForm(
  async (c, { stars = '', text = '', name = '' }) => {
    const { secret = '', product: productId } = c.req.param() as Record<string, string>;
    const typed = { secret, productId, stars: stars ? Number(stars) : undefined, text, name };
    const refusal = await callFor(c, 'writeReview', typed);
    if (refusal instanceof Refusal) return showReviewForm(c, { typed: { stars, text, name }, refusal });
    return c.redirect(`${orderPath(secret, 'reviewed')}#reviews`, 303);
  },
  { scope: 'rest' },
);

export async function sendReviewDeletion(c: SiteContext) {
  const { secret = '', product } = c.req.param();
  const result = await callFor(c, 'deleteReview', { secret, productId: product });
  if (!(result instanceof Refusal)) return c.redirect(`${orderPath(secret, 'unreviewed')}#reviews`, 303);
  return showRestPage(c, (context) => refusedOrderPage(context, result));
}

type Failure = { typed: Record<string, string>; refusal: Refusal };

export function showReviewForm(c: SiteContext, failure?: Failure): Promise<Response> {
  const { secret = '', product: productId } = c.req.param();
  return showRestPage(c, async (context) => {
    const { t } = context;
    const read = await callFor(c, 'listOrderReviews', { secret });
    if (read instanceof Refusal) return refusedOrderPage(context, read);
    const product = read.products.find((each) => each.productId === productId);
    if (!product) {
      const reason = read.products.length > 0 ? 'noProduct' : 'notDelivered';
      return refusedOrderPage(context, new Refusal('not-found', { key: `reviewForm.${reason}` }));
    }
    const errors = errorsOf(failure?.refusal, t);
    const title = t('reviewForm.title', { name: product.name });
    return {
      face: 'site',
      refusal: failure?.refusal,
      metadata: { title, description: title, keywords: t('checkoutPage.keywords'), noindex: true },
      body: <ReviewForm {...{ t, secret, product, errors }} typed={failure?.typed} />,
    };
  });
}

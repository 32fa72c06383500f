import { Refusal, refusalInWords } from '../../functions/define.ts';
import { orderPath } from '../../paths/paths.ts';
import { showRestPage } from '../document/show-page.tsx';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { callFor, type SiteContext } from '../http/visitor.ts';
import { onForm } from './cart-routes.tsx';
import { refusedOrderPage } from './order-routes.tsx';
import { ReviewForm } from './review-form.tsx';

export const sendReview = onForm(
  (t, c) => ({ label: t('screen.backToForm'), href: c.req.path }),
  async (c, site, { stars = '', text = '', name = '' }) => {
    const { secret = '', product: productId } = c.req.param();
    const typed = { secret, productId, stars: stars ? Number(stars) : undefined, text, name };
    const refusal = await callFor(c, site, 'writeReview', typed);
    if (!(refusal instanceof Refusal)) return c.redirect(`${orderPath(secret, 'reviewed')}#reviews`, 303);
    sayWhenToRetry(c, refusal);
    return showReviewForm(c, site, { typed: { stars, text, name }, refusal });
  },
);

export async function sendReviewDeletion(c: SiteContext, site: Site) {
  const { secret = '', product } = c.req.param();
  const result = await callFor(c, site, 'deleteReview', { secret, productId: product });
  if (!(result instanceof Refusal)) return c.redirect(`${orderPath(secret, 'unreviewed')}#reviews`, 303);
  return showRestPage(c, site, (context) => refusedOrderPage(context, result));
}

type Failure = { typed: Record<string, string>; refusal: Refusal };

export function showReviewForm(c: SiteContext, site: Site, failure?: Failure): Promise<Response> {
  const { secret = '', product: productId } = c.req.param();
  return showRestPage(c, site, async (context) => {
    const { t } = context;
    const read = await callFor(c, site, 'listOrderReviews', { secret });
    if (read instanceof Refusal) return refusedOrderPage(context, read);
    const product = read.products.find((each) => each.productId === productId);
    if (!product) {
      const reason = read.products.length > 0 ? 'noProduct' : 'notDelivered';
      return refusedOrderPage(context, new Refusal('not-found', { key: `reviewForm.${reason}` }));
    }
    const said = failure && refusalInWords(failure.refusal, t);
    const errors = said && (said.details?.fields ?? { form: said.message });
    const title = t('reviewForm.title', { name: product.name });
    return {
      face: 'site',
      status: failure ? statusOf(failure.refusal) : 200,
      metadata: { title, description: title, keywords: t('checkoutPage.keywords'), noindex: true },
      body: <ReviewForm {...{ t, secret, product, errors }} typed={failure?.typed} />,
    };
  });
}

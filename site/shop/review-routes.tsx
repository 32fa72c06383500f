import { Refusal, refusalInWords } from '../../functions/define.ts';
import { call } from '../../functions/list.ts';
import { orderPath } from '../../paths/paths.ts';
import { isRefused } from '../../server/http/read-body.ts';
import { showPage } from '../document/show-page.tsx';
import { formNotRead } from '../document/system.tsx';
import { readTypedForm } from '../http/forms.ts';
import { sayWhenToRetry, statusOf } from '../http/send-file.ts';
import type { Site } from '../http/site.ts';
import { readVisitor, type SiteContext } from '../http/visitor.ts';
import { refusedOrderPage } from './order-routes.tsx';
import { ReviewForm } from './review-form.tsx';

/** GET /order/{secret}/reviews/{product}: the form, with what the buyer wrote before. */
export function showReviewForm(site: Site) {
  return (c: SiteContext) => showForm(c, site);
}

/** POST to the same: what is refused comes back with all that was typed. */
export function sendReview(site: Site) {
  return async (c: SiteContext) => {
    const { secret = '', product } = c.req.param();
    const form = await readTypedForm(c);
    if (isRefused(form)) {
      const action = (label: string) => ({ label, href: c.req.path });
      return showPage(c, site, ({ t }) => formNotRead(t, form, action(t('screen.backToForm'))), 'rest');
    }
    const { caller } = await readVisitor(c, site);
    const { stars = '', text = '', name = '' } = form;
    const typed = { secret, productId: product, stars: stars ? Number(stars) : undefined, text, name };
    const result = await call('writeReview', caller, typed, site.services);
    if (!(result instanceof Refusal)) return c.redirect(`${orderPath(secret, 'reviewed')}#reviews`, 303);
    sayWhenToRetry(c, result);
    return showForm(c, site, { typed: { stars, text, name }, refusal: result });
  };
}

export function sendReviewDeletion(site: Site) {
  return async (c: SiteContext) => {
    const { secret = '', product } = c.req.param();
    const { caller } = await readVisitor(c, site);
    const result = await call('deleteReview', caller, { secret, productId: product }, site.services);
    if (!(result instanceof Refusal)) return c.redirect(`${orderPath(secret, 'unreviewed')}#reviews`, 303);
    return showPage(c, site, (context) => refusedOrderPage(context, result), 'rest');
  };
}

type Failure = { typed: Record<string, string>; refusal: Refusal };

function showForm(c: SiteContext, site: Site, failure?: Failure): Promise<Response> {
  const { secret = '', product: productId } = c.req.param();
  return showPage(
    c,
    site,
    async (context, { caller }) => {
      const { t } = context;
      const read = await call('listOrderReviews', caller, { secret }, site.services);
      if (read instanceof Refusal) return refusedOrderPage(context, read);
      const product = read.products.find((each) => each.productId === productId);
      if (!product) {
        const reason = read.products.length > 0 ? 'noProduct' : 'notDelivered';
        return refusedOrderPage(context, new Refusal('not-found', { key: `reviewForm.${reason}` }));
      }
      const said = failure && refusalInWords(failure.refusal, t);
      const title = t('reviewForm.title', { name: product.name });
      return {
        face: 'site',
        status: failure ? statusOf(failure.refusal) : 200,
        metadata: { title, description: title, keywords: t('checkoutPage.keywords'), noindex: true },
        body: (
          <ReviewForm
            {...{ t, secret, product }}
            typed={failure?.typed}
            errors={said && (said.details?.fields ?? { form: said.message })}
          />
        ),
      };
    },
    'rest',
  );
}

import { allStars, maxReviewLength } from '../../domain/reviews/contract/limits.ts';
import type { ReviewedProduct } from '../../domain/reviews/contract/schema.ts';
import { maxPersonNameLength } from '../../domain/texts/contract/limits.ts';
import { Refusal } from '../../functions/define.ts';
import type { Translations } from '../../language/create-translations.ts';
import { deleteReviewPath, orderPath, reviewPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Radio, TextArea, TextField } from '../../ui/fields.tsx';
import { LinkLine } from '../document/link-line.tsx';
import { showRestPage } from '../document/show-page.tsx';
import { onForm } from '../document/system.tsx';
import { errorsOf } from '../http/send-file.ts';
import { callFor, type SiteContext } from '../http/visitor.ts';
import { ShopsAnswer } from '../pages/published-reviews.tsx';
import { refusedOrderPage } from './order-routes.tsx';

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

type FormProps = {
  t: Translations;
  secret: string;
  product: ReviewedProduct;
  typed: Record<string, string> | undefined;
  errors: Record<string, string> | undefined;
};

function ReviewForm({ t, secret, product: { productId, name, review }, typed, errors }: FormProps) {
  const values = typed ?? { stars: String(review?.stars ?? ''), text: review?.text ?? '', name: review?.name ?? '' };
  const field = (name: 'text' | 'name') => ({
    name,
    label: t(`reviewForm.${name}`),
    hint: t(`reviewForm.${name}Hint`),
    defaultValue: values[name],
    error: errors?.[name],
  });
  return (
    <div className="wrap grid max-w-2xl grid-cols-1 gap-6 py-8">
      <h1 className="wrap-anywhere">{t('reviewForm.title', { name })}</h1>
      {errors && <Alert tone="error" text={errors.form ?? t('reviewForm.again')} />}
      {review && !typed && <StateOfReview t={t} review={review} />}
      <form method="post" action={reviewPath(secret, productId)} noValidate className="grid grid-cols-1 gap-6">
        <fieldset aria-describedby={errors?.stars && 'stars-error'}>
          <legend className="mb-2 font-bold">{t('reviewForm.stars')}</legend>
          {errors?.stars && (
            <p id="stars-error" className="field-error">
              {errors.stars}
            </p>
          )}
          {allStars.map((stars) => (
            <Radio key={stars} name="stars" value={stars} defaultChecked={values.stars === String(stars)}>
              {t('reviewForm.starsWords', { stars })}
            </Radio>
          ))}
        </fieldset>
        <TextArea {...field('text')} rows={6} maxLength={maxReviewLength} />
        <TextField {...field('name')} autoComplete="nickname" maxLength={maxPersonNameLength} />
        <p>{t('reviewForm.howItGoes')}</p>
        <Button className="justify-self-start">{t('reviewForm.send')}</Button>
      </form>
      {review && (
        <details>
          <summary className="min-h-12 cursor-pointer font-bold">{t('reviewForm.deleteTitle')}</summary>
          <form method="post" action={deleteReviewPath(secret, productId)} className="grid grid-cols-1 gap-4">
            <p>{t('reviewForm.deleteText')}</p>
            <Button variant="danger" className="justify-self-start">
              {t('reviewForm.delete')}
            </Button>
          </form>
        </details>
      )}
      <LinkLine href={orderPath(secret)}>{t('orderPage.back')}</LinkLine>
    </div>
  );
}

type Review = NonNullable<ReviewedProduct['review']>;

function StateOfReview({ t, review: { state, refusal, answer } }: { t: Translations; review: Review }) {
  return (
    <>
      <Alert tone={state === 'refused' ? 'error' : 'success'} title={t('reviewForm.state', { state })}>
        {refusal && <p className="whitespace-pre-line wrap-anywhere">{refusal}</p>}
      </Alert>
      {answer && <ShopsAnswer t={t} answer={answer} />}
    </>
  );
}

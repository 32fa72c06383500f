import { allStars, maxReviewLength, type ReviewedProduct } from '../../domain/reviews/contract/schema.ts';
import { maxPersonNameLength } from '../../domain/texts/contract/limits.ts';
import type { Translations } from '../../language/create-translations.ts';
import { deleteReviewPath, orderPath, reviewPath } from '../../paths/paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { ShopsAnswer } from '../pages/published-reviews.tsx';

type FormProps = {
  t: Translations;
  secret: string;
  product: ReviewedProduct;
  typed: Record<string, string> | undefined;
  errors: Record<string, string> | undefined;
};

export function ReviewForm({ t, secret, product: { productId, name, review }, typed, errors }: FormProps) {
  const values = typed ?? { stars: String(review?.stars ?? ''), text: review?.text ?? '', name: review?.name ?? '' };
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
            <label key={stars} className="flex min-h-12 items-center gap-3 py-1">
              <input
                type="radio"
                name="stars"
                value={stars}
                defaultChecked={values.stars === String(stars)}
                className="size-6 min-h-0 flex-none accent-home"
              />
              {t('reviewForm.starsWords', { stars })}
            </label>
          ))}
        </fieldset>
        <TextArea
          name="text"
          label={t('reviewForm.text')}
          hint={t('reviewForm.textHint')}
          rows={6}
          maxLength={maxReviewLength}
          defaultValue={values.text}
          {...(errors?.text && { error: errors.text })}
        />
        <TextField
          name="name"
          label={t('reviewForm.name')}
          hint={t('reviewForm.nameHint')}
          autoComplete="nickname"
          maxLength={maxPersonNameLength}
          defaultValue={values.name}
          {...(errors?.name && { error: errors.name })}
        />
        <p>{t('reviewForm.howItGoes')}</p>
        <p>
          <Button>{t('reviewForm.send')}</Button>
        </p>
      </form>
      {review && (
        <details>
          <summary className="min-h-12 cursor-pointer font-bold">{t('reviewForm.deleteTitle')}</summary>
          <form method="post" action={deleteReviewPath(secret, productId)} className="grid grid-cols-1 gap-4">
            <p>{t('reviewForm.deleteText')}</p>
            <p>
              <Button variant="danger">{t('reviewForm.delete')}</Button>
            </p>
          </form>
        </details>
      )}
      <p>
        <a href={orderPath(secret)}>{t('orderPage.back')}</a>
      </p>
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

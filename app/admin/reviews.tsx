import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  type ModeratedReview,
  maxAnswerLength,
  maxRefusalLength,
  type ReviewState,
  reviewStates,
} from '../../domain/reviews/contract/schema.ts';
import { textIn } from '../../domain/shop/contract/product.ts';
import { adminReviewsPath, tableFilePath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { useReadOn } from '../data/long-lists.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { whenOf } from '../widgets/dates.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ReadOn } from '../widgets/read-on.tsx';
import { AdminOnly } from './admin-only.tsx';
import { openWhenProved } from './admin-table.tsx';
import { readReviews, reviewLists } from './shop-queries.ts';

/** What buyers wrote: what waits for the administrator, what is published, and what was refused. */
export function AdminReviews() {
  const [params] = useSearchParams();
  const state = reviewStates.find((each) => each === params.get('state')) ?? 'waiting';
  return (
    <AdminOnly>
      <div className="mx-auto grid max-w-2xl gap-6">
        <Reviews state={state} />
      </div>
    </AdminOnly>
  );
}

function Reviews({ state }: { state: ReviewState }) {
  const t = useWords();
  return (
    <>
      <PageHeading>{t('reviewAdmin.title')}</PageHeading>
      <nav aria-label={t('reviewAdmin.title')} className="flex flex-wrap gap-3">
        {reviewStates.map((each) => (
          <LinkButton
            key={each}
            href={adminReviewsPath(each === 'waiting' ? undefined : each)}
            variant={each === state ? 'primary' : 'secondary'}
            aria-current={each === state ? 'page' : undefined}
          >
            {t('reviewAdmin.list', { state: each })}
          </LinkButton>
        ))}
      </nav>
      <LinkButton
        href={tableFilePath('reviews', { state })}
        variant="secondary"
        className="justify-self-start"
        download
        onClick={openWhenProved}
      >
        {t('table.download')}
      </LinkButton>
      <Rows key={state} state={state} />
    </>
  );
}

function Rows({ state }: { state: ReviewState }) {
  const t = useWords();
  const reviews = useQuery(reviewLists[state]);
  const reading = useReadOn(reviewLists[state], (request) => readReviews(request, state));
  return (
    <Loaded query={reviews} failure={t('reviewAdmin.failed')}>
      {(list) => (
        <>
          {list.rows.length === 0 && <p>{t('reviewAdmin.none', { state })}</p>}
          <ul className="grid gap-3">
            {list.rows.map((review) => (
              <li key={review.id} className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
                <Review review={review} />
              </li>
            ))}
          </ul>
          <ReadOn label={t('reviewAdmin.more')} list={list} reading={reading} />
        </>
      )}
    </Loaded>
  );
}

function Review({ review }: { review: ModeratedReview }) {
  const t = useWords();
  const client = useQueryClient();
  const { id, version, stars, text, name, state, refusal, answer, productNames, orderNumber, language } = review;
  const changed = () => client.invalidateQueries({ queryKey: ['reviews'] });
  const publish = useMutation({ mutationFn: () => callFunction('publishReview', { id, version }), onSettled: changed });
  return (
    <>
      <h2 className="wrap-anywhere">
        <bdi>{textIn(productNames, t.language)}</bdi>
      </h2>
      <p className="font-bold">{t('reviewAdmin.stars', { stars })}</p>
      {text && (
        <p lang={language} dir="auto" className="whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      <p className="text-ink-soft">
        {name ? <bdi className="wrap-anywhere">{name}</bdi> : t('reviewAdmin.aBuyer')} ·{' '}
        {t('reviewAdmin.order', { number: String(orderNumber) })} ·{' '}
        <time dateTime={review.createdAt}>{whenOf(review.createdAt)}</time>
        {review.changedAt && <> · {t('reviewAdmin.changed', { when: whenOf(review.changedAt) })}</>}
      </p>
      {refusal && <Said title={t('reviewAdmin.refusal')} text={refusal} />}
      {answer && <Said title={t('reviewAdmin.answer')} text={answer} />}
      {publish.error && <Notice tone="error">{publish.error.message}</Notice>}
      <div className="flex flex-wrap gap-3">
        {state !== 'published' && (
          <Button type="button" disabled={publish.isPending} onClick={() => publish.mutate()}>
            {t('reviewAdmin.publish')}
          </Button>
        )}
        {state !== 'refused' && (
          <ConfirmButton
            label={t('reviewAdmin.refuse')}
            variant="danger"
            question={t('reviewAdmin.refuseQuestion')}
            verb={t('reviewAdmin.refuse')}
            fields={(wrong) => (
              <TextArea
                label={t('reviewAdmin.reason')}
                name="refusal"
                maxLength={maxRefusalLength}
                {...(wrong.refusal && { error: wrong.refusal })}
              />
            )}
            action={(typed) =>
              callFunction('refuseReview', { id, version, refusal: typed.refusal ?? '' }).then(changed)
            }
          >
            <p>{t('reviewAdmin.refuseText')}</p>
          </ConfirmButton>
        )}
        <ConfirmButton
          label={t('reviewAdmin.reply')}
          variant="secondary"
          question={t('reviewAdmin.replyQuestion')}
          verb={t('reviewAdmin.reply')}
          verbVariant="primary"
          fields={(wrong) => (
            <TextArea
              label={t('reviewAdmin.answer')}
              hint={t('reviewAdmin.answerHint')}
              name="answer"
              maxLength={maxAnswerLength}
              defaultValue={answer ?? ''}
              {...(wrong.answer && { error: wrong.answer })}
            />
          )}
          action={(typed) => callFunction('answerReview', { id, version, answer: typed.answer ?? '' }).then(changed)}
        >
          <p>{t('reviewAdmin.replyText')}</p>
        </ConfirmButton>
      </div>
    </>
  );
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div className="border-s-4 border-line ps-4">
      <p className="font-bold">{title}</p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {text}
      </p>
    </div>
  );
}

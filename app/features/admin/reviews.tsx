import { maxAnswerLength, maxRefusalLength, reviewStates } from '../../../domain/reviews/contract/limits.ts';
import type { ModeratedReview } from '../../../domain/reviews/contract/schema.ts';
import { textIn } from '../../../domain/shop/contract/product-kinds.ts';
import { TextArea } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { whenOf } from '../../widgets/dates.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Acts, useActs, When, Words } from './admin-page.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { adminKeys } from './queries.ts';

export function AdminReviews() {
  const labelOf = (state: string) => t('reviewAdmin.list', { state: state as ModeratedReview['state'] });
  const columns: Column<'listReviews'>[] = [
    {
      label: t('reports.time'),
      sort: 'time',
      cell: ({ createdAt, changedAt }) => (
        <>
          <When at={createdAt} />
          {changedAt && <p className="text-ink-soft">{t('reviewAdmin.changed', { when: whenOf(changedAt) })}</p>}
        </>
      ),
    },
    {
      label: t('tableFile.product'),
      cell: ({ productNames, orderNumber }) => (
        <div className="wrap-anywhere lg:min-w-40">
          <bdi>{textIn(productNames, t.language)}</bdi>
          <p className="text-ink-soft">{t('reviewAdmin.order', { number: String(orderNumber) })}</p>
        </div>
      ),
    },
    { label: t('tableFile.stars'), sort: 'stars', cell: ({ stars }) => t('reviewAdmin.stars', { stars }) },
    { label: t('reports.words'), cell: (review) => <Written review={review} /> },
    { label: t('reports.acts'), cell: (review) => <ReviewActs review={review} /> },
  ];
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading>{t('reviewAdmin.title')}</PageHeading>
      <AdminTable
        name="reviews"
        caption={t('reviewAdmin.title')}
        searchHint={t('reviewAdmin.searchHint')}
        columns={columns}
        states={{
          label: t('reports.state'),
          all: labelOf('waiting'),
          values: reviewStates.filter((state) => state !== 'waiting'),
          labelOf,
        }}
        list="listReviews"
        none={t('reviewAdmin.none')}
        live
      />
    </div>
  );
}

function Written({ review: { text, language, name, refusal, answer } }: { review: ModeratedReview }) {
  return (
    <div className="grid gap-3 md:min-w-48 lg:min-w-60">
      {text && <Words language={language}>{text}</Words>}
      <p className="text-ink-soft">{name ? <bdi className="wrap-anywhere">{name}</bdi> : t('reviewAdmin.aBuyer')}</p>
      {refusal && <Said title={t('reviewAdmin.refusal')} text={refusal} />}
      {answer && <Said title={t('reviewAdmin.answer')} text={answer} />}
    </div>
  );
}

function ReviewActs({ review: { id, version, state, answer } }: { review: ModeratedReview }) {
  const changes = [adminKeys.needs];
  const { button, failure } = useActs({ changes, always: true });
  const publish = () => callFunction('publishReview', { id, version });
  return (
    <>
      {failure}
      <Acts className="lg:min-w-56">
        {state !== 'published' && button(t('reviewAdmin.publish'), publish, 'primary')}
        {state !== 'refused' && (
          <ConfirmButton
            label={t('reviewAdmin.refuse')}
            variant="danger"
            question={t('reviewAdmin.refuseQuestion')}
            fields={({ field }) => (
              <TextArea label={t('reviewAdmin.reason')} {...field('refusal')} maxLength={maxRefusalLength} />
            )}
            text={t('reviewAdmin.refuseText')}
            changes={changes}
            action={({ refusal = '' }) => callFunction('refuseReview', { id, version, refusal })}
          />
        )}
        <ConfirmButton
          label={t('reviewAdmin.reply')}
          question={t('reviewAdmin.replyQuestion')}
          verbVariant="primary"
          fields={({ field }) => (
            <TextArea
              label={t('reviewAdmin.answer')}
              hint={t('reviewAdmin.answerHint')}
              {...field('answer')}
              maxLength={maxAnswerLength}
              defaultValue={answer ?? ''}
            />
          )}
          text={t('reviewAdmin.replyText')}
          changes={changes}
          action={(typed) => callFunction('answerReview', { id, version, answer: typed.answer ?? '' })}
        />
      </Acts>
    </>
  );
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div className="border-s-4 border-line ps-4">
      <p className="font-bold">{title}</p>
      <Words>{text}</Words>
    </div>
  );
}

import { useState } from 'react';
import { tagsOfPart } from '../../../domain/items/contract/limits.ts';
import type { TagBatch as Batch } from '../../../domain/items/contract/tag-batch.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { adminOrdersPath, adminTagsPath, tagBatchFilePath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { whenOf } from '../../widgets/dates.ts';
import { Facts } from '../../widgets/facts.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { usualSheet } from '../print/paper-choice.tsx';
import { SheetChoice, useSheets } from '../print/sheets.tsx';
import { Section, Subject } from './admin-page.tsx';
import { openWhenProved } from './proved-files.tsx';
import { adminKeys, tagBatchQuery } from './queries.ts';

type Details = FunctionOutput<'getTagBatch'>;

const refreshMs = 1_000;
const file = { download: true, onClick: openWhenProved };
const counts = ['blank', 'active', 'retired', 'frozen'] as const;
const changes = [adminKeys.tagBatch, adminKeys.tables, adminKeys.orders];

export function TagBatchScreen({ id }: { id: string }) {
  return (
    <Subject
      back={{ label: t('tagAdmin.title'), href: adminTagsPath() }}
      query={{
        ...tagBatchQuery(id),
        refetchInterval: ({ state: { data } }) => data?.state === 'making' && refreshMs,
      }}
      failure={t('tagAdmin.failed')}
    >
      {(batch) => (
        <>
          <PageHeading className="wrap-anywhere">{batch.name || t('tagAdmin.nameless')}</PageHeading>
          <p className="text-xl font-bold" role="status">
            <TagBatchProgress batch={batch} />
          </p>
          {batch.note && (
            <p className="whitespace-pre-line wrap-anywhere" dir="auto">
              {batch.note}
            </p>
          )}
          <Facts
            facts={{
              [t('tagAdmin.begun')]: whenOf(batch.createdAt),
              ...Object.fromEntries(counts.map((of) => [t(`tagAdmin.${of}`), t('admin.count', { count: batch[of] })])),
            }}
          />
          {batch.state === 'making' ? (
            <ConfirmButton
              label={t('tagAdmin.stop')}
              variant="danger"
              question={t('tagAdmin.stopQuestion')}
              text={t('tagAdmin.stopText')}
              changes={changes}
              action={() => callFunction('cancelTagBatch', { id })}
            />
          ) : (
            batch.made > 0 && <Files batch={batch} />
          )}
          <ForOrder batch={batch} />
        </>
      )}
    </Subject>
  );
}

export function TagBatchProgress({ batch: { state, made, count } }: { batch: Batch }) {
  if (state === 'made') return t('tagAdmin.allMade', { count });
  if (state === 'stopped') return t('tagAdmin.stopped', { made, count });
  return (
    <span className="grid gap-1">
      {t('tagAdmin.making', { made, count })}
      <progress
        className="w-full max-w-xl"
        value={made}
        max={count}
        aria-label={t('tagAdmin.making', { made, count })}
      />
    </span>
  );
}

/** The list of all its codes; a thousand of its tags at a time as sheets or as pictures. */
function Files({ batch: { id, made } }: { batch: Details }) {
  const sheets = useSheets();
  const [sheet, setSheet] = useState<string>(usualSheet);
  const [part, setPart] = useState('1');
  const parts = Array.from({ length: Math.ceil(made / tagsOfPart) }, (_, at) => ({
    value: String(at + 1),
    label: t('tagAdmin.partOf', { first: at * tagsOfPart + 1, last: Math.min((at + 1) * tagsOfPart, made) }),
  }));
  return (
    <Section id="files" title={t('tagAdmin.files')} className="grid max-w-xl grid-cols-1 gap-4">
      <SheetChoice options={sheets.options} chosen={sheet} onChoose={setSheet} />
      {parts.length > 1 && (
        <Select
          label={t('tagAdmin.part')}
          name="part"
          options={parts}
          value={part}
          onChange={({ target }) => setPart(target.value)}
        />
      )}
      <p className="flex flex-wrap gap-3">
        <LinkButton href={tagBatchFilePath(id, 'tags.pdf', { sheet, part })} {...file}>
          {t('tagAdmin.pdf')}
        </LinkButton>
        <LinkButton href={tagBatchFilePath(id, 'tags.zip', { sheet, part })} variant="secondary" {...file}>
          {t('tagAdmin.svg')}
        </LinkButton>
        <LinkButton href={tagBatchFilePath(id, 'tags.csv')} variant="secondary" {...file}>
          {t('tagAdmin.csv')}
        </LinkButton>
      </p>
      <p>{t('tagAdmin.csvText')}</p>
    </Section>
  );
}

function ForOrder({ batch: { id, order, state } }: { batch: Details }) {
  if (order)
    return (
      <p>
        <a href={adminOrdersPath(order.id)}>{t('orderAdmin.order', { number: String(order.number) })}</a>
      </p>
    );
  if (state === 'making') return null;
  return (
    <ConfirmButton
      label={t('tagAdmin.assign')}
      question={t('tagAdmin.assignQuestion')}
      verb={t('tagAdmin.assignVerb')}
      verbVariant="primary"
      fields={({ field }) => (
        <TextField
          label={t('tagAdmin.orderNumber')}
          {...field('order')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
        />
      )}
      text={t('tagAdmin.assignText')}
      changes={changes}
      action={({ order = '' }) => callFunction('assignTagBatch', { id, order: wholeNumberIn(order) })}
    />
  );
}

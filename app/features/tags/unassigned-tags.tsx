import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { maxUnassignedTags } from '../../../domain/items/contract/limits.ts';
import type { WaitingTag } from '../../../domain/items/contract/schema.ts';
import { activatePath, printUnassignedTagsPath, qrPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { type LongList, longListQuery, type PageRequest, useLoadMore } from '../../core/data/long-lists.ts';
import { useChange, useKeyOf } from '../../core/data/use-change.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Failure, Submit, useForm } from '../../widgets/form.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';

type Row = WaitingTag & { id: string };

const unassignedTagsQuery = { ...longListQuery(['blank-tags'], readUnassignedTags), meta: { notCached: true } };

export function UnassignedTags() {
  const t = useTranslations();
  const tags = useQuery(unassignedTagsQuery);
  const reading = useLoadMore(unassignedTagsQuery, readUnassignedTags);
  useKeepFocus();
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('unassignedTags.title')}</PageHeading>
        <p className="text-ink-soft">{t('unassignedTags.lead')}</p>
      </div>
      <MakeUnassignedTags />
      <Loaded query={tags} failure={t('unassignedTags.failed')}>
        {(list) => (
          <>
            <p role="status">
              {t(list.next ? 'unassignedTags.firstCounted' : 'unassignedTags.counted', { count: list.rows.length })}
            </p>
            {(list.next || list.rows.some(({ ordered }) => !ordered)) && (
              <LinkButton href={printUnassignedTagsPath()} variant="secondary" className="justify-self-start">
                {t('unassignedTags.print')}
              </LinkButton>
            )}
            <ul className="grid gap-3">
              {list.rows.map((tag) => (
                <Line key={tag.id} tag={tag} />
              ))}
            </ul>
            <LoadMore label={t('unassignedTags.more')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function MakeUnassignedTags() {
  const t = useTranslations();
  const keyOf = useKeyOf();
  const [latest, setLatest] = useState('');
  const make = useChange(
    // The same number again makes further tags, once the first are there.
    (count: number) => callFunction('makeUnassignedTags', { count, key: keyOf({ count, latest }) }),
    { changes: [unassignedTagsQuery.queryKey], onSuccess: ({ batch }) => setLatest(batch) },
  );
  const { ref, onSubmit, errors, failure } = useForm(make, { read: ({ count = '' }) => wholeNumberIn(count) });
  return (
    <form ref={ref} onSubmit={onSubmit} className="grid items-end gap-3 sm:grid-cols-[1fr_auto]" noValidate>
      <TextField
        label={t('unassignedTags.count', { most: maxUnassignedTags })}
        name="count"
        inputMode="numeric"
        defaultValue="10"
        error={errors.count}
      />
      <Submit of={make} busy={t('unassignedTags.making')}>
        {t('unassignedTags.make')}
      </Submit>
      <Failure error={failure} />
    </form>
  );
}

function Line({ tag: { code, hash, ordered } }: { tag: Row }) {
  const t = useTranslations();
  return (
    <li className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
      <CodeGroups code={code} />
      {ordered && <p className="text-ink-soft">{t('unassignedTags.ordered')}</p>}
      <div className="flex flex-wrap gap-3">
        <LinkButton href={activatePath(code)}>{t('unassignedTags.name')}</LinkButton>
        {!ordered && (
          <LinkButton href={qrPath(hash, 'svg')} download={`tag-${code}.svg`} variant="secondary">
            {t('unassignedTags.download')}
          </LinkButton>
        )}
        <ConfirmButton
          label={t('unassignedTags.retire')}
          question={t('unassignedTags.retireQuestion')}
          verb={t('unassignedTags.retireForGood')}
          changes={[unassignedTagsQuery.queryKey]}
          action={() => callFunction('retireUnassignedTag', { code })}
          text={t('unassignedTags.retireWarning')}
        />
      </div>
    </li>
  );
}

async function readUnassignedTags(request: PageRequest): Promise<LongList<Row>> {
  const { tags, next } = await callFunction('listUnassignedTags', request);
  return { rows: tags.map((tag) => ({ ...tag, id: tag.code })), next };
}

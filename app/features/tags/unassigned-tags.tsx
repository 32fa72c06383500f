import { useState } from 'react';
import { maxUnassignedTags } from '../../../domain/items/contract/limits.ts';
import type { WaitingTag } from '../../../domain/items/contract/schema.ts';
import { activatePath, printUnassignedTagsPath, qrPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { onlineListQuery } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Failure, Submit, useChange, useForm, useKeyOf } from '../../widgets/form.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { PagedList } from '../../widgets/loaded.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { LeadPage } from '../../widgets/page-heading.tsx';

const unassignedTagsQuery = onlineListQuery(['blank-tags'], 'listUnassignedTags', {}, ({ code }) => code);

export function UnassignedTags() {
  useKeepFocus();
  return (
    <LeadPage title={t('unassignedTags.title')} lead={t('unassignedTags.lead')}>
      <MakeUnassignedTags />
      <PagedList of={unassignedTagsQuery} failure={t('unassignedTags.failed')} more={t('unassignedTags.more')}>
        {(list, more) => (
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
            {more}
          </>
        )}
      </PagedList>
    </LeadPage>
  );
}

function MakeUnassignedTags() {
  const keyOf = useKeyOf();
  const [latest, setLatest] = useState('');
  const make = useChange(
    // The same number again makes further tags, once the first are there.
    (count: number) => callFunction('makeUnassignedTags', { count, key: keyOf({ count, latest }) }),
    { changes: [unassignedTagsQuery.queryKey], onSuccess: ({ batch }) => setLatest(batch) },
  );
  const { ref, onSubmit, field, failure } = useForm(make, { read: ({ count = '' }) => wholeNumberIn(count) });
  return (
    <form ref={ref} onSubmit={onSubmit} className="grid items-end gap-3 sm:grid-cols-[1fr_auto]" noValidate>
      <TextField
        label={t('unassignedTags.count', { most: maxUnassignedTags })}
        {...field('count')}
        inputMode="numeric"
        defaultValue="10"
      />
      <Submit of={make} busy={t('unassignedTags.making')}>
        {t('unassignedTags.make')}
      </Submit>
      <Failure error={failure} />
    </form>
  );
}

function Line({ tag: { code, hash, ordered } }: { tag: WaitingTag }) {
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { maxBlankTags } from '../../domain/items/contract/limits.ts';
import type { WaitingTag } from '../../domain/items/contract/schema.ts';
import { activatePath, printBlankTagsPath, qrPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { fieldErrors } from '../data/function-error.ts';
import { Loaded } from '../data/loaded.tsx';
import { type LongList, longListQuery, type PageRequest, useReadOn } from '../data/long-lists.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { formValues } from '../widgets/form-values.ts';
import { useKeepFocus } from '../widgets/keep-focus.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { ReadOn } from '../widgets/read-on.tsx';
import { wholeNumberIn } from '../widgets/whole-number-in.ts';

type Row = WaitingTag & { id: string };

const blankTagsQuery = { ...longListQuery(['blank-tags'], readBlankTags), meta: { notCached: true } };

export function BlankTags() {
  const t = useWords();
  const tags = useQuery(blankTagsQuery);
  const reading = useReadOn(blankTagsQuery, readBlankTags);
  useKeepFocus();
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('blankTags.title')}</PageHeading>
        <p className="text-ink-soft">{t('blankTags.lead')}</p>
      </div>
      <MakeBlankTags />
      <Loaded query={tags} failure={t('blankTags.failed')}>
        {(list) => (
          <>
            <p role="status">
              {list.next
                ? t('blankTags.firstCounted', { count: list.rows.length })
                : t('blankTags.counted', { count: list.rows.length })}
            </p>
            {(list.next || list.rows.some(({ ordered }) => !ordered)) && (
              <LinkButton href={printBlankTagsPath()} variant="secondary" className="justify-self-start">
                {t('blankTags.print')}
              </LinkButton>
            )}
            <ul className="grid gap-3">
              {list.rows.map((tag) => (
                <li key={tag.id} className="grid gap-3 rounded-card border-2 border-line bg-card p-4">
                  <Line tag={tag} />
                </li>
              ))}
            </ul>
            <ReadOn label={t('blankTags.more')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function MakeBlankTags() {
  const t = useWords();
  const client = useQueryClient();
  const keyOf = useKeyOf();
  const [latest, setLatest] = useState('');
  const make = useMutation({
    // The same number again means others, once the first are there.
    mutationFn: (count: number) => callFunction('makeBlankTags', { count, key: keyOf({ count, latest }) }),
    onSuccess: ({ batch }) => {
      setLatest(batch);
      client.invalidateQueries(blankTagsQuery);
    },
  });
  const errors = fieldErrors(make.error);
  return (
    <form
      onSubmit={(event) => make.mutate(wholeNumberIn(formValues(event).count ?? ''))}
      className="grid items-end gap-3 sm:grid-cols-[1fr_auto]"
      noValidate
    >
      <TextField
        label={t('blankTags.count', { most: maxBlankTags })}
        name="count"
        inputMode="numeric"
        defaultValue="10"
        error={errors.count}
      />
      <Button disabled={make.isPending}>{make.isPending ? t('blankTags.making') : t('blankTags.make')}</Button>
      {make.error && !errors.count && <Notice tone="error">{make.error.message}</Notice>}
    </form>
  );
}

function Line({ tag: { code, hash, ordered } }: { tag: Row }) {
  const t = useWords();
  const client = useQueryClient();
  const retire = async () => {
    await callFunction('retireBlankTag', { code });
    await client.invalidateQueries(blankTagsQuery);
  };
  return (
    <>
      <CodeGroups code={code} />
      {ordered && <p className="text-ink-soft">{t('blankTags.ordered')}</p>}
      <div className="flex flex-wrap gap-3">
        <LinkButton href={activatePath(code)}>{t('blankTags.name')}</LinkButton>
        {!ordered && (
          <LinkButton href={qrPath(hash, 'svg')} download={`tag-${code}.svg`} variant="secondary">
            {t('blankTags.download')}
          </LinkButton>
        )}
        <ConfirmButton
          label={t('blankTags.retire')}
          variant="secondary"
          question={t('blankTags.retireQuestion')}
          verb={t('blankTags.retireForGood')}
          action={retire}
        >
          <p>{t('blankTags.retireWarning')}</p>
        </ConfirmButton>
      </div>
    </>
  );
}

async function readBlankTags(request: PageRequest): Promise<LongList<Row>> {
  const { tags, next } = await callFunction('listBlankTags', request);
  return { rows: tags.map((tag) => ({ ...tag, id: tag.code })), next };
}

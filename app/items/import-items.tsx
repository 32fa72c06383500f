import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CheckedLine } from '../../domain/items/contract/item-file.ts';
import { maxItemFileMegabytes, maxItemFileRows } from '../../domain/items/contract/limits.ts';
import { itemsPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { itemsQuery } from '../data/queries.ts';
import { FileButton } from '../files/file-button.tsx';
import { uploadFile } from '../files/upload-file.ts';
import { PageHeading } from '../widgets/page-heading.tsx';

/** Many items at once: first what would be added is shown, then it is added. */
export function ImportItems() {
  const t = useWords();
  const client = useQueryClient();
  const [pasted, setPasted] = useState('');
  const check = useMutation({
    mutationFn: async (file: Blob) => ({ file, ...(await uploadFile('checkItemFile', {}, file)) }),
  });
  const add = useMutation({
    mutationFn: (file: Blob) => uploadFile('importItems', {}, file),
    onSuccess: () => client.invalidateQueries(itemsQuery),
  });
  const open = (file: Blob) => {
    add.reset();
    check.mutate(file);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(new Blob([pasted]));
  };
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('importItems.title')}</PageHeading>
        <p className="text-ink-soft">{t('importItems.lead')}</p>
      </div>
      <p>
        {t('importItems.columns', {
          name: t('itemFile.name'),
          category: t('itemFile.category'),
          note: t('itemFile.note'),
          other: t('category.other'),
          finderSees: t('itemFile.finderSees'),
        })}
      </p>
      <p>
        {t('importItems.notTaken')} {t('importItems.limits', { rows: maxItemFileRows, most: maxItemFileMegabytes })}
      </p>
      <div>
        <FileButton label={t('importItems.choose')} accept=".csv,.tsv,.txt,text/csv" onFile={open} />
      </div>
      <form onSubmit={submit} className="grid gap-3" noValidate>
        <TextArea
          label={t('importItems.paste')}
          name="pasted"
          rows={5}
          value={pasted}
          onChange={(event) => setPasted(event.target.value)}
        />
        <Button variant="secondary" disabled={check.isPending || pasted.trim() === ''} className="justify-self-start">
          {check.isPending ? t('importItems.checking') : t('importItems.check')}
        </Button>
      </form>
      {check.error && (
        <Notice tone="error" title={t('importItems.notRead')}>
          <p>{check.error.message}</p>
        </Notice>
      )}
      {add.data ? (
        <Notice tone="success" title={t('importItems.added', { count: add.data.added })}>
          <LinkButton href={itemsPath()} variant="secondary">
            {t('importItems.toItems')}
          </LinkButton>
        </Notice>
      ) : (
        check.data && (
          <section className="grid gap-4" aria-labelledby="preview">
            <h2 id="preview">{t('importItems.preview')}</h2>
            <p role="status">
              {t('importItems.counted', { addable: check.data.addable, all: check.data.lines.length })}
            </p>
            {check.data.unknownColumns.length > 0 && (
              <Notice title={t('importItems.unknown', { count: check.data.unknownColumns.length })}>
                <ul className="list-disc ps-6">
                  {check.data.unknownColumns.map((title, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title.
                    <li key={index} className="wrap-anywhere">
                      <bdi>{title || t('importItems.untitled')}</bdi>
                    </li>
                  ))}
                </ul>
                <p>{t('importItems.unknownHint', { count: check.data.unknownColumns.length })}</p>
              </Notice>
            )}
            {add.error && (
              <Notice tone="error" title={t('importItems.notAdded')}>
                <p>{add.error.message}</p>
              </Notice>
            )}
            {check.data.addable > 0 && (
              <Button
                type="button"
                disabled={add.isPending}
                onClick={() => add.mutate(check.data.file)}
                className="justify-self-start"
              >
                {add.isPending ? t('importItems.adding') : t('importItems.add', { count: check.data.addable })}
              </Button>
            )}
            <Lines lines={check.data.lines} />
          </section>
        )
      )}
    </div>
  );
}

function Lines({ lines }: { lines: CheckedLine[] }) {
  const t = useWords();
  return (
    <ol className="grid gap-3">
      {lines.map(({ line, name, category, note, more, problems, remarks }) => (
        <li
          key={line}
          className="grid gap-1 rounded-card border-2 border-line bg-card px-4 py-3 [contain-intrinsic-size:auto_6rem] [content-visibility:auto]"
        >
          <p className="text-[0.9375rem] text-ink-soft">{t('importItems.line', { line })}</p>
          <p className="wrap-anywhere">
            <bdi className="font-[650]">{name}</bdi> · {category}
          </p>
          {note && <p className="text-ink-soft wrap-anywhere whitespace-pre-line">{note}</p>}
          {more.map(({ column, text }) => (
            <p key={column} className="text-[0.9375rem] text-ink-soft wrap-anywhere">
              {t('importItems.more', { column, text })}
            </p>
          ))}
          {remarks.map(({ column, problem }) => (
            <p key={`${column} ${problem}`} className="wrap-anywhere">
              {column ? t('importItems.more', { column, text: problem }) : problem}
            </p>
          ))}
          {problems.map(({ column, problem }) => (
            <p key={`${column} ${problem}`} className="field-error">
              {column ? t('importItems.more', { column, text: problem }) : problem}
            </p>
          ))}
        </li>
      ))}
    </ol>
  );
}

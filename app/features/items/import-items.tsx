import { type FormEvent, useState } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import type { FileEncoding } from '../../../domain/items/contract/item-file.ts';
import { maxItemFileMegabytes, maxItemFileRows } from '../../../domain/items/contract/limits.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { itemsPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, Button, LinkButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { itemsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { uploadFile } from '../../core/files/files.ts';
import { FileButton } from '../../widgets/file-button.tsx';
import { Failure, useChange } from '../../widgets/form.tsx';
import { LeadPage } from '../../widgets/page-heading.tsx';
import { CheckedLines, EncodingChoice, isChoice } from './checked-lines.tsx';

type Opened = { file: Blob; encoding?: FileEncoding };
type Checked = { file: Blob; key: string } & FunctionOutput<'checkItemFile'>;

export function ImportItems() {
  const [pasted, setPasted] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [checked, setChecked] = useState<Checked>();
  const check = useChange(
    async ({ file, encoding }: Opened): Promise<Checked> => ({
      file,
      key: newIdempotencyKey(),
      ...(await uploadFile('checkItemFile', encoding ? { encoding } : {}, file)),
    }),
    { onSuccess: setChecked },
  );
  const add = useChange(
    ({ file, encoding, key }: Required<Opened> & { key: string }) => {
      const choice = chosen.size > 0 && { chosen: { lines: [...chosen], key } };
      return uploadFile('importItems', { encoding, ...choice }, file);
    },
    { changes: [itemsQuery.queryKey] },
  );
  const open = (file: Blob, encoding?: FileEncoding) => {
    add.reset();
    setChosen(new Set());
    // With another encoding the old preview stays until the new one comes, because its choice has the focus.
    if (!encoding) setChecked(undefined);
    check.mutate({ file, ...(encoding && { encoding }) });
  };
  const choose = (lines: number[], isChosen: boolean) =>
    setChosen((before) => new Set([...before].filter((line) => !lines.includes(line)).concat(isChosen ? lines : [])));
  const choices = checked?.lines.filter(isChoice).map(({ line }) => line) ?? [];
  const count = (checked?.addable ?? 0) + chosen.size;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open(new Blob([pasted]));
  };
  return (
    <LeadPage title={t('importItems.title')} lead={t('importItems.lead')}>
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
        <FileButton label={t('importItems.choose')} accept=".csv,.tsv,.txt,text/csv" onFile={(file) => open(file)} />
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
      <Failure error={check.error} title={t('importItems.notRead')} />
      {add.data ? (
        <Alert tone="success" title={t('importItems.added', { count: add.data.added })}>
          <LinkButton href={itemsPath()} variant="secondary">
            {t('importItems.toItems')}
          </LinkButton>
        </Alert>
      ) : (
        checked && (
          <section className="grid gap-4" aria-labelledby="preview">
            <h2 id="preview">{t('importItems.preview')}</h2>
            {checked.isGuessed && (
              <EncodingChoice
                sample={checked.sample}
                encoding={(check.isPending && check.variables.encoding) || checked.encoding}
                onChoose={(encoding) => open(checked.file, encoding)}
              />
            )}
            <p role="status">{t('importItems.counted', { addable: checked.addable, all: checked.lines.length })}</p>
            {checked.unknownColumns.length > 0 && (
              <Alert title={t('importItems.unknown', { count: checked.unknownColumns.length })}>
                <ul className="list-disc ps-6">
                  {checked.unknownColumns.map((title, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title.
                    <li key={index} className="wrap-anywhere">
                      <bdi>{title || t('importItems.untitled')}</bdi>
                    </li>
                  ))}
                </ul>
                <p>{t('importItems.unknownHint', { count: checked.unknownColumns.length })}</p>
              </Alert>
            )}
            <Failure error={add.error} title={t('importItems.notAdded')} />
            {choices.length > 0 && (
              <Alert title={t('importItems.doubtful', { count: choices.length })}>
                <ActionButton disabled={choices.length === chosen.size} onClick={() => choose(choices, true)}>
                  {t('importItems.chooseAll')}
                </ActionButton>
              </Alert>
            )}
            {count > 0 && (
              <Button
                type="button"
                disabled={add.isPending || check.isPending}
                onClick={() => add.mutate(checked)}
                className="justify-self-start"
              >
                {add.isPending ? t('importItems.adding') : t('importItems.add', { count })}
              </Button>
            )}
            <CheckedLines
              lines={checked.lines}
              chosen={chosen}
              onChoose={(line, isChosen) => choose([line], isChosen)}
            />
          </section>
        )
      )}
    </LeadPage>
  );
}

import '../start/no-eval.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { printedTexts } from '../../domain/print/contract/schema.ts';
import { findSheet, placesOn, type SheetName } from '../../domain/print/contract/sheets.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { fieldErrors } from '../data/function-error.ts';
import { PageHeading } from '../widgets/page-heading.tsx';
import { fetchPdf } from './fetch-pdf.ts';
import { type Choice, ItemChoice } from './item-choice.tsx';
import { offsetsOf, readLastPrint, rememberPrint } from './last-print.ts';
import { SheetPicture } from './sheet-picture.tsx';
import { sheetOptions } from './sheet-words.ts';

const textLabels = { code: 'print.textsCode', name: 'print.textsName', note: 'print.textsNote' } as const;

/** Tags of one's items on a sheet of labels or plain paper, as a PDF. */
export function Print() {
  const t = useWords();
  const [params] = useSearchParams();
  const item = params.get('item');
  const [items, setItems] = useState<Choice>(params.has('blank') ? 'blank' : item ? [item] : 'all');
  const [last, setLast] = useState(readLastPrint);
  const [start, setStart] = useState('1');
  const [copies, setCopies] = useState('1');
  const sheet = findSheet(last.sheet);
  const offsets = offsetsOf(last, last.sheet);

  const pdf = useMutation({
    mutationFn: async ({ testPage }: { testPage: boolean }) => {
      rememberPrint(last);
      const { sheet, texts } = last;
      const numbers = { offsetX: numberIn(offsets.offsetX, 0), offsetY: numberIn(offsets.offsetY, 0) };
      const order = { sheet, texts, testPage, ...numbers, start: numberIn(start, 1), copies: numberIn(copies, 1) };
      return URL.createObjectURL(await fetchPdf({ ...order, items: testPage ? [] : items }));
    },
    onSuccess: download,
  });
  const errors = fieldErrors(pdf.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    pdf.mutate({ testPage: false });
  };
  const move = (change: Partial<typeof offsets>) =>
    setLast({ ...last, offsets: { ...last.offsets, [last.sheet]: { ...offsets, ...change } } });

  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('print.title')}</PageHeading>
        <p className="text-ink-soft">{t('print.lead')}</p>
      </div>
      <form onSubmit={submit} noValidate className="grid gap-6">
        <ItemChoice choice={items} error={errors.items} onChoose={setItems} />
        <TextField
          label={t('print.copies')}
          name="copies"
          inputMode="numeric"
          value={copies}
          onChange={(event) => setCopies(event.target.value)}
          error={errors.copies}
        />
        <Select
          label={t('print.sheet')}
          name="sheet"
          options={sheetOptions(t)}
          value={last.sheet}
          onChange={(event) => {
            setLast({ ...last, sheet: event.target.value as SheetName });
            setStart('1');
          }}
          error={errors.sheet}
        />
        {placesOn(sheet) > 1 && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              label={t('print.start')}
              hint={t('print.startHint')}
              name="start"
              inputMode="numeric"
              value={start}
              onChange={(event) => setStart(event.target.value)}
              error={errors.start}
            />
            <SheetPicture
              sheet={sheet}
              start={numberIn(start, 1)}
              tags={typeof items === 'string' ? placesOn(sheet) : items.length * numberIn(copies, 1)}
              onStart={(place) => setStart(String(place))}
            />
          </div>
        )}
        <Select
          label={t('print.texts')}
          name="texts"
          options={printedTexts.map((value) => ({ value, label: t(textLabels[value]) }))}
          value={last.texts}
          onChange={(event) => setLast({ ...last, texts: event.target.value as (typeof printedTexts)[number] })}
        />
        <details open={Boolean(errors.offsetX ?? errors.offsetY) || undefined}>
          <summary className="min-h-12 cursor-pointer font-[650]">{t('print.offsets')}</summary>
          <div className="grid gap-4">
            <p className="text-ink-soft">{t('print.offsetsHint')}</p>
            <TextField
              label={t('print.offsetX')}
              name="offsetX"
              inputMode="text"
              value={offsets.offsetX}
              onChange={(event) => move({ offsetX: event.target.value })}
              error={errors.offsetX}
            />
            <TextField
              label={t('print.offsetY')}
              name="offsetY"
              inputMode="text"
              value={offsets.offsetY}
              onChange={(event) => move({ offsetY: event.target.value })}
              error={errors.offsetY}
            />
          </div>
        </details>
        <p>{t('print.howTo')}</p>
        {pdf.error && (
          <Notice tone="error" title={t('print.failed')}>
            <p>{pdf.error.message}</p>
          </Notice>
        )}
        {pdf.data && (
          <Notice tone="success" title={t('print.ready')}>
            <LinkButton href={pdf.data} target="_blank" variant="secondary">
              {t('print.open')}
            </LinkButton>
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button disabled={pdf.isPending}>{pdf.isPending ? t('print.making') : t('print.make')}</Button>
          <Button
            type="button"
            variant="secondary"
            disabled={pdf.isPending}
            onClick={() => pdf.mutate({ testPage: true })}
          >
            {t('print.testPage')}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** With a comma or a point; what is no number is sent as none, and refused in words. */
function numberIn(typed: string, empty: number): number {
  return typed.trim() === '' ? empty : Number(typed.replace(',', '.'));
}

function download(href: string): void {
  Object.assign(document.createElement('a'), { href, download: 'tags.pdf' }).click();
}

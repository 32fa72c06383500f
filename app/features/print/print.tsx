import { useChange } from '../../core/data/use-change.ts';
import '../../core/document/no-eval.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { printedTexts, printFormats } from '../../../domain/print/contract/schema.ts';
import { labelAlone, placesOn } from '../../../domain/print/contract/sheets.ts';
import type { FunctionInput } from '../../../functions/list.ts';
import { printPath } from '../../../paths/paths.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { download, fetchFile } from '../../core/files/fetch-file.ts';
import { useLocation, useSearchParams } from '../../core/navigation/opened-page.tsx';
import { Failure, Submit, useForm } from '../../widgets/form.tsx';
import { numberIn, wholeNumberIn } from '../../widgets/numbers.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { type ChosenItems, ItemChoice, LeftOut, untaggedQuery } from './item-choice.tsx';
import { CorrectionFields, type Corrections, correctionsOf, readLastPrint, rememberPrint } from './last-print.tsx';
import { PaperChoice } from './paper-choice.tsx';
import { Preview } from './preview.tsx';
import { PrintResult, type Result } from './print-result.tsx';
import { useSheets } from './sheets.tsx';

const textLabels = { code: 'print.textsCode', name: 'print.textsName', note: 'print.textsNote' } as const;
const formatLabels = { pdf: 'print.formatPdf', png: 'print.formatPng', svg: 'print.formatSvg' } as const;

export function Print() {
  const t = useTranslations();
  const client = useQueryClient();
  const params = useSearchParams();
  const search = params.get('search');
  const { state } = useLocation();
  const [items, setItems] = useState(() => firstChoice(params, state));
  const [last, setLast] = useState(() => ({ ...readLastPrint(), ...(params.get('sheet') && sheetIn(params)) }));
  const [start, setStart] = useState('1');
  const [copies, setCopies] = useState('1');
  const sheets = useSheets(t);
  const chosen = sheets.isGone(last.sheet) ? (sheets.options[0]?.value ?? '') : last.sheet;
  const sheet = sheets.find(chosen);
  const corrections = correctionsOf(last, chosen);
  const isPdf = last.format === 'pdf';
  const hasStart = isPdf && sheet !== undefined && !sheet.cut && placesOn(sheet) > 1;

  const { texts, format } = last;
  const onPaper = { start: wholeNumberIn(start, 1), copies: wholeNumberIn(copies, 1), ...numbersIn(corrections) };
  const order = { sheet: chosen, texts, items, ...(isPdf ? onPaper : { format }) };

  const asked = JSON.stringify(order);

  const print = useChange(
    ({ testPage }: { testPage: boolean }): Promise<Result> => {
      rememberPrint({ ...last, sheet: chosen });
      return fetchChecked(client, testPage ? { ...order, testPage, items: [] } : order, asked);
    },
    { onSuccess: (file) => download(file) },
  );
  const made = print.data?.asked === asked ? print.data : undefined;
  const { ref, onSubmit, errors, field } = useForm({
    mutate: () => print.mutate({ testPage: false }),
    error: print.error,
  });
  const correct = (change: Partial<Corrections>) =>
    setLast({ ...last, offsets: { ...last.offsets, [chosen]: { ...corrections, ...change } } });

  return (
    <div className="mx-auto grid max-w-5xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('print.title')}</PageHeading>
        <p className="text-ink-soft">{t('print.lead')}</p>
      </div>
      <form ref={ref} onSubmit={onSubmit} noValidate className="grid items-start gap-6 lg:grid-cols-2 lg:gap-12">
        <div className="grid gap-6">
          <ItemChoice choice={items} search={search} error={errors.items} onChoose={setItems} />
          {items !== 'blank' && !Array.isArray(items) && <LeftOut items={items} />}
          <PaperChoice
            options={sheets.options}
            chosen={chosen}
            error={errors.sheet}
            onChoose={(sheet) => {
              setLast({ ...last, sheet });
              setStart('1');
            }}
          />
          <Select
            label={t('print.texts')}
            name="texts"
            options={printedTexts.map((value) => ({ value, label: t(textLabels[value]) }))}
            value={texts}
            onChange={(event) => setLast({ ...last, texts: event.target.value as (typeof printedTexts)[number] })}
          />
        </div>
        {sheet && (
          <div className="lg:sticky lg:top-4 lg:row-span-2">
            <Preview
              order={order}
              sheet={isPdf ? sheet : labelAlone(sheet)}
              start={isPdf ? onPaper.start : 1}
              tags={Array.isArray(items) ? items.length * onPaper.copies : placesOn(sheet)}
              onStart={hasStart ? (place) => setStart(String(place)) : undefined}
            />
          </div>
        )}
        <div className="grid gap-6">
          {isPdf && (
            <TextField
              label={t('print.copies')}
              {...field('copies')}
              inputMode="numeric"
              value={copies}
              onChange={(event) => setCopies(event.target.value)}
            />
          )}
          {hasStart && (
            <TextField
              label={t('print.start')}
              hint={t('print.startHint')}
              {...field('start')}
              inputMode="numeric"
              value={start}
              onChange={(event) => setStart(event.target.value)}
            />
          )}
          {isPdf && <p>{t('print.howTo')}</p>}
          <Failure error={print.error} title={isPdf ? t('print.failed') : t('print.fileFailed')} />
          {made && <PrintResult {...made} />}
          <Submit
            of={print}
            busy={t('print.making')}
            variant={made ? 'secondary' : 'primary'}
            className="justify-self-start"
          >
            {isPdf ? t('print.make') : t('print.makePictures')}
          </Submit>
          <div>
            {isPdf && (
              <CorrectionFields typed={corrections} errors={errors} onType={correct}>
                <ActionButton
                  className="justify-self-start"
                  disabled={print.isPending}
                  onClick={() => print.mutate({ testPage: true })}
                >
                  {t('print.testPage')}
                </ActionButton>
              </CorrectionFields>
            )}
            <details open={!isPdf || undefined}>
              <summary className="min-h-12 cursor-pointer content-center font-[650]">{t('print.pictures')}</summary>
              <Select
                label={t('print.format')}
                name="format"
                options={printFormats.map((value) => ({ value, label: t(formatLabels[value]) }))}
                value={format}
                onChange={(event) => setLast({ ...last, format: event.target.value as (typeof printFormats)[number] })}
              />
            </details>
          </div>
        </div>
      </form>
    </div>
  );
}

function firstChoice(params: URLSearchParams, state: { items?: string[] } | null): ChosenItems {
  const items = state?.items ?? params.getAll('item');
  const search = params.get('search');
  if (params.has('blank')) return 'blank';
  if (search) return { search };
  return items.length > 0 ? items : 'all';
}

const sheetIn = (params: URLSearchParams) => ({ sheet: params.get('sheet') ?? '' });

function numbersIn(typed: Corrections) {
  const numbers = Object.entries(typed).map(([name, value]) => [name, numberIn(value, 0)]);
  return Object.fromEntries(numbers) as Record<keyof Corrections, number>;
}

async function fetchChecked(client: QueryClient, order: FunctionInput<'printTags'>, asked: string): Promise<Result> {
  const { items = [] } = order;
  // Nothing is left out in silence: this is shown above, or the order fails.
  if (items !== 'blank' && !Array.isArray(items)) await client.fetchQuery(untaggedQuery(items));
  const [file, notWhole] = await Promise.all([
    fetchFile(printPath(), order),
    // The file is good without it.
    order.testPage ? undefined : callFunction('checkPrintedNames', order).catch(() => 'unchecked' as const),
  ]);
  return { ...file, asked, sheet: order.sheet, notWhole };
}

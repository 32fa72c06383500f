import { Failure, Submit, useChange, useForm } from '../../widgets/form.tsx';
import '../../core/document/no-eval.ts';
import { useState } from 'react';
import { printedTexts, printFormats } from '../../../domain/print/contract/schema.ts';
import { labelAlone, placesOn } from '../../../domain/print/contract/sheets.ts';
import { ActionButton } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { download } from '../../core/files/files.ts';
import { useLocation, useSearchParams } from '../../core/navigation/navigation.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { type ChosenItems, ItemChoice, LeftOut } from './item-choice.tsx';
import {
  CorrectionFields,
  type Corrections,
  correctionsOf,
  numbersIn,
  readLastPrint,
  rememberPrint,
} from './last-print.tsx';
import { PaperChoice } from './paper-choice.tsx';
import { checkOrder, Preview } from './preview.tsx';
import { fetchChecked, PrintResult, type Result } from './print-result.tsx';
import { useSheets } from './sheets.tsx';

const textLabels = { code: 'print.textsCode', name: 'print.textsName', note: 'print.textsNote' } as const;
const formatLabels = { pdf: 'print.formatPdf', png: 'print.formatPng', svg: 'print.formatSvg' } as const;

export function Print() {
  const params = useSearchParams();
  const search = params.get('search');
  const { state } = useLocation();
  const [items, setItems] = useState(() => firstChoice(params, state));
  const [last, setLast] = useState(() => {
    const before = readLastPrint();
    return { ...before, sheet: params.get('sheet') || before.sheet };
  });
  const [start, setStart] = useState('1');
  const [copies, setCopies] = useState('1');
  const sheets = useSheets();
  const chosen = sheets.isGone(last.sheet) ? (sheets.options[0]?.value ?? '') : last.sheet;
  const sheet = sheets.find(chosen);
  const corrections = correctionsOf(last, chosen);
  const isPdf = last.format === 'pdf';
  const hasStart = isPdf && sheet !== undefined && !sheet.cut && placesOn(sheet) > 1;

  const { texts, format } = last;
  const onPaper = { start: wholeNumberIn(start), copies: wholeNumberIn(copies), ...numbersIn(corrections) };
  const order = { sheet: chosen, texts, items, ...(isPdf ? onPaper : { format }) };
  const { wrong, right } = checkOrder(order, isPdf ? sheet : undefined);

  const asked = JSON.stringify(order);

  const print = useChange(
    ({ testPage }: { testPage: boolean; asked: string }): Promise<Result> => {
      rememberPrint({ ...last, sheet: chosen });
      return fetchChecked(testPage ? { ...order, testPage, items: [] } : order);
    },
    { onSuccess: (file) => download(file) },
  );
  const { data: made, error } = print.variables?.asked === asked ? print : { data: undefined, error: null };
  const form = useForm({
    mutate: () => {
      if (Object.keys(wrong).length === 0) print.mutate({ testPage: false, asked });
      else form.ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    },
    error,
  });
  const errors = { ...form.errors, ...wrong };
  const correct = (change: Partial<Corrections>) =>
    setLast({ ...last, offsets: { ...last.offsets, [chosen]: { ...corrections, ...change } } });

  return (
    <div className="mx-auto grid max-w-5xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('print.title')}</PageHeading>
        <p className="text-ink-soft">{t('print.lead')}</p>
      </div>
      <form
        ref={form.ref}
        onSubmit={form.onSubmit}
        noValidate
        className="flex flex-col gap-6 max-lg:[&_*]:scroll-mb-24 lg:grid lg:grid-cols-2 lg:grid-rows-[auto_auto_auto_1fr] lg:items-start lg:gap-x-12"
      >
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
          <div className="lg:sticky lg:top-4 lg:col-start-2 lg:row-span-4 lg:row-start-1">
            <Preview
              order={right}
              sheet={isPdf ? sheet : labelAlone(sheet)}
              start={right.start ?? 1}
              tags={Array.isArray(items) ? items.length * (right.copies ?? 1) : placesOn(sheet)}
              onStart={hasStart ? (place) => setStart(String(place)) : undefined}
            />
          </div>
        )}
        <div className="grid gap-6">
          {isPdf && (
            <TextField
              label={t('print.copies')}
              name="copies"
              error={errors.copies}
              inputMode="numeric"
              value={copies}
              onChange={(event) => setCopies(event.target.value)}
            />
          )}
          {hasStart && (
            <TextField
              label={t('print.start')}
              hint={t('print.startHint')}
              name="start"
              error={errors.start}
              inputMode="numeric"
              value={start}
              onChange={(event) => setStart(event.target.value)}
            />
          )}
          {isPdf && <p>{t('print.howTo')}</p>}
          {made && (
            <div ref={scrollTo} className="scroll-mb-24">
              <PrintResult {...made} />
            </div>
          )}
        </div>
        <div className="sticky bottom-0 z-10 grid gap-3 border-t-2 border-line bg-paper py-3 lg:static lg:border-0 lg:p-0">
          <Failure error={error} title={isPdf ? t('print.failed') : t('print.fileFailed')} />
          <Submit
            of={print}
            busy={t('print.making')}
            variant={made ? 'secondary' : 'primary'}
            className="sm:justify-self-start"
          >
            {isPdf ? t('print.make') : t('print.makePictures')}
          </Submit>
        </div>
        <div>
          {isPdf && (
            <CorrectionFields typed={corrections} errors={errors} onType={correct}>
              <ActionButton
                className="justify-self-start"
                disabled={print.isPending}
                onClick={() => print.mutate({ testPage: true, asked })}
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
      </form>
    </div>
  );
}

/** The button that made it may stand screens above it. */
function scrollTo(result: HTMLElement | null): void {
  result?.scrollIntoView({ block: 'nearest' });
}

function firstChoice(params: URLSearchParams, state: { items?: string[] } | null): ChosenItems {
  const items = state?.items ?? params.getAll('item');
  const search = params.get('search');
  if (params.has('blank')) return 'blank';
  if (search) return { search };
  return items.length > 0 ? items : 'all';
}

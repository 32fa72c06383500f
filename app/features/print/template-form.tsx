import {
  type LabelTemplate,
  type Measures,
  maxTemplateNameLength,
  mostPlaces,
} from '../../../domain/print/contract/label-template.ts';
import {
  findSheet,
  placesOn,
  type Sheet,
  type SheetName,
  toMeasures,
  toSheet,
} from '../../../domain/print/contract/sheets.ts';
import { Select, TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { EditForm, useEditForm } from '../../widgets/edit-form.tsx';
import { useKeyOf } from '../../widgets/form.tsx';
import { numberIn } from '../../widgets/numbers.ts';
import { boughtSheets, labelTemplatesQuery, roomQueries, SheetPicture } from './sheets.tsx';

const firstSheet: SheetName = 'avery-l7160';

const paperLabels = {
  a4: 'labelTemplates.paperA4',
  letter: 'labelTemplates.paperLetter',
  own: 'labelTemplates.paperOwn',
  roll: 'labelTemplates.paperRoll',
} as const;

const pageFields = ['pageWidth', 'pageHeight'] as const;
const labelFields = ['labelWidth', 'labelHeight'] as const;
const gridFields = ['columns', 'rows', 'leftMargin', 'topMargin', 'pitchX', 'pitchY'] as const;

export function TemplateForm({ template, onClose }: { template?: LabelTemplate; onClose(): void }) {
  const keyOf = useKeyOf();
  const typedFrom = (loaded: Details) => typedTemplateOf(loaded, t.language);
  const first = template ? typedFrom(withoutId(template)) : typedFromSheet(firstSheet, '', t.language);
  const form = useEditForm({
    loaded: template ? withoutId(template) : detailsIn(first),
    together: Object.keys(measuresIn(first)) as (keyof Measures)[],
    typedFrom,
    first,
    read: detailsIn,
    send: ({ from }, typed): Promise<unknown> => {
      const details = detailsIn(typed);
      if (!template) return callFunction('addLabelTemplate', { ...details, key: keyOf(details) });
      return callFunction('updateLabelTemplate', { ...details, id: template.id, from });
    },
    changes: [labelTemplatesQuery.queryKey, roomQueries.queryKey],
    onSaved: () => void onClose(),
  });
  const { typed, type } = form;
  const lengths = (names: readonly (keyof Measures)[]) => (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      {names.map((name) => (
        <TextField key={name} {...form.field(name, t(`labelTemplates.${name}`))} inputMode="decimal" />
      ))}
    </div>
  );
  const sheet = sheetIn(typed);
  return (
    <EditForm
      of={form}
      notSaved={t('labelTemplates.notSaved')}
      labelOf={(name) => t(`labelTemplates.${name}`)}
      onTake={({ name = typed.name, ...measures }) => {
        type({ ...(Object.keys(measures).length > 0 && form.theirs()), name });
      }}
      verb={t(form.save.isPending ? 'labelTemplates.saving' : 'labelTemplates.save')}
      onClose={onClose}
    >
      <TextField {...form.field('name', t('labelTemplates.name'))} maxLength={maxTemplateNameLength} />
      {!template && (
        <Select
          label={t('labelTemplates.startFrom')}
          name="startFrom"
          options={boughtSheets()}
          defaultValue={firstSheet}
          onChange={(event) => type(typedFromSheet(event.target.value as SheetName, typed.name, t.language))}
        />
      )}
      <Select
        label={t('labelTemplates.paper')}
        name="paper"
        options={papers.map((value) => ({ value, label: t(paperLabels[value]) }))}
        value={typed.paper}
        onChange={(event) => type({ paper: event.target.value as Paper })}
      />
      <div className="grid items-start gap-6 sm:grid-cols-[3fr_2fr]">
        <div className="grid gap-4">
          {typed.paper === 'own' && lengths(pageFields)}
          {lengths(labelFields)}
          {typed.paper !== 'roll' && lengths(gridFields)}
        </div>
        {sheet && (
          <div className="max-w-64">
            <SheetPicture sheet={sheet} start={1} tags={placesOn(sheet)} />
          </div>
        )}
      </div>
    </EditForm>
  );
}

type Details = Omit<LabelTemplate, 'id'>;

const detailsIn = (typed: TypedTemplate): Details => ({ ...measuresIn(typed), name: typed.name });

function withoutId({ id: _id, ...details }: LabelTemplate): Details {
  return details;
}

const papers = ['a4', 'letter', 'own', 'roll'] as const;

type Paper = (typeof papers)[number];

type TypedTemplate = Record<keyof Measures | 'name', string> & { paper: Paper };

const sizes = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } };

function typedTemplateOf({ name, ...measures }: Omit<LabelTemplate, 'id'>, language: string): TypedTemplate {
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false });
  const typed = Object.entries(measures).map(([field, value]) => [field, format(value)]);
  return { ...Object.fromEntries(typed), name, paper: paperOf(measures) };
}

function typedFromSheet(sheet: SheetName, name: string, language: string): TypedTemplate {
  return typedTemplateOf({ name, ...toMeasures(findSheet(sheet)) }, language);
}

function measuresIn({ name: _name, paper, ...typed }: TypedTemplate): Measures {
  const fields = Object.entries(typed).map(([field, value]) => [field, numberIn(value)]);
  const measures = Object.fromEntries(fields) as Measures;
  if (paper === 'roll') {
    const { labelWidth: width, labelHeight: height } = measures;
    return toMeasures({
      ...{ page: { width, height }, label: { width, height }, pitch: { x: width, y: height } },
      ...{ columns: 1, rows: 1, left: 0, top: 0 },
    });
  }
  if (paper === 'own') return measures;
  return { ...measures, pageWidth: sizes[paper].width, pageHeight: sizes[paper].height };
}

function sheetIn(typed: TypedTemplate): Sheet | undefined {
  const measures = measuresIn(typed);
  const isSheet =
    Object.values(measures).every((value) => value >= 0) && measures.columns * measures.rows <= mostPlaces;
  return isSheet ? toSheet(measures) : undefined;
}

function paperOf(measures: Measures): Paper {
  const { pageWidth, pageHeight, labelWidth, labelHeight } = measures;
  if (pageWidth === labelWidth && pageHeight === labelHeight) return 'roll';
  const isOf = ({ width, height }: Sheet['page']) => pageWidth === width && pageHeight === height;
  if (isOf(sizes.a4)) return 'a4';
  return isOf(sizes.letter) ? 'letter' : 'own';
}

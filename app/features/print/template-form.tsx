import { type FormEvent, useState } from 'react';
import {
  type LabelTemplate,
  type Measures,
  maxTemplateNameLength,
} from '../../../domain/print/contract/label-template.ts';
import { placesOn, type SheetName } from '../../../domain/print/contract/sheets.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { fieldErrors } from '../../core/data/function-error.ts';
import { useChange, useKeyOf } from '../../core/data/use-change.ts';
import { NotSaved } from '../../widgets/not-saved.tsx';
import { useChangedFields } from '../../widgets/use-changed-fields.ts';
import { boughtSheets, labelTemplatesQuery, roomQueries, SheetPicture } from './sheets.tsx';
import {
  measuresIn,
  type Paper,
  papers,
  sheetIn,
  type TypedTemplate,
  typedFromSheet,
  typedTemplateOf,
} from './typed-template.ts';

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

type TemplateFormProps = { template?: LabelTemplate; onClose(): void };

export function TemplateForm({ template, onClose }: TemplateFormProps) {
  const t = useTranslations();
  const keyOf = useKeyOf();
  const [typed, setTyped] = useState(() =>
    template ? typedTemplateOf(withoutId(template), t.language) : typedFromSheet(firstSheet, '', t.language),
  );
  const details = { ...measuresIn(typed), name: typed.name };
  const measures = Object.keys(measuresIn(typed)) as (keyof Measures)[];
  const fields = useChangedFields(template ? withoutId(template) : details, { together: measures });
  const save = useChange(
    () => {
      if (!template) return callFunction('addLabelTemplate', { ...details, key: keyOf(details) });
      const { from } = fields.changesTo(details);
      return callFunction('updateLabelTemplate', { ...details, id: template.id, from });
    },
    {
      changes: [labelTemplatesQuery.queryKey, roomQueries.queryKey],
      onSuccess: onClose,
      onError: fields.onError,
    },
  );
  const errors = fieldErrors(save.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate();
  };
  const type = (change: Partial<TypedTemplate>) => setTyped({ ...typed, ...change });
  const lengths = (fields: readonly (keyof Measures)[]) => (
    <div className="grid items-end gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`labelTemplates.${field}`)}
          name={field}
          inputMode="decimal"
          value={typed[field]}
          onChange={(event) => type({ [field]: event.target.value })}
          error={errors[field]}
        />
      ))}
    </div>
  );
  const sheet = sheetIn(typed);
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      <TextField
        label={t('labelTemplates.name')}
        name="name"
        maxLength={maxTemplateNameLength}
        value={typed.name}
        onChange={(event) => type({ name: event.target.value })}
        error={errors.name}
      />
      {!template && (
        <Select
          label={t('labelTemplates.startFrom')}
          name="startFrom"
          options={boughtSheets(t)}
          defaultValue={firstSheet}
          onChange={(event) => setTyped(typedFromSheet(event.target.value as SheetName, typed.name, t.language))}
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
        {sheet && <SheetPicture sheet={sheet} start={1} tags={placesOn(sheet)} />}
      </div>
      <NotSaved
        title={t('labelTemplates.notSaved')}
        error={save.error}
        apart={fields.apartFrom(details)}
        mine={typed}
        theirs={typedTemplateOf(fields.loaded, t.language)}
        labelOf={(name) => t(`labelTemplates.${name}`)}
        onTake={({ name = typed.name, ...measures }) => {
          type({ ...(Object.keys(measures).length > 0 && typedTemplateOf(fields.loaded, t.language)), name });
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button disabled={save.isPending}>
          {save.isPending ? t('labelTemplates.saving') : t('labelTemplates.save')}
        </Button>
        <Button type="button" variant="secondary" onClick={onClose}>
          {t('dialog.cancel')}
        </Button>
      </div>
    </form>
  );
}

function withoutId({ id: _id, ...details }: LabelTemplate): Omit<LabelTemplate, 'id'> {
  return details;
}

import { apart } from '../../core/document/late.tsx';
import '../../core/document/no-eval.ts';

import { useState } from 'react';
import { isSame } from '../../../domain/conflicts/contract/fields.ts';
import { isLost, isMissing, lossNames, nothingSaid, stateOf } from '../../../domain/items/contract/item-state.ts';
import { maxNoteLength, maxPlaceLength, maxReferenceLength } from '../../../domain/items/contract/limits.ts';
import { type Loss, type ToldLoss, theft } from '../../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Radio, TextArea, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { useChangedFields } from '../../widgets/changed-fields.tsx';
import { type FormDraft, RestoredDraft } from '../../widgets/drafted.tsx';
import { Failure, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { isWaiting, marking, presentOf, useSaveItem, withEntries } from './item-entries.ts';
import { useBackToSteps } from './lost-step.ts';
import { PositionChoice } from './place-map.tsx';

const ChangedElsewhere = apart(async () => (await import('./compared-changes.tsx')).ChangedElsewhere);

type LossFormProps = {
  item: ItemSummary;
  entries: ItemEntry[];
  draft: FormDraft;
  /** This is what finders read. */
  known: ToldLoss;
  /** This includes what waits on this device. */
  loaded: ToldLoss;
  /** This includes what was refused, too. */
  shown: ToldLoss;
};

const kinds = ['lost', 'stolen'] as const;

export function LossForm({ item, entries, draft, known, loaded, shown }: LossFormProps) {
  const state = stateOf(withEntries(item, entries.filter(isWaiting)));
  const [kind, setKind] = useState<(typeof kinds)[number]>(
    kinds.find((each) => each === draft.typed.kind) ?? (state === 'stolen' ? 'stolen' : 'lost'),
  );
  const fields = useChangedFields(loaded, {
    // A place and its point are one field.
    together: ['place', 'point'],
    refused: presentOf(known, entries, 'updateLoss'),
    draft,
  });
  const [before, setBefore] = useState(() => withMoment(shown, item));
  const backToSteps = useBackToSteps(item.hash);
  const [wasMissing, setWasMissing] = useState(isMissing(state));
  if (isMissing(state) !== wasMissing) {
    setWasMissing(isMissing(state));
    if (wasMissing) {
      fields.begin(nothingSaid);
      setBefore(nothingSaid);
    }
  }
  const [point, setPoint] = useState(before.point);
  const saveItem = useSaveItem(item);
  const change = useChange(
    async (said: Loss) => {
      const { from, ...words } = fields.changesTo(said);
      const { call, input } = marking(kind, item, entries);
      if (!isMissing(state)) return saveItem(call, { ...input, ...words }, { slot: 'state' });
      if (kind !== state) await saveItem(call, input);
      return saveItem('updateLoss', { ...words, from }, { decides: lossNames });
    },
    {
      onSuccess: (saved, said) => {
        draft.end();
        fields.begin({ ...fields.loaded, ...said });
        backToSteps(Boolean(saved));
      },
      onError: fields.onError,
    },
  );
  const conflict = change.error ? fields.compared(change.variables) : undefined;
  const takeTheirs = () => {
    setPoint(fields.loaded.point);
    change.reset();
  };
  const { ref, onSubmit, field, failure } = useForm<Loss>(change, {
    draft,
    error: conflict ? null : change.error,
    schema: theft,
    read: (typed) => ({ ...typed, point }),
  });
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="grid content-start gap-4">
      <RestoredDraft of={draft} />
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">{t('loss.what')}</legend>
        {kinds.map((each) => (
          <Radio key={each} name="kind" value={each} checked={each === kind} onChange={() => setKind(each)}>
            {t(`loss.${each}`)}
          </Radio>
        ))}
      </fieldset>
      <p className="text-ink-soft">{t('loss.lead')}</p>
      <TextArea
        label={t('loss.message')}
        hint={t('loss.messageHint')}
        {...field('message')}
        rows={2}
        className="field-input field-sizing-content min-h-20"
        maxLength={maxNoteLength}
        defaultValue={before.message}
      />
      <TextField label={t('loss.place')} {...field('place')} maxLength={maxPlaceLength} defaultValue={before.place} />
      <PositionChoice point={point} onChoose={setPoint} />
      <TextField
        label={t('loss.lastSeen')}
        {...field('lastSeen')}
        type="datetime-local"
        defaultValue={before.lastSeen}
      />
      {kind === 'stolen' && (
        <TextField
          label={t('loss.reference')}
          hint={t('loss.referenceHint')}
          {...field('reference')}
          maxLength={maxReferenceLength}
          defaultValue={before.reference}
        />
      )}
      {conflict && <ChangedElsewhere {...conflict} onTake={takeTheirs} />}
      <Failure error={failure} title={t('itemForm.notSaved')} />
      {change.data && <Alert tone="success">{t('loss.saved')}</Alert>}
      <Submit
        of={change}
        busy={t('itemForm.saving')}
        variant={kind === state ? 'primary' : 'danger'}
        className="sm:justify-self-start"
      >
        {t(kind === state ? 'loss.tell' : `loss.${kind}Verb`)}
      </Submit>
    </form>
  );
}

/** A loss of which nothing was said began when it was marked, on the clock of this device. */
function withMoment(said: ToldLoss, { lostAt, ...times }: ItemSummary): ToldLoss {
  if (!lostAt || !isLost({ lostAt, ...times }) || !isSame(said, nothingSaid)) return said;
  const at = new Date(lostAt);
  return { ...said, lastSeen: new Date(+at - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16) };
}

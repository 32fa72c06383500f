import '../start/no-eval.ts';
import { type FormEvent, lazy, Suspense, useState } from 'react';
import { isMissing, stateOf } from '../../domain/items/contract/item-state.ts';
import { maxNoteLength, maxPlaceLength, maxReferenceLength } from '../../domain/items/contract/limits.ts';
import { type Loss, type ToldLoss, theft } from '../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { NotSaved } from '../items/not-saved.tsx';
import { changedLoss, useStateChange } from '../items/state-change.ts';
import { withChange } from '../items/unsaved.ts';
import { seenOf } from '../offline/seen-item.ts';
import type { UnsentChange } from '../unsent/kinds.ts';
import { formValues } from '../widgets/form-values.ts';
import { useCheckedForm } from '../widgets/use-checked-form.ts';
import { PositionChoice } from './position-choice.tsx';
import { useLossBase } from './use-loss-base.ts';

const Overtaken = lazy(async () => ({ default: (await import('../items/overtaken.tsx')).Overtaken }));

type LossFormProps = {
  item: ItemSummary;
  waiting: UnsentChange | undefined;
  /** What finders read now. */
  known: ToldLoss;
  /** With what waits on this device. */
  shown: Loss;
};

const kinds = ['lost', 'stolen'] as const;

/** Marks the item lost or stolen, with what finders read of it. */
export function LossForm({ item, waiting, known, shown }: LossFormProps) {
  const t = useWords();
  const state = stateOf(withChange(item, waiting));
  const [kind, setKind] = useState<(typeof kinds)[number]>(state === 'stolen' ? 'stolen' : 'lost');
  const { base, before, overtaken, refuse, saved } = useLossBase(item, {
    waiting,
    known,
    shown,
    isMissing: isMissing(state),
  });
  const [point, setPoint] = useState(before.point ?? null);
  const change = useStateChange(item);
  const { form, errors, failure, check } = useCheckedForm(theft, overtaken ? null : change.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const said = check({ ...formValues(event), point });
    if (!said) return;
    const entered = { ...changedLoss(said, waiting?.refusal ? base : before), state: kind };
    change.mutate(
      { change: entered, seen: seenOf(item, base), mends: 'change' },
      { onSuccess: (isSaved) => saved(said, isSaved), onError: (error) => refuse(error, entered) },
    );
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid max-w-2xl gap-6">
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-[650]">{t('loss.what')}</legend>
        {kinds.map((each) => (
          <label key={each} className="flex min-h-12 items-center gap-3">
            <input
              type="radio"
              name="kind"
              value={each}
              className="size-6 accent-home"
              checked={each === kind}
              onChange={() => setKind(each)}
            />
            {t(`loss.${each}`)}
          </label>
        ))}
      </fieldset>
      <p className="text-ink-soft">{t('loss.lead')}</p>
      <TextArea
        label={t('loss.message')}
        hint={t('loss.messageHint')}
        name="message"
        maxLength={maxNoteLength}
        defaultValue={before.message}
        error={errors.message}
      />
      <TextField
        label={t('loss.place')}
        name="place"
        maxLength={maxPlaceLength}
        defaultValue={before.place}
        error={errors.place}
      />
      <PositionChoice point={point} onChoose={setPoint} />
      <TextField
        label={t('loss.lastSeen')}
        name="lastSeen"
        type="datetime-local"
        defaultValue={before.lastSeen}
        error={errors.lastSeen}
      />
      {kind === 'stolen' && (
        <TextField
          label={t('loss.reference')}
          hint={t('loss.referenceHint')}
          name="reference"
          maxLength={maxReferenceLength}
          defaultValue={before.reference}
          error={errors.reference}
        />
      )}
      {overtaken && (
        <Suspense>
          <Overtaken change={overtaken} />
        </Suspense>
      )}
      <NotSaved error={failure} />
      {change.data && <Notice tone="success">{t('loss.saved')}</Notice>}
      <Button
        variant={kind === state ? 'primary' : 'danger'}
        disabled={change.isPending}
        className="sm:justify-self-start"
      >
        {change.isPending ? t('itemForm.saving') : t(kind === state ? 'loss.tell' : `loss.${kind}Verb`)}
      </Button>
    </form>
  );
}

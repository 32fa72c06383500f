import { useState } from 'react';
import { maxOrderNote } from '../../../domain/shop/contract/order-states.ts';
import type { OrderForAdmin } from '../../../domain/shop/contract/order-view.ts';
import { TextArea } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Drafted, type FormDraft } from '../../widgets/drafted.tsx';
import { type FieldValues, Form, type FormState, Submit, useChange, useForm, useKeyOf } from '../../widgets/form.tsx';
import { DayAndTime, Section, Words } from './admin-page.tsx';
import { adminKeys } from './queries.ts';

const changes = [adminKeys.orders];

export function Notes({ id, notes }: { id: string; notes: OrderForAdmin['notes'] }) {
  return (
    <Section id="notes" title={t('orderAdmin.notes')}>
      {notes.map(({ key, text, at, by }) => (
        <article key={key} className="grid grid-cols-1 gap-2 rounded-card border-2 border-line p-4">
          <Words>{text}</Words>
          <p className="text-ink-soft">
            {by ?? t('orderAdmin.actor', { actor: 'administrator' })}, <DayAndTime at={at} />
          </p>
          <ConfirmButton
            label={t('orderAdmin.deleteNote')}
            question={t('orderAdmin.deleteNoteQuestion')}
            changes={changes}
            action={() => callFunction('deleteOrderNote', { id, key })}
          />
        </article>
      ))}
      <Drafted name={`note ${id}`}>{(draft) => <NoteForm id={id} count={notes.length} draft={draft} />}</Drafted>
    </Section>
  );
}

function NoteForm({ id, count, draft }: { id: string; count: number; draft: FormDraft }) {
  const keyOf = useKeyOf();
  const [over, setOver] = useState(() => tooMany(draft.typed.text));
  const add = useChange(
    ({ text = '' }: FieldValues) => callFunction('addOrderNote', { id, text, key: keyOf({ id, text, count }) }),
    {
      changes,
      onSuccess: () => {
        form.ref.current?.reset();
        draft.end();
      },
    },
  );
  const form: FormState = useForm(add, { draft });
  const { name, error } = form.field('text');
  return (
    <Form of={form}>
      <TextArea
        name={name}
        error={over > 0 ? t('orderAdmin.noteOver', { over, maximum: maxOrderNote }) : error}
        label={t('orderAdmin.note')}
        hint={t('orderAdmin.noteHint')}
        rows={3}
        onInput={({ currentTarget }) => setOver(tooMany(currentTarget.value))}
      />
      <Submit of={add} variant="secondary" className="justify-self-start">
        {t('orderAdmin.addNote')}
      </Submit>
    </Form>
  );
}

const tooMany = (text = '') => Math.max(0, text.trim().length - maxOrderNote);

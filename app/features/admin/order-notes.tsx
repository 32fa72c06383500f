import { maxOrderNote } from '../../../domain/shop/contract/order-states.ts';
import type { OrderForAdmin } from '../../../domain/shop/contract/order-view.ts';
import { TextArea } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { useChange, useKeyOf } from '../../core/data/use-change.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { type FieldValues, Form, type FormState, Submit, useForm } from '../../widgets/form.tsx';
import { Section } from './admin-page.tsx';
import { DayAndTime, Words } from './cells.tsx';
import { adminKeys } from './queries.ts';

const changes = [adminKeys.orders];

export function Notes({ id, notes }: { id: string; notes: OrderForAdmin['notes'] }) {
  const t = useTranslations();
  const keyOf = useKeyOf();
  const add = useChange(
    ({ text = '' }: FieldValues) =>
      callFunction('addOrderNote', { id, text, key: keyOf({ id, text, count: notes.length }) }),
    { changes, onSuccess: () => form.ref.current?.reset() },
  );
  const form: FormState = useForm(add);
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
      <Form of={form}>
        <TextArea
          {...form.field('text')}
          label={t('orderAdmin.note')}
          hint={t('orderAdmin.noteHint')}
          rows={3}
          maxLength={maxOrderNote}
        />
        <Submit of={add} variant="secondary" className="justify-self-start">
          {t('orderAdmin.addNote')}
        </Submit>
      </Form>
    </Section>
  );
}

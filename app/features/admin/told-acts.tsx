import { maxContactNoteLength, spamDays } from '../../../domain/contact/contract/schema.ts';
import type { Settled, SettledKind } from '../../../domain/moderation/contract/told.ts';
import { adminReadingPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { CloseConversation, DoAtOnce } from './moderation-acts.tsx';
import { adminKeys } from './queries.ts';

type OfConversationProps = {
  id: string | null;
  about: { kind: 'report' | 'tag-report'; id: string };
  settled: Settled | null;
};

export function OfConversation({ id, about, settled }: OfConversationProps) {
  const t = useTranslations();
  if (!id) return null;
  return (
    <>
      <LinkButton href={adminReadingPath(id, about)} variant="secondary">
        {t('moderation.read')}
      </LinkButton>
      {!settled && <CloseConversation id={id} about={about} />}
    </>
  );
}

export function Settle({ kind, id }: { kind: SettledKind; id: string }) {
  const t = useTranslations();
  return <DoAtOnce label={t('told.settle')} act={() => callFunction('settle', { kind, id })} />;
}

export function Spam({ id, spam }: { id: string; spam: boolean }) {
  const t = useTranslations();
  if (spam) return <DoAtOnce label={t('told.notSpam')} act={() => callFunction('setSpam', { id, spam: false })} />;
  return (
    <ConfirmButton
      label={t('told.spam')}
      question={t('told.spamQuestion')}
      text={t('told.spamText', { days: spamDays })}
      changes={[adminKeys.needs]}
      action={() => callFunction('setSpam', { id, spam: true })}
    />
  );
}

export function Note({ id, note }: { id: string; note: string }) {
  const t = useTranslations();
  return (
    <ConfirmButton
      label={t('told.noteChange')}
      question={t('told.note')}
      verb={t('told.noteVerb')}
      verbVariant="primary"
      fields={(wrong) => (
        <TextArea
          id={`note-${id}`}
          name="note"
          label={t('told.note')}
          rows={5}
          maxLength={maxContactNoteLength}
          defaultValue={note}
          error={wrong.note}
        />
      )}
      text={t('told.noteHint')}
      changes={[adminKeys.needs]}
      action={({ note: typed = '' }) => callFunction('noteContactRequest', { id, note: typed })}
    />
  );
}

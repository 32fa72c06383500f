import { useState } from 'react';
import { maxContactNoteLength, spamDays } from '../../../domain/contact/contract/limits.ts';
import type { SettledKind } from '../../../domain/moderation/contract/limits.ts';
import type { KnownNetwork, ReadingAbout } from '../../../domain/moderation/contract/reading.ts';
import type { Settled } from '../../../domain/moderation/contract/reports.ts';
import { adminReadingPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { useKeyOf } from '../../widgets/form.tsx';
import { useActs } from './admin-page.tsx';
import { adminKeys } from './queries.ts';

const changes = [adminKeys.needs, adminKeys.opened, adminKeys.heldMessages];

type ModerateProps = { act: 'close' | 'dismiss' | 'hide' | 'block'; action(): Promise<unknown> };

function Moderate({ act, action }: ModerateProps) {
  return (
    <ConfirmButton
      label={t(`moderation.${act}`)}
      variant="danger"
      question={t(`moderation.${act}Question`)}
      verb={t(`moderation.${act}Verb`)}
      text={t(`moderation.${act}Text`)}
      {...{ changes, action }}
    />
  );
}

export function CloseConversation({ id, about }: { id: string; about: ReadingAbout }) {
  return <Moderate act="close" action={() => callFunction('closeConversationAsAdmin', { id, about })} />;
}

export function Release({ id }: { id: string }) {
  const act = () => callFunction('releaseHeldMessage', { id });
  return <DoAtOnce label={t('moderation.release')} variant="primary" act={act} />;
}

export function Dismiss({ id }: { id: string }) {
  return <Moderate act="dismiss" action={() => callFunction('dismissHeldMessage', { id })} />;
}

export function Hide({ id, hidden }: { id: string; hidden: boolean }) {
  if (hidden) return <DoAtOnce label={t('moderation.unhide')} act={() => callFunction('unhideMessage', { id })} />;
  return <Moderate act="hide" action={() => callFunction('hideMessage', { id })} />;
}

type BlockNetworkProps = { id: string; about: ReadingAbout; network: KnownNetwork };

/** Nobody knows the network of a conversation that was begun on an earlier day. */
export function BlockNetwork({ id, about, network }: BlockNetworkProps) {
  const set = (blocked: boolean) => callFunction('setNetworkBlocked', { id, about, blocked });
  if (network === 'forgotten') return null;
  if (network === 'blocked') return <DoAtOnce label={t('moderation.unblock')} act={() => set(false)} />;
  return <Moderate act="block" action={() => set(true)} />;
}

export function DisableAccount({ uid, disabled = false }: { uid: string; disabled?: boolean }) {
  const [isDone, setIsDone] = useState(false);
  if (disabled || isDone)
    return (
      <p role="status" className="self-center font-bold">
        {t('moderation.ownerDisabled')}
      </p>
    );
  return (
    <ConfirmButton
      label={t('moderation.disableOwner')}
      variant="danger"
      question={t('moderation.disableQuestion')}
      verb={t('peopleAdmin.verb-disable')}
      text={t('peopleAdmin.text-disable')}
      action={() => callFunction('administerAccount', { id: uid, act: 'disable' }).then(() => setIsDone(true))}
    />
  );
}

type DoAtOnceProps = { label: string; variant?: 'primary' | 'secondary'; act(): Promise<unknown> };

function DoAtOnce({ label, variant, act }: DoAtOnceProps) {
  const { button, failure } = useActs({ changes });
  return (
    <div>
      {button(label, act, variant)}
      {failure}
    </div>
  );
}

type AnswerProps = { kind: 'report' | 'contact-request'; id: string; who: string };

export function Answer({ kind, id, who }: AnswerProps) {
  const keyOf = useKeyOf();
  // The same words may be meant a second time.
  const [sent, setSent] = useState(0);
  return (
    <ConfirmButton
      label={t('moderation.answer')}
      question={t('moderation.answerQuestion', { who })}
      verb={t('moderation.answerVerb')}
      verbVariant="primary"
      text={t('moderation.answerText')}
      fields={({ field }) => (
        <TextArea id={`answer-${id}`} {...field('text')} label={t('moderation.answerField')} rows={6} />
      )}
      changes={[adminKeys.needs]}
      action={async ({ text = '' }) => {
        await callFunction('answerTold', { kind, id, text, key: keyOf({ kind, id, text, sent }) });
        setSent(sent + 1);
      }}
    />
  );
}

type OfConversationProps = {
  id: string | null;
  about: { kind: 'report' | 'tag-report'; id: string };
  settled: Settled | null;
};

export function OfConversation({ id, about, settled }: OfConversationProps) {
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
  return <DoAtOnce label={t('reports.settle')} act={() => callFunction('settle', { kind, id })} />;
}

export function Spam({ id, spam }: { id: string; spam: boolean }) {
  if (spam) return <DoAtOnce label={t('reports.notSpam')} act={() => callFunction('setSpam', { id, spam: false })} />;
  return (
    <ConfirmButton
      label={t('reports.spam')}
      question={t('reports.spamQuestion')}
      text={t('reports.spamText', { days: spamDays })}
      changes={[adminKeys.needs]}
      action={() => callFunction('setSpam', { id, spam: true })}
    />
  );
}

export function Note({ id, note }: { id: string; note: string }) {
  return (
    <ConfirmButton
      label={t('reports.noteChange')}
      question={t('reports.note')}
      verb={t('reports.noteVerb')}
      verbVariant="primary"
      fields={({ field }) => (
        <TextArea
          id={`note-${id}`}
          {...field('note')}
          label={t('reports.note')}
          rows={5}
          maxLength={maxContactNoteLength}
          defaultValue={note}
        />
      )}
      text={t('reports.noteHint')}
      changes={[adminKeys.needs]}
      action={({ note: typed = '' }) => callFunction('noteContactRequest', { id, note: typed })}
    />
  );
}

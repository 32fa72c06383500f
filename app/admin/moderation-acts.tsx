import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { KnownNetwork, ReadingAbout } from '../../domain/moderation/contract/reading.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { useKeyOf } from '../data/use-key-of.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

export function CloseConversation({ id, about }: { id: string; about: ReadingAbout }) {
  const t = useWords();
  const client = useQueryClient();
  const close = async () => {
    await callFunction('closeConversationAsAdmin', { id, about });
    await readQueueAnew(client);
  };
  return (
    <ConfirmButton
      label={t('moderation.close')}
      variant="danger"
      question={t('moderation.closeQuestion')}
      verb={t('moderation.closeVerb')}
      action={close}
    >
      <p>{t('moderation.closeText')}</p>
    </ConfirmButton>
  );
}

export function Release({ id }: { id: string }) {
  const t = useWords();
  const client = useQueryClient();
  const release = useMutation({
    mutationFn: () => callFunction('releaseHeldMessage', { id }),
    onSuccess: () => readQueueAnew(client),
  });
  return (
    <div>
      <Button type="button" disabled={release.isPending} onClick={() => release.mutate()}>
        {t('moderation.release')}
      </Button>
      {release.error && <Notice tone="error">{release.error.message}</Notice>}
    </div>
  );
}

export function Dismiss({ id }: { id: string }) {
  const t = useWords();
  const client = useQueryClient();
  const dismiss = async () => {
    await callFunction('dismissHeldMessage', { id });
    await readQueueAnew(client);
  };
  return (
    <ConfirmButton
      label={t('moderation.dismiss')}
      variant="danger"
      question={t('moderation.dismissQuestion')}
      verb={t('moderation.dismissVerb')}
      action={dismiss}
    >
      <p>{t('moderation.dismissText')}</p>
    </ConfirmButton>
  );
}

/** Hides a message of an opened conversation, or shows it again. */
export function Hide({ id, hidden }: { id: string; hidden: boolean }) {
  const t = useWords();
  const client = useQueryClient();
  const hide = async () => {
    await callFunction('hideMessage', { id });
    await readQueueAnew(client);
  };
  if (hidden) return <DoAtOnce label={t('moderation.unhide')} act={() => callFunction('unhideMessage', { id })} />;
  return (
    <ConfirmButton
      label={t('moderation.hide')}
      variant="danger"
      question={t('moderation.hideQuestion')}
      verb={t('moderation.hideVerb')}
      action={hide}
    >
      <p>{t('moderation.hideText')}</p>
    </ConfirmButton>
  );
}

type BlockNetworkProps = { id: string; about: ReadingAbout; network: KnownNetwork };

/** Nobody knows the network of a conversation that was begun on an earlier day. */
export function BlockNetwork({ id, about, network }: BlockNetworkProps) {
  const t = useWords();
  const client = useQueryClient();
  const set = (blocked: boolean) => callFunction('setNetworkBlocked', { id, about, blocked });
  const block = async () => {
    await set(true);
    await readQueueAnew(client);
  };
  if (network === 'forgotten') return null;
  if (network === 'blocked') return <DoAtOnce label={t('moderation.unblock')} act={() => set(false)} />;
  return (
    <ConfirmButton
      label={t('moderation.block')}
      variant="danger"
      question={t('moderation.blockQuestion')}
      verb={t('moderation.blockVerb')}
      action={block}
    >
      <p>{t('moderation.blockText')}</p>
    </ConfirmButton>
  );
}

/** @param disabled whether it is known to be disabled already */
export function DisableAccount({ uid, disabled = false }: { uid: string; disabled?: boolean }) {
  const t = useWords();
  const [isDone, setIsDone] = useState(false);
  const disable = async () => {
    await callFunction('administerAccount', { id: uid, act: 'disable' });
    setIsDone(true);
  };
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
      action={disable}
    >
      <p>{t('peopleAdmin.text-disable')}</p>
    </ConfirmButton>
  );
}

export function DoAtOnce({ label, act }: { label: string; act(): Promise<unknown> }) {
  const client = useQueryClient();
  const does = useMutation({ mutationFn: act, onSuccess: () => readQueueAnew(client) });
  return (
    <div>
      <Button type="button" variant="secondary" disabled={does.isPending} onClick={() => does.mutate()}>
        {label}
      </Button>
      {does.error && <Notice tone="error">{does.error.message}</Notice>}
    </div>
  );
}

async function readQueueAnew(client: QueryClient): Promise<void> {
  const keys = [['needs'], ['opened'], ['admin-table', 'held-messages']];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

type AnswerProps = { kind: 'report' | 'contact-request'; id: string; who: string };

export function Answer({ kind, id, who }: AnswerProps) {
  const t = useWords();
  const client = useQueryClient();
  const keyOf = useKeyOf();
  const answer = async ({ text = '' }: Record<string, string>) => {
    await callFunction('answerTold', { kind, id, text, key: keyOf({ kind, id, text }) });
    await client.invalidateQueries({ queryKey: ['needs'] });
  };
  return (
    <ConfirmButton
      label={t('moderation.answer')}
      variant="secondary"
      question={t('moderation.answerQuestion', { who })}
      verb={t('moderation.answerVerb')}
      verbVariant="primary"
      fields={(wrong) => (
        <TextArea
          id={`answer-${id}`}
          name="text"
          label={t('moderation.answerField')}
          rows={6}
          {...(wrong.text && { error: wrong.text })}
        />
      )}
      action={answer}
    >
      <p>{t('moderation.answerText')}</p>
    </ConfirmButton>
  );
}

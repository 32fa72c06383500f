import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReadingAbout } from '../../domain/moderation/contract/reading.ts';
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
    await Promise.all([['needs'], ['opened']].map((queryKey) => client.invalidateQueries({ queryKey })));
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
    onSuccess: () => client.invalidateQueries({ queryKey: ['needs'] }),
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

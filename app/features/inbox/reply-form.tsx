import { type FormEvent, useEffect, useState } from 'react';
import { attemptOf, createDrafts, type Draft } from '../../../browser/drafts.ts';
import { storageOf } from '../../../browser/storage.ts';
import type { Category } from '../../../domain/items/contract/categories.ts';
import { maxMessageLength } from '../../../domain/messages/contract/limits.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useUser } from '../../core/session/auth-provider.tsx';
import { useSendReply } from './send-reply.tsx';

const ReplyChoice = late(async () => (await import('./reply-choice.tsx')).ReplyChoice);

type ReplyFormProps = {
  conversationId: string;
  category: Category;
  upTo: string | undefined;
  onSent(): void;
};

export function ReplyForm({ conversationId, category, upTo, onSent }: ReplyFormProps) {
  const { uid } = useUser();
  const [drafts] = useState(() => createDrafts(storageOf('localStorage'), uid));
  const [draft, setDraft] = useState(() => drafts.read(conversationId));
  const change = (next: Draft) => {
    setDraft(next);
    drafts.write(conversationId, next);
  };
  useEffect(() => drafts.follow(conversationId, setDraft), [drafts, conversationId]);
  const [isChoosing, setChoosing] = useState(false);
  const send = useSendReply({
    conversationId,
    upTo,
    onSent: ({ text }) => {
      // Another tab may have changed the draft.
      if (draft.text === text) {
        setDraft({ text: '' });
        drafts.drop(conversationId);
      }
      onSent();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || draft.text.trim() === '') return;
    const attempt = attemptOf(draft);
    change({ text: draft.text, attempt });
    send.mutate(attempt);
  };
  const verb = send.isPending ? t('thread.sending') : t('thread.send');

  return (
    <>
      {isChoosing && <ReplyChoice {...{ conversationId, category, upTo, onSent }} onClose={() => setChoosing(false)} />}
      <form onSubmit={submit} className="reply-form grid gap-3 @max-[16rem]:pb-2">
        {send.error && (
          <Alert tone="error" title={t('unsent.notSent')}>{`${send.error.message} ${t('thread.wordsStay')}`}</Alert>
        )}
        <div className="flex flex-wrap items-end gap-2 sm:gap-3">
          <ActionButton
            className="gap-1.5! px-[min(0.75rem,3vw)]! @max-[32rem]:w-min @max-[32rem]:py-0! @max-[32rem]:text-[min(0.8125rem,4vw)] @max-[16rem]:w-full! @max-[16rem]:text-base!"
            aria-haspopup="dialog"
            onClick={() => setChoosing(true)}
          >
            <Icon name="plus" className="size-5 @max-[32rem]:hidden" />
            {t('thread.ready')}
          </ActionButton>
          <div className="min-w-0 flex-[1_1_9rem] @max-[16rem]:basis-20">
            <TextArea
              label={t('thread.answer')}
              name="text"
              rows={1}
              dir="auto"
              placeholder={t('thread.answer')}
              className="field-input field-sizing-content max-h-[30dvh] min-h-12 resize-none md:min-h-20 md:placeholder:text-transparent"
              maxLength={maxMessageLength}
              readOnly={send.isPending}
              value={draft.text}
              onChange={(event) => change({ ...draft, text: event.target.value })}
            />
          </div>
          <Button
            aria-label={verb}
            className="@max-[32rem]:px-3!"
            disabled={send.isPending || draft.text.trim() === ''}
          >
            <Icon name="send" className="size-5 rtl:-scale-x-100" />
            <span className="@max-[32rem]:hidden">{verb}</span>
          </Button>
        </div>
      </form>
    </>
  );
}

import { useState } from 'react';
import { createDrafts } from '../../../browser/drafts.ts';
import { storageOf } from '../../../browser/storage.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ReadyWords } from '../../../ui/ready-words.tsx';
import { t } from '../../core/document/app-translations.ts';
import type { ReplyEntry } from '../../core/outbox/entry.ts';
import { whyRefused } from '../../core/outbox/refusals.ts';
import { useOutbox } from '../../core/outbox/use-outbox.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { whenOf } from '../../widgets/dates.ts';
import { RefusedActions } from '../../widgets/refused-actions.tsx';

export function OutboxList({ conversationId }: { conversationId: string }) {
  const replies = useOutbox().replies.filter(({ about }) => about === conversationId);
  if (replies.length === 0) return null;
  return (
    <ol aria-label={t('unsent.notSentYet')} className="mt-3 grid gap-3">
      {replies.map((reply) => (
        <li key={reply.key} className="grid max-w-[min(85%,36rem)] gap-1 justify-self-end">
          <div className="rounded-card border-2 border-dashed border-home bg-card px-4 py-2.5">
            <ReadyWords
              message={{ reply: reply.input.reply ?? null, meeting: reply.input.meeting ?? null }}
              className="font-bold"
            />
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {reply.input.text}
            </p>
          </div>
          {reply.refusal === undefined ? (
            <p className="text-end text-[0.875rem] text-ink-soft">
              <time dateTime={reply.writtenAt}>{whenOf(reply.writtenAt)}</time> · {t(stateOf(reply))}
            </p>
          ) : (
            <div className="grid gap-2">
              <p role="alert" className="text-[0.9375rem] font-[650] text-signal">
                {t('unsent.refused', { reason: whyRefused(reply) })}
              </p>
              <RefusedActions
                entry={reply}
                again={t('unsent.again')}
                question={t('unsent.discardQuestion')}
                explanation={t('unsent.discardText')}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function stateOf({ delay }: ReplyEntry) {
  if (!delay) return 'thread.sending';
  return delay === 'network' ? 'unsent.forNetwork' : 'unsent.toBeSent';
}

export function LeftDraft({ conversationId }: { conversationId: string }) {
  const { uid } = useUser();
  const [drafts] = useState(() => createDrafts(storageOf('localStorage'), uid));
  const [text, setText] = useState(() => drafts.read(conversationId).text);
  if (text.trim() === '') return null;
  const discard = () => {
    drafts.drop(conversationId);
    setText('');
  };
  return (
    <Alert title={t('unsent.notSent')}>
      <p dir="auto" className="max-h-[30dvh] overflow-y-auto wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <CopyButton text={text} />
        <ConfirmButton
          label={t('unsent.discard')}
          question={t('unsent.discardQuestion')}
          action={async () => discard()}
          text={t('unsent.discardText')}
        />
      </div>
    </Alert>
  );
}

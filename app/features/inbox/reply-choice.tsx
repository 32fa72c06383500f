import { useEffect, useRef, useState } from 'react';
import type { Category } from '../../../domain/items/contract/categories.ts';
import { maxMessageLength } from '../../../domain/messages/contract/limits.ts';
import {
  asksForMark,
  meetingPlaces,
  type ReadyReply,
  readyFor,
} from '../../../domain/messages/contract/ready-replies.ts';
import type { Meeting } from '../../../domain/messages/contract/schema.ts';
import { ActionButton, Button } from '../../../ui/button.tsx';
import { Select, TextArea, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import type { Said } from '../../core/outbox/entry.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Failure } from '../../widgets/form.tsx';
import { SayReturned, useSendReply } from './send-reply.tsx';

type ReplyChoiceProps = {
  conversationId: string;
  category: Category;
  upTo: string | undefined;
  onSent(): void;
  onClose(): void;
};

/** Finders read ready answers in their own language. */
export function ReplyChoice({ conversationId, category, upTo, onSent, onClose }: ReplyChoiceProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const send = useSendReply({
    conversationId,
    upTo,
    onSent() {
      dialog.current?.close();
      onSent();
    },
  });
  const { replies, questions } = readyFor(category);
  const marks = questions.filter(asksForMark);
  const ready = (reply: ReadyReply, label = t(`reply.${reply}`)) => (
    <ActionButton key={reply} disabled={send.isPending} onClick={() => send.mutate({ text: '', reply })}>
      {label}
    </ActionButton>
  );
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="ready-replies"
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
      className="m-auto w-[min(100%-1rem,34rem)] rounded-card border-2 border-line bg-card p-4 text-ink backdrop:bg-[#17202e99] sm:p-6"
    >
      <div className="grid gap-3 *:justify-self-stretch!">
        <h2 id="ready-replies">{t('replies.open')}</h2>
        <p className="text-ink-soft">{t('replies.hint')}</p>
        <Failure error={send.error} />
        {replies.map((reply) => ready(reply))}
        <hr className="border-line" />
        {questions.includes('picture') && ready('picture', t('replies.picture'))}
        {marks.length > 0 && <AskForMark say={send.mutateAsync} marks={marks} />}
        <ProposeMeeting say={send.mutateAsync} />
        <SayReturned say={send.mutateAsync} />
        <Button type="button" onClick={() => dialog.current?.close()}>
          {t('replies.close')}
        </Button>
      </div>
    </dialog>
  );
}

type Say = { say(said: Said): Promise<unknown> };

function AskForMark({ say, marks }: Say & { marks: readonly ReadyReply[] }) {
  const [question, setQuestion] = useState<string | undefined>(marks[0]);
  return (
    <ConfirmButton
      label={t('replies.mark')}
      verbVariant="primary"
      question={t('replies.mark')}
      verb={t('replies.ask')}
      fields={() => (
        <>
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-[650]">{t('replies.question')}</legend>
            {marks.map((each) => (
              <label key={each} className="flex min-h-12 items-center gap-3">
                <input
                  type="radio"
                  name="reply"
                  value={each}
                  checked={each === question}
                  onChange={() => setQuestion(each)}
                />
                <span className="min-w-0 wrap-anywhere">
                  {each === 'mark' ? t('replies.ownQuestion') : t(`reply.${each}`)}
                </span>
              </label>
            ))}
          </fieldset>
          {question === 'mark' && (
            <TextArea
              name="text"
              rows={2}
              required
              maxLength={maxMessageLength}
              label={t('replies.words')}
              hint={t('replies.wordsHint')}
            />
          )}
        </>
      )}
      action={({ reply, text = '' }) => say({ text, reply: reply as ReadyReply })}
      text={t('replies.markText')}
    />
  );
}

function ProposeMeeting({ say }: Say) {
  const options = meetingPlaces.map((value) => ({ value, label: t(`meeting.${value}`) }));
  const [earliest, setEarliest] = useState<string>();
  return (
    <ConfirmButton
      label={t('replies.meet')}
      onOpen={() => setEarliest(thisMinute())}
      verbVariant="primary"
      question={t('replies.meet')}
      verb={t('replies.propose')}
      fields={() => (
        <>
          <Select name="place" label={t('replies.place')} options={options} />
          <TextField name="text" label={t('replies.which')} maxLength={maxMessageLength} />
          <TextField name="at" type="datetime-local" min={earliest} label={t('replies.at')} />
        </>
      )}
      action={({ place, text = '', at = '' }) => say({ text, meeting: { place: place as Meeting['place'], at } })}
      text={t('meeting.safety')}
    />
  );
}

function thisMinute(): string {
  const now = new Date();
  now.setMinutes(now.getMinutes() - now.getTimezoneOffset());
  return now.toISOString().slice(0, 16);
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { longestMessage } from '../../domain/messages/ready-answers.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUser } from '../auth/auth-provider.tsx';
import { callFunction } from '../data/call-function.ts';
import { addToConversation } from '../data/queries.ts';
import { canWait, keepUnsent, unsentQuery } from '../offline/outbox.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { type Attempt, attemptOf, createDrafts, type Draft, draftStorage } from './drafts.ts';

/** Answers the finder. What is typed is kept until the server has it; without network it waits on this device. */
export function ReplyForm({ conversationId, onSent }: { conversationId: string; onSent(): void }) {
  const client = useQueryClient();
  const { uid } = useUser();
  const [drafts] = useState(() => createDrafts(draftStorage(), uid));
  const [draft, setDraft] = useState(() => drafts.read(conversationId));
  const change = (next: Draft) => {
    setDraft(next);
    drafts.write(conversationId, next);
  };
  const waiting = useQuery(unsentQuery(uid)).data?.some(
    (each) => each.kind === 'reply' && each.conversationId === conversationId,
  );
  const keep = async ({ key, text }: Attempt) => {
    await keepUnsent(client, { kind: 'reply', uid, conversationId, key, text, writtenAt: new Date().toISOString() });
    sendWaiting(client, uid);
  };
  const send = useMutation({
    mutationFn: async (attempt: Attempt) => {
      // What was written before comes first.
      if (waiting) return keep(attempt);
      try {
        addToConversation(client, conversationId, await callFunction('replyToFinder', { conversationId, ...attempt }));
      } catch (error) {
        if (!canWait(error)) throw error;
        await keep(attempt).catch(() => Promise.reject(error));
      }
    },
    onSuccess: () => {
      setDraft({ text: '' });
      drafts.drop(conversationId);
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

  return (
    <form onSubmit={submit} className="grid gap-3">
      {send.error && (
        <Notice tone="error" title="Not sent">
          <p>{send.error.message} Your words are kept.</p>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3">
        <TextArea
          label="Your answer"
          name="text"
          rows={2}
          dir="auto"
          maxLength={longestMessage}
          readOnly={send.isPending}
          value={draft.text}
          onChange={(event) => change({ ...draft, text: event.target.value })}
        />
        <Button disabled={send.isPending || draft.text.trim() === ''}>
          <Icon name="send" />
          {send.isPending ? 'Sending…' : 'Send'}
        </Button>
      </div>
    </form>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { useUser } from '../auth/auth-provider.tsx';
import { ConfirmButton } from '../confirm-button.tsx';
import { timeOf } from '../dates.ts';
import { dropUnsent, keepUnsent, sendUnsent, type UnsentReply, unsentQuery } from '../offline/outbox.ts';

/** What was written here and is not with the server yet: it waits for the network, or the server would not take it. */
export function UnsentList({ conversationId }: { conversationId: string }) {
  const { uid } = useUser();
  const replies = useQuery(unsentQuery(uid)).data?.filter((reply) => reply.conversationId === conversationId) ?? [];
  if (replies.length === 0) return null;
  return (
    <ol aria-label="Not sent yet" className="mt-3 grid gap-3">
      {replies.map((reply) => (
        <li key={reply.key} className="grid max-w-[min(85%,36rem)] gap-1 justify-self-end">
          <div className="rounded-card border-2 border-dashed border-home bg-card px-4 py-2.5">
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {reply.text}
            </p>
          </div>
          {reply.refusal === undefined ? (
            <p className="text-end text-[0.875rem] text-ink-soft">
              <time dateTime={reply.writtenAt}>{timeOf(reply.writtenAt)}</time> · Waiting for the network
            </p>
          ) : (
            <Refused reply={reply} reason={reply.refusal} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Refused({ reply, reason }: { reply: UnsentReply; reason: string }) {
  const client = useQueryClient();
  const sendAgain = async () => {
    await keepUnsent(client, { ...reply, refusal: undefined });
    await sendUnsent(client, reply.uid);
  };
  return (
    <div className="grid gap-2">
      <p role="alert" className="text-[0.9375rem] font-[650] text-signal">
        Not sent: {reason}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <ConfirmButton
          label="Discard"
          variant="secondary"
          question="Discard these words?"
          verb="Discard"
          deed={() => dropUnsent(client, reply)}
        >
          <p>They were never sent, and there is no other copy.</p>
        </ConfirmButton>
        <Button type="button" variant="secondary" onClick={sendAgain}>
          Send again
        </Button>
      </div>
    </div>
  );
}

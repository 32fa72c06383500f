import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { threadPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { filteredConversationsQuery } from '../../core/data/conversations.ts';
import { t } from '../../core/document/app-translations.ts';
import { ChangeButton, Failure } from '../../widgets/form.tsx';
import { useSendReply } from '../inbox/send-reply.tsx';

/** Whoever helped hears it: each open conversation about a returned item can be thanked in, once. Nothing is closed by it. */
export function ThankFinder({ item }: { item: ItemSummary }) {
  const conversations = useQuery(filteredConversationsQuery({ itemId: item.id })).data?.rows ?? [];
  const [thanked, setThanked] = useState<string[]>([]);
  const isThanked = ({ id, lastMessage: { author, reply, sentAt } }: ConversationSummary) =>
    !thanked.includes(id) && author === 'owner' && (reply === 'thanks' || sentAt >= (item.returnedAt ?? ''));
  const open = conversations.filter((each) => !each.blocked && !each.closed && !isThanked(each));
  if (open.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby="thank-finder">
      <h2 id="thank-finder" className="text-[1.25rem]">
        {t('itemPage.thankTitle')}
      </h2>
      <ul className="grid gap-3">
        {open.map((conversation) => (
          <Thank
            key={conversation.id}
            conversation={conversation}
            onThank={() => setThanked([...thanked, conversation.id])}
          />
        ))}
      </ul>
    </section>
  );
}

const thanks = { text: '', reply: 'thanks' } as const;

type ThankProps = { conversation: ConversationSummary; onThank(): void };

function Thank({ conversation: { id, finderName, lastMessage }, onThank }: ThankProps) {
  const send = useSendReply({ conversationId: id, upTo: lastMessage.id, onSent() {} });
  const change = {
    ...send,
    mutate() {
      onThank();
      send.mutate(thanks);
    },
  };
  return (
    <li className="grid gap-2 rounded-card border-2 border-line bg-card p-4">
      <a href={threadPath(id)} className="inline-flex min-h-12 items-center wrap-anywhere">
        <bdi>{finderName || t('inbox.finder')}</bdi>
      </a>
      {send.isSuccess ? (
        <Alert tone="success">{t('itemPage.thanked')}</Alert>
      ) : (
        <ChangeButton of={change} className="justify-self-start">
          {t('reply.thanks')}
        </ChangeButton>
      )}
      <Failure error={send.error} />
    </li>
  );
}

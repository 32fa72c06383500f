import { useMutation, useQueryClient } from '@tanstack/react-query';
import { logOnly } from '../../browser/log-only.ts';
import type { ConversationSummary } from '../../domain/messages/contract/schema.ts';
import { conversationQuery } from '../data/conversations.ts';
import type { LongList } from '../data/long-lists.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { useUnsent } from '../offline/use-unsent.ts';
import { useUser } from '../session/auth-provider.tsx';
import { deliverSwitches } from '../unsent/deliver-conversation.ts';
import type { Switches, UnsentSwitches } from '../unsent/kinds.ts';
import { saveUnsentSwitches } from '../unsent/save-switches.ts';

type Shown = 'archived' | 'others' | 'both';
type Switched = Pick<ConversationSummary, 'id' | 'archived' | 'muted'>;

/** What was archived or muted on this device and is not sent yet, by conversation. */
export function useUnsentSwitches(): Map<string, UnsentSwitches> {
  return new Map(useUnsent().switches.map((each) => [each.conversationId, each]));
}

/** The conversation as it will be when the server has what waits. What was refused changes nothing. */
export function withSwitches<Known extends Switched>(conversation: Known, waiting: UnsentSwitches | undefined): Known {
  if (!waiting || waiting.refusal) return conversation;
  const { archived = conversation.archived, muted = conversation.muted } = waiting;
  return { ...conversation, archived, muted };
}

/** @returns of a list, what it will hold when the server has what waits */
export function useSwitchedList(): <List extends LongList<ConversationSummary>>(list: List, show: Shown) => List {
  const waiting = useUnsentSwitches();
  return (list, show) => ({
    ...list,
    rows: list.rows
      .map((row) => withSwitches(row, waiting.get(row.id)))
      .filter(({ archived }) => show === 'both' || archived === (show === 'archived')),
  });
}

/** Archives or mutes, or takes it back. It is kept on this device until the server has it. */
export function useSwitch({ id, archived, muted }: Switched) {
  const client = useQueryClient();
  const { uid } = useUser();
  return useMutation({
    mutationFn: async (wanted: Switches) => {
      const upTo = wanted.archived
        ? client.getQueryData(conversationQuery(id).queryKey)?.messages.at(-1)?.id
        : undefined;
      const changed = { ...wanted, conversationId: id, upTo };
      try {
        await saveUnsentSwitches(client, { ...changed, uid, before: { archived, muted } });
      } catch (error) {
        logOnly('The change is not kept until it is sent')(error);
        const show = await deliverSwitches(client, changed);
        show();
        return;
      }
      sendWaiting(client, uid);
    },
  });
}

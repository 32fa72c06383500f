import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { conversationQuery } from '../../core/data/conversations.ts';
import type { LongList } from '../../core/data/function-queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import type { Call, EntryOf, switchCalls } from '../../core/outbox/entry.ts';
import { newEntry } from '../../core/outbox/save.ts';
import { groupByAbout, saveOrSend, useOutbox } from '../../core/outbox/use-outbox.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { useChange } from '../../widgets/form.tsx';

type Shown = 'archived' | 'others' | 'both';
type Switched = Pick<ConversationSummary, 'id' | 'archived' | 'muted'>;
export type SwitchEntry = EntryOf<(typeof switchCalls)[number]>;

export function useWaitingSwitches(): Map<string, SwitchEntry[]> {
  return groupByAbout(useOutbox().switches);
}

export function withSwitches<Known extends Switched>(conversation: Known, waiting: SwitchEntry[] = []): Known {
  const last = (...calls: Call[]) => waiting.findLast(({ call, refusal }) => !refusal && calls.includes(call))?.call;
  const archiving = last('archiveConversation', 'unarchiveConversation');
  const muting = last('muteConversation', 'unmuteConversation');
  return {
    ...conversation,
    archived: archiving ? archiving === 'archiveConversation' : conversation.archived,
    muted: muting ? muting === 'muteConversation' : conversation.muted,
  };
}

export function useSwitchedList(): <List extends LongList<ConversationSummary>>(list: List, show: Shown) => List {
  const waiting = useWaitingSwitches();
  return (list, show) => ({
    ...list,
    rows: list.rows
      .map((row) => withSwitches(row, waiting.get(row.id)))
      .filter(({ archived }) => show === 'both' || archived === (show === 'archived')),
  });
}

export function useSwitch({ id }: Switched) {
  const { uid } = useUser();
  return useChange(async ({ archived, muted }: { archived?: boolean; muted?: boolean }) => {
    const common = { uid, about: id, input: { id } };
    const upTo = queryClient.getQueryData(conversationQuery(id).queryKey)?.messages.at(-1)?.id ?? '';
    const entry =
      archived === undefined
        ? newEntry(muted ? 'muteConversation' : 'unmuteConversation', { ...common, slot: 'muted' })
        : archived
          ? newEntry('archiveConversation', { ...common, slot: 'archived', input: { id, upTo } })
          : newEntry('unarchiveConversation', { ...common, slot: 'archived' });
    await saveOrSend(entry);
  });
}

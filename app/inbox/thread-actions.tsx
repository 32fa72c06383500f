import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { ConversationSummary } from '../../domain/messages/contract/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { changeConversation, conversationQuery } from '../data/conversations.ts';
import { BlockSwitch } from './block-switch.tsx';
import { ReportButton } from './report-button.tsx';

type ThreadActionsProps = {
  conversation: Pick<ConversationSummary, 'id' | 'sharedBy' | 'blocked' | 'archived' | 'muted'>;
};

/** Archiving, muting and blocking are the owner's; everybody who reads a conversation can report it. */
export function ThreadActions({ conversation: { id, sharedBy, blocked, archived, muted } }: ThreadActionsProps) {
  const isOwn = sharedBy === undefined;
  return (
    <>
      {isOwn && <ArchiveSwitch id={id} archived={archived} />}
      {isOwn && <MuteSwitch id={id} muted={muted} />}
      <ReportButton id={id} />
      {isOwn && <BlockSwitch id={id} blocked={blocked} />}
    </>
  );
}

function ArchiveSwitch({ id, archived }: { id: string; archived: boolean }) {
  const t = useWords();
  const client = useQueryClient();
  const change = async () => {
    if (archived) await callFunction('unarchiveConversation', { id });
    else {
      const upTo = client.getQueryData(conversationQuery(id).queryKey)?.messages.at(-1)?.id ?? '';
      await callFunction('archiveConversation', { id, upTo });
    }
    changeConversation(client, id, { archived: !archived });
  };
  return <Switch label={t(archived ? 'conversationMenu.unarchive' : 'conversationMenu.archive')} change={change} />;
}

function MuteSwitch({ id, muted }: { id: string; muted: boolean }) {
  const t = useWords();
  const client = useQueryClient();
  const change = async () => {
    await callFunction(muted ? 'unmuteConversation' : 'muteConversation', { id });
    changeConversation(client, id, { muted: !muted });
  };
  return <Switch label={t(muted ? 'conversationMenu.unmute' : 'conversationMenu.mute')} change={change} />;
}

function Switch({ label, change }: { label: string; change(): Promise<void> }) {
  const does = useMutation({ mutationFn: change });
  const press = ({ currentTarget }: MouseEvent) => {
    const menu = currentTarget.closest('details');
    const close = () => {
      menu?.removeAttribute('open');
      menu?.querySelector('summary')?.focus();
    };
    does.mutate(undefined, { onSuccess: close });
  };
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        className="justify-self-start"
        disabled={does.isPending}
        onClick={press}
      >
        {label}
      </Button>
      {does.error && <Notice tone="error">{does.error.message}</Notice>}
    </>
  );
}

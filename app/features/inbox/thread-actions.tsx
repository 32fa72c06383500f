import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { conversationQuery } from '../../core/data/conversations.ts';
import { BlockSwitch } from './block-switch.tsx';
import { ReportButton } from './report-button.tsx';
import { type SwitchEntry, useSwitch, useWaitingSwitches, withSwitches } from './switches.ts';

type ThreadActionsProps = {
  conversation: Pick<ConversationSummary, 'id' | 'sharedBy' | 'blocked' | 'archived' | 'muted'>;
};

type SwitchProps = {
  conversation: Pick<ConversationSummary, 'id' | 'archived' | 'muted'>;
  waiting: SwitchEntry[] | undefined;
};

export function ThreadActions({ conversation }: ThreadActionsProps) {
  const { id, sharedBy, blocked } = conversation;
  const isOwn = sharedBy === undefined;
  const waiting = useWaitingSwitches().get(id);
  const isShown = useQueryClient().getQueryData(conversationQuery(id).queryKey) !== undefined;
  return (
    <>
      {isOwn && isShown && <ArchiveSwitch conversation={conversation} waiting={waiting} />}
      {isOwn && <MuteSwitch conversation={conversation} waiting={waiting} />}
      <ReportButton id={id} canBlock={isOwn && !blocked} />
      {isOwn && <BlockSwitch id={id} blocked={blocked} />}
    </>
  );
}

function ArchiveSwitch({ conversation, waiting }: SwitchProps) {
  const t = useTranslations();
  const change = useSwitch(conversation);
  const { archived } = withSwitches(conversation, waiting);
  return (
    <Switch
      label={t(archived ? 'conversationMenu.unarchive' : 'conversationMenu.archive')}
      change={() => change.mutateAsync({ archived: !archived })}
    />
  );
}

function MuteSwitch({ conversation, waiting }: SwitchProps) {
  const t = useTranslations();
  const change = useSwitch(conversation);
  const { muted } = withSwitches(conversation, waiting);
  return (
    <Switch
      label={t(muted ? 'conversationMenu.unmute' : 'conversationMenu.mute')}
      change={() => change.mutateAsync({ muted: !muted })}
    />
  );
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
      {does.error && <Alert tone="error">{does.error.message}</Alert>}
    </>
  );
}

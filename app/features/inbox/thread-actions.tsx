import { type MouseEvent, useState } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import { maxReportNoteLength } from '../../../domain/messages/contract/limits.ts';
import { type ReportReason, reportReasons } from '../../../domain/messages/contract/report-reasons.ts';
import type { ConversationSummary } from '../../../domain/messages/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton } from '../../../ui/button.tsx';
import { Select, TextArea } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { changeConversation, conversationQuery } from '../../core/data/conversations.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Failure } from '../../widgets/form.tsx';
import { useSwitch, useWaitingSwitches, withSwitches } from './switches.ts';

type ThreadActionsProps = {
  conversation: Pick<ConversationSummary, 'id' | 'sharedBy' | 'blocked' | 'archived' | 'muted'>;
};

export function ThreadActions({ conversation }: ThreadActionsProps) {
  const { id, sharedBy, blocked } = conversation;
  const isOwn = sharedBy === undefined;
  const isShown = queryClient.getQueryData(conversationQuery(id).queryKey) !== undefined;
  return (
    <>
      {isOwn && isShown && <Switch name="archived" conversation={conversation} />}
      {isOwn && <Switch name="muted" conversation={conversation} />}
      <ReportButton id={id} canBlock={isOwn && !blocked} />
      {isOwn && <BlockSwitch id={id} blocked={blocked} />}
    </>
  );
}

const switchVerbs = { archived: ['archive', 'unarchive'], muted: ['mute', 'unmute'] } as const;

type SwitchProps = ThreadActionsProps & { name: keyof typeof switchVerbs };

function Switch({ name, conversation }: SwitchProps) {
  const change = useSwitch(conversation);
  const { [name]: isOn } = withSwitches(conversation, useWaitingSwitches().get(conversation.id));
  const press = ({ currentTarget }: MouseEvent) => {
    const menu = currentTarget.closest('details');
    const close = () => {
      menu?.removeAttribute('open');
      menu?.querySelector('summary')?.focus();
    };
    change.mutate({ [name]: !isOn }, { onSuccess: close });
  };
  return (
    <>
      <ActionButton className="justify-self-start" disabled={change.isPending} onClick={press}>
        {t(`conversationMenu.${switchVerbs[name][isOn ? 1 : 0]}`)}
      </ActionButton>
      <Failure error={change.error} />
    </>
  );
}

function BlockSwitch({ id, blocked }: { id: string; blocked: boolean }) {
  const change = async () => {
    await callFunction(blocked ? 'unblockConversation' : 'blockConversation', { id });
    changeConversation(id, { blocked: !blocked });
  };
  const verb = blocked ? 'unblock' : 'block';
  return (
    <ConfirmButton
      label={t(`thread.${verb}`)}
      question={t(`thread.${verb}Question`)}
      action={change}
      text={t(`thread.${verb}Text`)}
    />
  );
}

function ReportButton({ id, canBlock }: { id: string; canBlock: boolean }) {
  const [key, setKey] = useState(newIdempotencyKey);
  const [isSent, setSent] = useState(false);
  const report = async ({ reason, note = '' }: Record<string, string>) => {
    await callFunction('reportConversation', { id, key, reason: reason as ReportReason, note });
    setKey(newIdempotencyKey());
    setSent(true);
  };
  const reasons = reportReasons.map((reason) => ({ value: reason as string, label: t(`report.reason-${reason}`) }));
  return (
    <>
      {isSent && <Alert tone="success">{t(canBlock ? 'report.sentCanBlock' : 'report.sent')}</Alert>}
      <ConfirmButton
        label={t('report.open')}
        question={t('report.question')}
        verb={t('report.send')}
        action={report}
        fields={({ field }) => (
          <>
            <Select
              label={t('report.why')}
              {...field('reason')}
              options={[{ value: '', label: t('report.choose') }, ...reasons]}
            />
            <TextArea label={t('report.note')} {...field('note')} rows={3} maxLength={maxReportNoteLength} />
          </>
        )}
        text={t('report.text')}
      />
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { changeConversation } from '../../core/data/conversations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';

export function BlockSwitch({ id, blocked }: { id: string; blocked: boolean }) {
  const t = useTranslations();
  const client = useQueryClient();
  const change = async () => {
    await callFunction(blocked ? 'unblockConversation' : 'blockConversation', { id });
    changeConversation(client, id, { blocked: !blocked });
  };
  const verb = blocked ? 'unblock' : 'block';
  return (
    <ConfirmButton
      label={t(`thread.${verb}`)}
      variant="secondary"
      question={t(`thread.${verb}Question`)}
      verb={t(`thread.${verb}`)}
      action={change}
    >
      <p>{t(`thread.${verb}Text`)}</p>
    </ConfirmButton>
  );
}

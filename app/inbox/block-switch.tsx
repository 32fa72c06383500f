import { useQueryClient } from '@tanstack/react-query';
import { callFunction } from '../data/call-function.ts';
import { changeConversation } from '../data/conversations.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

/** Stops this finder from writing here, or lets them write again. */
export function BlockSwitch({ id, blocked }: { id: string; blocked: boolean }) {
  const client = useQueryClient();
  const change = async () => {
    await callFunction(blocked ? 'unblockConversation' : 'blockConversation', { id });
    changeConversation(client, id, { blocked: !blocked });
  };
  const { label, question, consequence } = blocked ? unblockWords : blockWords;
  return (
    <ConfirmButton label={label} variant="secondary" question={question} verb={label} action={change}>
      <p>{consequence}</p>
    </ConfirmButton>
  );
}

const blockWords = {
  label: 'Block',
  question: 'Block this finder?',
  consequence:
    'They can no longer write in this conversation. What was written stays, and you can unblock them any time.',
};

const unblockWords = {
  label: 'Unblock',
  question: 'Unblock this finder?',
  consequence: 'They can write to you in this conversation again, and you to them.',
};

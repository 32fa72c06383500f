import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { editItemPath, handoverPath } from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { showChangedItem } from '../data/queries.ts';
import { InvitationPage } from '../sharing/invitation-page.tsx';

/** Accepting an item that somebody hands over. */
export function TakeOver() {
  const t = useWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const accept = async (handover: string) => {
    const item = await callFunction('acceptHandover', { handover });
    showChangedItem(client, item);
    navigate(editItemPath(item.id), { replace: true });
  };
  return (
    <InvitationPage
      path={handoverPath()}
      title={t('handover.offerTitle')}
      text={t('handover.offerText')}
      codeTitle={t('handover.codeTitle')}
      codeLead={t('handover.codeLead')}
      accept={accept}
      refuse={(refusal) => callFunction('refuseHandover', refusal)}
    />
  );
}

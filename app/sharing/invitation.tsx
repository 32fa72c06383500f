import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { invitationPath, sharedItemPath } from '../../paths/paths.ts';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { conversationsQuery } from '../data/conversations.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { itemOfInvitationQuery, sharedItemQuery, sharedItemsQuery } from './queries.ts';

/** Accepting to share somebody else’s item. */
export function Invitation() {
  const t = useWords();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { user } = useAuth();
  const token = useSearchParams()[0].get('token') ?? '';
  const shared = useQuery({ ...itemOfInvitationQuery(token), enabled: user !== null && token !== '' });
  const accept = async (invitation: string) => {
    const item = await callFunction('acceptInvitation', { invitation });
    client.setQueryData(sharedItemQuery(item.id).queryKey, item);
    client.invalidateQueries({ ...sharedItemsQuery, exact: true });
    client.invalidateQueries({ ...conversationsQuery, exact: true });
    navigate(sharedItemPath(item.id), { replace: true });
  };
  if (shared.isLoading) return null;
  return (
    <InvitationPage
      path={invitationPath()}
      title={t('sharing.invitationTitle')}
      text={t('sharing.invitationText')}
      codeTitle={t('sharing.codeTitle')}
      codeLead={t('sharing.codeLead')}
      accept={accept}
      refuse={(refusal) => callFunction('refuseInvitation', refusal)}
      shared={shared.data}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { InvitationPurpose, ShownInvitation } from '../../../domain/sharing/contract/schema.ts';
import { invitationPath, itemPath, itemsPath, openItemPath, signInPath, signUpPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { callFunction, isNotFound } from '../../core/data/call-function.ts';
import { conversationsQuery } from '../../core/data/conversations.ts';
import { invitationQuery, showChangedItem, showSharedItem } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { navigate, useSearchParams } from '../../core/navigation/navigation.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { waitingInvitation } from '../../core/session/waiting.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';

/** The page names neither item nor owner before somebody accepts. */
export function Invitation() {
  const { user } = useAuth();
  const token = useSearchParams().get('token');
  if (!token) return <Over token="">{t('sharing.noLink')}</Over>;
  return user ? <Opened token={token} /> : <NeedsAccount token={token} />;
}

function Over({ token, children }: { token: string; children: ReactNode }) {
  useEffect(() => waitingInvitation.forget(token), [token]);
  return (
    <EntryCard title={t('metadata.invitationTitle')}>
      <Alert tone="error">{children}</Alert>
      <LinkButton href={itemsPath()} variant="secondary">
        {t('frame.myItems')}
      </LinkButton>
    </EntryCard>
  );
}

function NeedsAccount({ token }: { token: string }) {
  const keep = () => waitingInvitation.keep({ token });
  return (
    <EntryCard title={t('sharing.offered_sharing')}>
      <p>{t('sharing.accountText')}</p>
      <LinkButton href={signUpPath()} onClick={keep}>
        {t('signIn.signUp')}
      </LinkButton>
      <LinkButton href={signInPath({ next: invitationPath(token) })} variant="secondary" onClick={keep}>
        {t('signIn.signIn')}
      </LinkButton>
    </EntryCard>
  );
}

function Opened({ token }: { token: string }) {
  const invitation = useQuery(invitationQuery(token));
  if (isNotFound(invitation.error)) return <Over token={token}>{invitation.error?.message}</Over>;
  return (
    <Loaded query={invitation} failure={t('sharing.invitationFailed')}>
      {({ purpose, item }) =>
        item ? <Already token={token} purpose={purpose} item={item} /> : <Offered token={token} purpose={purpose} />
      }
    </Loaded>
  );
}

type AlreadyProps = { token: string; purpose: InvitationPurpose; item: NonNullable<ShownInvitation['item']> };

function Already({ token, purpose, item }: AlreadyProps) {
  useEffect(() => waitingInvitation.forget(token), [token]);
  return (
    <EntryCard title={t(`sharing.already_${purpose}`)}>
      <LinkButton href={openItemPath(item.id)} className="wrap-anywhere">
        <bdi>{item.name}</bdi>
      </LinkButton>
    </EntryCard>
  );
}

function Offered({ token, purpose }: { token: string; purpose: InvitationPurpose }) {
  const accept = useChange(
    async () => {
      if (purpose === 'handover') {
        const item = await callFunction('acceptHandover', { token });
        showChangedItem(item);
        return item.hash;
      }
      const item = await callFunction('acceptInvitation', { token });
      showSharedItem(item);
      queryClient.invalidateQueries({ ...conversationsQuery, exact: true });
      return item.hash;
    },
    {
      onSuccess: (hash) => {
        waitingInvitation.forget(token);
        navigate(itemPath(hash), { replace: true });
      },
    },
  );
  return (
    <EntryCard title={t(`sharing.offered_${purpose}`)}>
      <p>{t(`sharing.offer_${purpose}`)}</p>
      <Failure error={accept.error} />
      <ChangeButton of={accept} variant="primary">
        {t('sharing.accept')}
      </ChangeButton>
    </EntryCard>
  );
}

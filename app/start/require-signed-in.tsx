import { signInPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import { DeletionAlert } from '../../ui/deletion-alert.tsx';
import { callFunction } from '../core/data/call-function.ts';
import { t } from '../core/document/app-translations.ts';
import { apart } from '../core/document/late.tsx';
import { Outlet, Redirect, useLocation, useParams } from '../core/navigation/navigation.tsx';
import { useAuth } from '../core/session/auth-provider.tsx';
import { sessionStore } from '../core/session/session-store.ts';
import { useChange } from '../widgets/form.tsx';
import { FollowSession } from './follow-session.tsx';
import { following } from './following.ts';

following.Session = FollowSession;

const TagFromServer = apart(async () => (await import('../widgets/tag-from-server.tsx')).TagFromServer);
const RefusedAlert = apart(async () => (await import('../features/inbox/refused-alert.tsx')).RefusedAlert);

export function RequireSignedIn() {
  const { state } = useAuth();
  const { pathname, search } = useLocation();
  const { hash } = useParams();
  if (state.status !== 'signed-out') {
    return (
      <>
        <KeepOwnAccount />
        <RefusedAlert />
        <Outlet />
      </>
    );
  }
  // At a tag's page everybody else is a finder.
  if (hash && state.reason !== 'timeout') return <TagFromServer hash={hash} />;
  return <Redirect to={signInPath({ next: pathname + search, reason: state.reason })} />;
}

function KeepOwnAccount() {
  const { user } = useAuth();
  const keep = useChange(() => callFunction('keepAccount', {}), { onSuccess: () => sessionStore.recheck() });
  if (!user?.deletedOn) return null;
  return (
    <div className="mb-6">
      <DeletionAlert deletedOn={user.deletedOn} text={keep.error?.message}>
        <Button type="button" disabled={keep.isPending} onClick={() => keep.mutate()}>
          {t('keepAccount.keep')}
        </Button>
      </DeletionAlert>
    </div>
  );
}

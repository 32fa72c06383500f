import { activatePath, signInPath as makeSignInPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useSignInPath } from '../../core/data/maintenance.ts';
import { t } from '../../core/document/app-translations.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { nextPath, waitingClaim, waitingInvitation, waitingPath } from '../../core/session/waiting.ts';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';

type Props = { email?: string; tag?: string | undefined; next?: string | null };

export function Onward({ email, tag, next }: Props) {
  const { user, logout } = useAuth();
  const signInPath = useSignInPath();
  const onward = tag ? activatePath(tag) : next;
  const leave = useChange(logout);
  if (!user)
    return <LinkButton href={onward ? makeSignInPath({ next: onward }) : signInPath}>{t('signIn.signIn')}</LinkButton>;
  if (user.email === email) {
    if (tag) return <LinkButton href={activatePath(tag)}>{t('items.activate')}</LinkButton>;
    const waiting = waitingClaim.read()
      ? t('items.activate')
      : (waitingInvitation.read()?.token && t('onward.invitation')) ||
        ((next || waitingPath.read()) && t('onward.goOn'));
    return <LinkButton href={nextPath(next, location.origin)}>{waiting || t('frame.myItems')}</LinkButton>;
  }
  return (
    <>
      <p className="hyphens-manual wrap-anywhere">{t('onward.otherAccount', { email: user.email })}</p>
      <Failure error={leave.error} />
      <ChangeButton of={leave}>{t('onward.signOut')}</ChangeButton>
    </>
  );
}

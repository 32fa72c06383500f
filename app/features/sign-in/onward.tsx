import { activatePath, signInPath as makeSignInPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useSignInPath } from '../../core/data/maintenance.ts';
import { useChange } from '../../core/data/use-change.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { firstPath, waitingClaim, waitingInvitation, waitingPath } from '../../core/session/waiting.ts';
import { ChangeButton, Failure } from '../../widgets/form.tsx';

export function Onward({ email, tag }: { email?: string; tag?: string | undefined }) {
  const t = useTranslations();
  const { user, logout } = useAuth();
  const signInPath = useSignInPath();
  const pathToTag = makeSignInPath({ next: activatePath(tag) });
  const leave = useChange(logout);
  if (!user) return <LinkButton href={tag ? pathToTag : signInPath}>{t('signIn.signIn')}</LinkButton>;
  if (user.email === email) {
    if (tag) return <LinkButton href={activatePath(tag)}>{t('items.activate')}</LinkButton>;
    const waiting = waitingClaim.read()
      ? t('items.activate')
      : (waitingInvitation.read()?.token && t('onward.invitation')) || (waitingPath.read() && t('onward.goOn'));
    return <LinkButton href={firstPath()}>{waiting || t('frame.myItems')}</LinkButton>;
  }
  return (
    <>
      <p className="hyphens-manual wrap-anywhere">{t('onward.otherAccount', { email: user.email })}</p>
      <Failure error={leave.error} />
      <ChangeButton of={leave}>{t('onward.signOut')}</ChangeButton>
    </>
  );
}

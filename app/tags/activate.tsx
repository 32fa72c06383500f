import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { activatePath, signInPath, signUpPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { fieldErrors } from '../data/function-error.ts';
import { useAuth } from '../session/auth-provider.tsx';
import { EntryCard } from '../sign-in/entry-card.tsx';
import { useKeepFocus } from '../widgets/keep-focus.ts';
import { ClaimForm } from './claim-form.tsx';
import { PutOnItem } from './put-on-item.tsx';
import { isClaimRefused } from './refused-claim.ts';
import { typedForTag } from './typed-for-tag.ts';
import { type Claim, waitingClaim } from './waiting-claim.ts';

/** A blank tag finds its item: first its codes, then an account if there is none, then what it is on. */
export function Activate() {
  const scanned = useLocation().hash.slice(1);
  const { user } = useAuth();
  const [claim, setClaim] = useState(() => claimFor(scanned));
  const [error, setError] = useState<Error | null>(null);
  useKeepFocus();
  const own = useQuery({
    queryKey: ['own-blank-tag', scanned],
    queryFn: () => callFunction('checkActivation', { code: scanned }),
    enabled: Boolean(user && scanned && !claim),
    retry: false,
    meta: { notCached: true },
  });
  // Without an answer it may be one's own, which has no activation code to type.
  const isUnanswered = own.isError && !isClaimRefused(own.error) && Object.keys(fieldErrors(own.error)).length === 0;
  const hasBegun = user !== null && isUnanswered && typedForTag(user.uid).read(scanned) !== undefined;
  const known = claim ?? (own.isSuccess || hasBegun ? { code: scanned } : null);

  if (own.isLoading) return <LoadingScreen />;
  if (isUnanswered && !known) return <NotChecked code={scanned} error={own.error} onAgain={own.refetch} />;
  if (!known) {
    const keep = (given: Claim) => {
      waitingClaim.keep(given);
      setClaim(given);
    };
    return <ClaimForm code={scanned} error={error} onChecked={keep} />;
  }
  if (!user) return <NeedsAccount code={known.code} />;
  const giveUp = (why: Error | null) => {
    waitingClaim.forget();
    setClaim(null);
    setError(why);
  };
  return <PutOnItem claim={known} onOther={own.isSuccess ? undefined : giveUp} />;
}

/** What waits, unless another tag was scanned. */
function claimFor(scanned: string): Claim | null {
  const waiting = waitingClaim.read();
  return waiting && (!scanned || scanned === waiting.code) ? waiting : null;
}

function NotChecked({ code, error, onAgain }: { code: string; error: Error; onAgain(): void }) {
  const t = useWords();
  return (
    <EntryCard title={t('activate.title')}>
      <p>
        <CodeGroups code={code} />
      </p>
      <Notice tone="error">{error.message}</Notice>
      <Button type="button" onClick={onAgain}>
        {t('screen.tryAgain')}
      </Button>
    </EntryCard>
  );
}

function NeedsAccount({ code }: { code: string }) {
  const t = useWords();
  return (
    <EntryCard title={t('activate.accountTitle')}>
      <p>
        {t('activate.accountText')} <CodeGroups code={code} />
      </p>
      <LinkButton href={signUpPath()}>{t('signIn.signUp')}</LinkButton>
      <LinkButton href={signInPath({ next: activatePath() })} variant="secondary">
        {t('signIn.signIn')}
      </LinkButton>
    </EntryCard>
  );
}

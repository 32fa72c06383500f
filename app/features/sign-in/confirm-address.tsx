import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { logOnly } from '../../../browser/log-only.ts';
import { tellOtherTabs } from '../../../browser/other-tabs.ts';
import { activatePath, emailVerificationPath, resetPath, signInPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { t } from '../../core/document/app-translations.ts';
import { useSearchParams } from '../../core/navigation/navigation.tsx';
import { AuthError } from '../../core/session/auth-errors.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { authService, type MailLink } from '../../core/session/auth-service.ts';
import { personOf, sessionStore } from '../../core/session/session-store.ts';
import { waitingClaim } from '../../core/session/waiting.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { Failure, type FieldValues, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { GoOn } from './go-on.tsx';
import { Onward } from './onward.tsx';

/** Asks before it uses the token up, because mail scanners open links too. */
export function ConfirmAddress({ token }: { token: string }) {
  const link = useQuery({
    queryKey: ['mail-link', token],
    queryFn: () => authService.readLink(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The token is nothing to keep on the device.
    meta: { notCached: true },
  });
  if (link.data) return <UseLink token={token} link={link.data} />;
  if (!link.error) return <LoadingScreen />;
  const invalid = link.error instanceof AuthError && link.error.code === 'invalid-link';
  return (
    <EntryCard title={invalid ? t('confirm.invalid') : t('confirm.title')}>
      <Alert tone="error">{link.error.message}</Alert>
      {invalid ? (
        <AskForNewLink />
      ) : (
        <Button type="button" disabled={link.isFetching} onClick={() => link.refetch()}>
          {t('confirm.tryAgain')}
        </Button>
      )}
    </EntryCard>
  );
}

function AskForNewLink() {
  return (
    <>
      <LinkButton href={emailVerificationPath()}>{t('confirm.newLink')}</LinkButton>
      <LinkButton variant="secondary" href={signInPath()}>
        {t('signIn.signIn')}
      </LinkButton>
    </>
  );
}

function UseLink({ token, link }: { token: string; link: MailLink }) {
  const { user, login } = useAuth();
  const next = useSearchParams().get('next');
  const words = wordsOf(link);
  const isSignUp = link.purpose === 'confirm';
  const [signsIn] = useState(isSignUp && !user && !link.passwordNeeded);
  const confirm = useChange(({ password }: FieldValues) => authService.verifyEmail(token, password), {
    onSuccess: async (_tag, { password }) => {
      const enter = () => (password ? login(link.email, password) : takeUpSession());
      if (user || !isSignUp) await sessionStore.recheck();
      else await enter().catch(logOnly('Confirmed, but not signed in'));
    },
  });
  const form = useForm(confirm);
  if (confirm.isSuccess) {
    const tag = waitingClaim.read() ? undefined : (confirm.data ?? undefined);
    if (signsIn && user?.email === link.email) return <GoOn asked={tag ? activatePath(tag) : next} />;
    return (
      <EntryCard title={words.doneTitle}>
        <p className="wrap-anywhere">
          {words.done ?? t(doneKey(user?.email === link.email, tag))} {tag && <CodeGroups code={tag} />}
        </p>
        {link.purpose === 'allow-change' || <Onward email={link.newEmail ?? link.email} tag={tag} next={next} />}
      </EntryCard>
    );
  }
  const code = confirm.error instanceof AuthError ? confirm.error.code : undefined;
  return (
    <EntryCard title={words.title}>
      {form.failure ? <Failure error={form.failure} /> : <p className="wrap-anywhere">{words.text}</p>}
      {code === 'invalid-link' ? (
        <AskForNewLink />
      ) : (
        <form ref={form.ref} onSubmit={form.onSubmit} className="grid gap-4">
          {link.passwordNeeded && (
            <PasswordField
              label={t('signIn.password')}
              {...form.field('password')}
              autoComplete="current-password"
              required
              hint={t('confirm.passwordHint')}
            />
          )}
          <Submit of={confirm}>{words.verb}</Submit>
        </form>
      )}
      {link.passwordNeeded && (
        <LinkButton variant="secondary" href={resetPath()}>
          {t('confirm.setPassword')}
        </LinkButton>
      )}
      {code === 'sign-in-first' && (
        <LinkButton variant="secondary" href={signInPath({ next: location.pathname + location.search })}>
          {t('signIn.signIn')}
        </LinkButton>
      )}
    </EntryCard>
  );
}

/** In the browser that signed up, confirming has signed in. */
async function takeUpSession(): Promise<void> {
  await sessionStore.enter();
  if (personOf(sessionStore.current())) tellOtherTabs('entered');
}

function wordsOf({ purpose, email, newEmail: to, passwordNeeded }: MailLink) {
  const newEmail = to ?? '';
  if (purpose === 'allow-change') {
    return {
      title: t('confirm.allowTitle'),
      text: t('confirm.allowText', { email, newEmail }),
      verb: t('confirm.allow'),
      doneTitle: t('confirm.allowedTitle'),
      done: t('confirm.allowed', { newEmail }),
    };
  }
  if (purpose === 'confirm-change') {
    return {
      title: t('confirm.changeTitle'),
      text: t('confirm.changeText', { newEmail }),
      verb: t('confirm.change'),
      doneTitle: t('confirm.changedTitle'),
      done: t('confirm.changed', { newEmail }),
    };
  }
  return {
    title: t('confirm.title'),
    text: passwordNeeded ? t('confirm.otherDevice', { email }) : t('confirm.oneTap', { email }),
    verb: t('confirm.confirm'),
    doneTitle: t('confirm.doneTitle'),
    done: undefined,
  };
}

function doneKey(isSignedIn: boolean, tag: string | undefined) {
  if (waitingClaim.read()) return 'confirm.doneTag';
  if (tag) return 'confirm.doneOtherTag';
  return isSignedIn ? 'confirm.doneSignedIn' : 'confirm.done';
}

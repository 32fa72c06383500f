import '../../core/document/no-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { activationCode, type NewItem, tagCode } from '../../../domain/items/contract/schema.ts';
import { activatePath, signInPath, signUpPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, Button, LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { fieldErrors, isUnreachable } from '../../core/data/function-error.ts';
import { useChange } from '../../core/data/use-change.ts';
import { useLocation } from '../../core/navigation/opened-page.tsx';
import { isOf, newItemCalls } from '../../core/outbox/entry.ts';
import { isClaimRefused } from '../../core/outbox/refusals.ts';
import { outboxQuery } from '../../core/outbox/store.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { type WaitingClaim, waitingClaim } from '../../core/session/waiting.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { type FieldValues, Form, Submit, useForm } from '../../widgets/form.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { PutOnItem, tagCodeOf } from './put-on-item.tsx';

export function Activate() {
  const scanned = useLocation().hash.slice(1);
  const { user } = useAuth();
  const [claim, setClaim] = useState(() => claimFor(scanned));
  const [isUnchecked, setUnchecked] = useState(false);
  const [refused, setRefused] = useState<{ why: Error; typed: NewItem | undefined } | null>(null);
  const outbox = useQuery({ ...outboxQuery(user?.uid ?? ''), enabled: user !== null });
  const waitingFor = (code: string) =>
    outbox.data?.filter((each) => isOf(newItemCalls, each)).find((each) => tagCodeOf(each) === code);
  useKeepFocus();
  const own = useQuery({
    queryKey: ['own-blank-tag', scanned],
    queryFn: () => callFunction('checkActivation', { code: scanned }),
    enabled: Boolean(user && scanned && !claim && !refused),
    retry: false,
    meta: { notCached: true },
  });
  // An unanswered tag may be an own one, which has no activation code to type.
  const isUnanswered =
    !refused && own.isError && !isClaimRefused(own.error) && Object.keys(fieldErrors(own.error)).length === 0;
  const [left, setLeft] = useState(scanned);
  const [isBegun, setBegun] = useState(false);
  if (!isBegun && !outbox.isLoading) {
    setBegun(true);
    const begun = waitingFor(scanned);
    if (begun && begun.call !== 'addItem' && (!begun.refusal || begun.refusal === 'no-item')) {
      const { code, activationCode } = begun.input;
      setClaim({ code, activationCode });
    }
  }
  const known = claim ?? (own.isSuccess ? { code: scanned } : null);
  const goOn = (given: WaitingClaim) => {
    setUnchecked(true);
    setClaim(given);
  };

  if (own.isLoading || outbox.isLoading) return <LoadingScreen />;
  if (isUnanswered && !known)
    return <NotChecked code={scanned} error={own.error} onAgain={own.refetch} onGoOn={() => goOn({ code: scanned })} />;
  if (!known) {
    const keep = (given: WaitingClaim, wasChecked: boolean) => {
      waitingClaim.keep(given);
      setUnchecked(!wasChecked);
      setClaim(given);
    };
    return <ClaimForm code={scanned} error={refused?.why ?? null} mayWait={user !== null} onChecked={keep} />;
  }
  if (!user) return <NeedsAccount code={known.code} />;
  const giveUp = (why: Error | null, typed?: NewItem) => {
    waitingClaim.forget(known.code);
    setClaim(null);
    if (why || waitingFor(known.code)) setLeft(known.code);
    setRefused(why && { why, typed });
  };
  const handedOn = waitingFor(left);
  return (
    <PutOnItem
      claim={known}
      waiting={waitingFor(known.code) ?? (handedOn?.refusal ? handedOn : undefined)}
      typed={refused?.typed}
      isUnchecked={isUnchecked}
      onOther={own.isSuccess ? undefined : giveUp}
    />
  );
}

function claimFor(scanned: string): WaitingClaim | null {
  const waiting = waitingClaim.read();
  return waiting && (!scanned || scanned === waiting.code) ? waiting : null;
}

type NotCheckedProps = { code: string; error: Error; onAgain(): void; onGoOn(): void };

function NotChecked({ code, error, onAgain, onGoOn }: NotCheckedProps) {
  const t = useTranslations();
  return (
    <EntryCard title={t('activate.title')}>
      <p>
        <CodeGroups code={code} />
      </p>
      <Alert tone="error">{error.message}</Alert>
      <Button type="button" onClick={onAgain}>
        {t('screen.tryAgain')}
      </Button>
      <ActionButton onClick={onGoOn}>{t('activate.goOnUnchecked')}</ActionButton>
    </EntryCard>
  );
}

function NeedsAccount({ code }: { code: string }) {
  const t = useTranslations();
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

type ClaimFormProps = {
  code: string;
  error: Error | null;
  /** Signed-in people may go on without network, and the codes are checked later. */
  mayWait: boolean;
  onChecked(claim: WaitingClaim, wasChecked: boolean): void;
};

const typedClaim = z.object({ code: tagCode, activationCode: activationCode.optional() });

function ClaimForm({ code, error: earlier, mayWait, onChecked }: ClaimFormProps) {
  const t = useTranslations();
  const check = useChange(
    async ({ code = '', activationCode: given }: FieldValues) => {
      const typed = { code, activationCode: given?.trim() ? given : undefined };
      const claim = typedClaim.safeParse(typed).data;
      const wasChecked = await callFunction('checkActivation', typed).then(
        () => true,
        (error) => (claim && mayWait && isUnreachable(error) ? false : Promise.reject(error)),
      );
      return { claim: claim ?? typedClaim.parse(typed), wasChecked };
    },
    { onSuccess: ({ claim, wasChecked }) => onChecked(claim, wasChecked) },
  );
  const form = useForm(check, { error: check.error ?? earlier });
  const field = { className: 'field-input font-mono', dir: 'ltr', autoComplete: 'off', spellCheck: false } as const;
  return (
    <EntryCard title={t('activate.title')}>
      <p>{t('activate.lead')}</p>
      <Form of={form} noValidate>
        <TextField
          {...field}
          label={t('activate.code')}
          {...form.field('code')}
          defaultValue={code}
          autoCapitalize="none"
          hint={t('activate.codeHint')}
        />
        <TextField
          {...field}
          label={t('activate.activationCode')}
          {...form.field('activationCode')}
          autoCapitalize="characters"
          hint={t('activate.activationCodeHint')}
        />
        <Submit of={check} busy={t('activate.checking')}>
          {t('activate.goOn')}
        </Submit>
      </Form>
    </EntryCard>
  );
}

import { onlineQuery } from '../../core/data/function-queries.ts';
import '../../core/document/no-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewItem } from '../../../domain/items/contract/schema.ts';
import { activatePath, signInPath, signUpPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, Button, LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { fieldErrors } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { useLocation, useSearchParams } from '../../core/navigation/navigation.tsx';
import { isOf, newItemCalls } from '../../core/outbox/entry.ts';
import { isClaimRefused } from '../../core/outbox/refusals.ts';
import { outboxQuery } from '../../core/outbox/store.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { type WaitingClaim, waitingClaim } from '../../core/session/waiting.ts';
import { EntryCard } from '../../widgets/entry-card.tsx';
import { useKeepFocus } from '../../widgets/keep-focus.ts';
import { useItem } from '../items/item-page.tsx';
import { ClaimForm } from './claim-form.tsx';
import { PrintAnother, PutOnItem, PutOnKnownItem, tagCodeOf } from './put-on-item.tsx';

export function Activate() {
  const scanned = useLocation().hash.slice(1);
  const { user } = useAuth();
  const itemId = useSearchParams().get('item') ?? '';
  const item = useItem(itemId, { enabled: Boolean(user && itemId) }).data;
  // What waits for another item is another tag.
  const [claim, setClaim] = useState(() => (itemId ? null : claimFor(scanned)));
  const [isUnchecked, setUnchecked] = useState(false);
  const [refused, setRefused] = useState<{ why: Error; typed: NewItem | undefined } | null>(null);
  const outbox = useQuery({ ...outboxQuery(user?.uid ?? ''), enabled: user !== null });
  const waitingFor = (code: string) =>
    outbox.data?.filter((each) => isOf(newItemCalls, each)).find((each) => tagCodeOf(each) === code);
  useKeepFocus();
  const own = useQuery({
    ...onlineQuery(['own-blank-tag', scanned], 'checkActivation', { code: scanned }),
    enabled: Boolean(user && scanned && !claim && !refused),
    retry: false,
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
    const why = refused?.why ?? null;
    return (
      <ClaimForm code={scanned} onto={item} error={why} mayWait={user !== null} onChecked={keep}>
        {item && <PrintAnother itemId={item.id} />}
      </ClaimForm>
    );
  }
  if (!user) return <NeedsAccount code={known.code} />;
  const giveUp = (why: Error | null, typed?: NewItem) => {
    waitingClaim.forget(known.code);
    setClaim(null);
    if (why || waitingFor(known.code)) setLeft(known.code);
    setRefused(why && { why, typed });
  };
  if (item) return <PutOnKnownItem claim={known} item={item} isUnchecked={isUnchecked} onOther={giveUp} />;
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

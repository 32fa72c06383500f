import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { HandedOverItem } from '../../../domain/sharing/contract/schema.ts';
import { activatePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { dayInWords } from '../../../ui/dates.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { notCached } from '../../core/data/function-queries.ts';
import { handedOverQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { isClaimRefused } from '../../core/outbox/refusals.ts';
import { type WaitingClaim, waitingClaim } from '../../core/session/waiting.ts';
import { ChangeButton, useChange } from '../../widgets/form.tsx';

export function HandedOverAlert() {
  const items = useQuery(handedOverQuery).data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <div className="mb-6 grid gap-3">
      {items.map((item) => (
        <HandedOver key={item.id} item={item} />
      ))}
    </div>
  );
}

function HandedOver({ item: { id, name, at } }: { item: HandedOverItem }) {
  const dismiss = useChange(() => callFunction('dismissHandedOver', { id }), {
    changes: [handedOverQuery.queryKey],
    always: true,
  });
  return (
    <Alert>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="wrap-anywhere">{t.rich('handover.handedOver', { item: name, day: dayInWords(at, t) })}</p>
        <ChangeButton of={dismiss}>{t('handover.dismiss')}</ChangeButton>
      </div>
    </Alert>
  );
}

export function WaitingTagAlert({ claim }: { claim: WaitingClaim }) {
  const [isForgotten, setForgotten] = useState(false);
  const check = useQuery({
    queryKey: ['waiting-tag', claim.code],
    queryFn: async () => {
      try {
        return await callFunction('checkActivation', { code: claim.code, activationCode: claim.activationCode });
      } catch (error) {
        if (isClaimRefused(error)) waitingClaim.forget(claim.code);
        throw error;
      }
    },
    retry: false,
    gcTime: 0,
    ...notCached,
  });
  if (isForgotten || check.isLoading || isClaimRefused(check.error)) return null;
  const forget = () => {
    waitingClaim.forget(claim.code);
    setForgotten(true);
  };
  return (
    <div className="mb-6">
      <Alert title={t('activate.waitingTitle')}>
        <p className="mb-3">
          {t('activate.waitingText')} <CodeGroups code={claim.code} />
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton href={activatePath()}>{t('activate.verb')}</LinkButton>
          <ActionButton onClick={forget}>{t('activate.forget')}</ActionButton>
        </div>
      </Alert>
    </div>
  );
}

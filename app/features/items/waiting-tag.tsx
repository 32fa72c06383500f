import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activatePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { isClaimRefused } from '../../core/outbox/refused-claim.ts';
import { type WaitingClaim, waitingClaim } from '../../core/session/waiting-claim.ts';

export function WaitingTagAlert({ claim }: { claim: WaitingClaim }) {
  const t = useTranslations();
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
    meta: { notCached: true },
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
          <Button type="button" variant="secondary" onClick={forget}>
            {t('activate.forget')}
          </Button>
        </div>
      </Alert>
    </div>
  );
}

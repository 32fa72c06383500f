import { Alert } from '../../../ui/alert.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';

import { useSearchParams } from '../../core/navigation/navigation.tsx';
import { EntryCard } from '../../widgets/entry-card.tsx';

import { ChangeButton, useChange } from '../../widgets/form.tsx';
import { Onward } from './onward.tsx';

/** Asks first, because mail scanners open links too. */
export function KeepAccount() {
  const token = useSearchParams().get('token') ?? '';
  const keep = useChange(() => callFunction('keepAccountByToken', { token }));
  if (keep.isSuccess) {
    return (
      <EntryCard title={t('keepAccount.keptTitle')}>
        <p>{t('keepAccount.kept')}</p>
        <Onward />
      </EntryCard>
    );
  }
  return (
    <EntryCard title={t('keepAccount.title')}>
      {keep.error ? <Alert tone="error">{keep.error.message}</Alert> : <p>{t('keepAccount.text')}</p>}
      <ChangeButton of={keep} variant="primary">
        {t('keepAccount.keep')}
      </ChangeButton>
    </EntryCard>
  );
}

import { useEffect, useState, useSyncExternalStore } from 'react';
import { createDrafts } from '../../../browser/drafts.ts';
import { logOnly } from '../../../browser/log-only.ts';
import { storageOf } from '../../../browser/storage.ts';
import { homePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { dropEntries, isUndone, outboxQuery } from '../../core/outbox/store.ts';
import { useOutbox } from '../../core/outbox/use-outbox.ts';
import { useAuth, useUser } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { ChangeButton, useChange } from '../../widgets/form.tsx';
import { endPushHere } from '../../widgets/push-here.ts';

/** Asks first when there are words that would be lost. @param props.next where it leads */
export function SignOut({ next = homePath() }: { next?: string }) {
  const { error, logout } = useAuth();
  const { uid } = useUser();
  const [drafts] = useState(() => createDrafts(storageOf('localStorage'), uid));
  const { isEmpty } = useOutbox();
  // A page that was left may still be sending a change.
  useEffect(() => void queryClient.invalidateQueries(outboxQuery(uid)), [uid]);
  const hasDrafts = useSyncExternalStore(onWriting, () => drafts.some());
  const end = async (discards: boolean) => {
    await endPushHere();
    await logout();
    if (discards) drafts.dropAll();
    await dropEntries(uid, (entry) => discards || isUndone(entry)).catch(logOnly('Nothing was waiting'));
    location.assign(next);
  };
  const leave = useChange(() => end(false));
  return (
    <section className="grid gap-3">
      {leave.error && (
        <Alert tone="error" title={t('profile.signOutFailed')}>
          {error}
        </Alert>
      )}
      {!isEmpty || hasDrafts ? (
        <ConfirmButton
          label={t('profile.signOut')}
          question={t('profile.signOutQuestion')}
          action={() => end(true)}
          text={t('profile.signOutConsequence')}
        />
      ) : (
        <ChangeButton of={leave} className="sm:justify-self-start">
          {t('profile.signOut')}
        </ChangeButton>
      )}
    </section>
  );
}

function onWriting(changed: () => void): () => void {
  for (const event of ['storage', 'input']) addEventListener(event, changed);
  return () => {
    for (const event of ['storage', 'input']) removeEventListener(event, changed);
  };
}

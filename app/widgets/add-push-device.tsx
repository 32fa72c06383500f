import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert } from '../../ui/alert.tsx';
import { callFunction, FunctionError } from '../core/data/call-function.ts';
import { t } from '../core/document/app-translations.ts';
import { ChangeButton, useChange } from './form.tsx';
import { readPushState, rememberPushDevice, subscribeHere } from './push-here.ts';

/** Begins push notifications in this browser, or says why it cannot. @param props.changes is read anew then */
export function AddPushDevice({ pushKey, changes }: { pushKey: string; changes: QueryKey }) {
  const [state, setState] = useState(readPushState);
  const add = useChange(
    async () => {
      const subscription = await subscribeHere(pushKey);
      setState(readPushState());
      if (subscription === 'not-allowed') return false;
      const { id } = await callFunction('addPushDevice', subscription);
      rememberPushDevice(id);
      return true;
    },
    { changes: [changes] },
  );
  if (state === 'none') return <p className="text-ink-soft">{t('notifications.pushNone')}</p>;
  if (state === 'denied') return <Alert>{t('notifications.pushDenied')}</Alert>;
  return (
    <>
      {add.data === false && <Alert tone="error">{t('notifications.pushNotAllowed')}</Alert>}
      {add.error && (
        <Alert tone="error">
          {add.error instanceof FunctionError ? add.error.message : t('notifications.pushError')}
        </Alert>
      )}
      <ChangeButton of={add} className="sm:justify-self-start">
        {t('notifications.pushOn')}
      </ChangeButton>
    </>
  );
}

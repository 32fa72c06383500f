import { useState } from 'react';
import type { NotificationChoices } from '../../../domain/notifications/contract/settings.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Checkbox } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { notificationsQuery } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { Failure, useChange } from '../../widgets/form.tsx';

type ChoiceProps = {
  label: string;
  checked: boolean;
  change: ChangeSettings;
  choices(chosen: boolean): NotificationChoices;
};

/** Saved at once; a choice that could not be saved goes back, and `change` says so. */
export function Choice({ label, checked, change, choices }: ChoiceProps) {
  const [chosen, setChosen] = useState<boolean>();
  const choose = (isOn: boolean) => {
    setChosen(isOn);
    change.mutate(choices(isOn), { onSettled: () => setChosen(undefined) });
  };
  return (
    <Checkbox
      className="size-6 shrink-0 accent-home"
      checked={chosen ?? checked}
      disabled={change.isPending}
      onChange={({ target }) => choose(target.checked)}
    >
      {label}
    </Checkbox>
  );
}

export function Outcome({ of: { error, isSuccess } }: { of: ChangeSettings }) {
  if (error) return <Failure error={error} title={t('notifications.notSaved')} />;
  return isSuccess && <Alert tone="success">{t('notifications.saved')}</Alert>;
}

type ChangeSettings = ReturnType<typeof useChangeSettings>;

export function useChangeSettings() {
  return useChange((choices: NotificationChoices) => callFunction('setNotificationSettings', choices), {
    onSuccess: (settings) => queryClient.setQueryData(notificationsQuery.queryKey, settings),
  });
}

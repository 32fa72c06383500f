import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NotificationChoices } from '../../../domain/notifications/contract/settings.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { notificationsQuery } from '../../core/data/queries.ts';

export type ChangeSettings = ReturnType<typeof useChangeSettings>;

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choices: NotificationChoices) => callFunction('setNotificationSettings', choices),
    onSuccess: (settings) => client.setQueryData(notificationsQuery.queryKey, settings),
  });
}

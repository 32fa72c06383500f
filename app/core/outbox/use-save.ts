import { useQueryClient } from '@tanstack/react-query';
import { sendWaiting } from '../offline/use-device.ts';
import { useUser } from '../session/auth-provider.tsx';
import type { Call } from './entry.ts';
import { type NewEntry, newEntry, type Options, saveAndSend } from './save.ts';

/** @returns a function that stores an entry on this device and sends it, unless it has to wait. It returns what the server answers, or undefined. */
export function useSave() {
  const client = useQueryClient();
  const { uid } = useUser();
  return async <Each extends Call>(
    call: Each,
    entry: Omit<NewEntry<Each>, 'uid'>,
    options?: Options,
  ): Promise<unknown> => {
    try {
      return await saveAndSend(client, newEntry(call, { ...entry, uid } as NewEntry<Each>), options);
    } finally {
      sendWaiting(client, uid);
    }
  };
}

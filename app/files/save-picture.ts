import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newSendingKey } from '../../browser/sending-key.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { showChangedItem } from '../data/queries.ts';
import { useUser } from '../session/auth-provider.tsx';
import type { UnsentPicture } from '../unsent/kinds.ts';
import { sendKeptPicture } from '../unsent/send-kept.ts';
import { uploadFile } from './upload-file.ts';

/** Sends a picture of an item, which is on this device before; the answer is false when it waits there. `percent` while it is sent. */
export function useSavePicture() {
  const client = useQueryClient();
  const { uid } = useUser();
  const [percent, setPercent] = useState<number>();
  const stopping = useRef<AbortController>(undefined);
  const save = async (
    item: Pick<ItemSummary, 'id' | 'name'>,
    file: Blob,
    { waiting, key = newSendingKey() }: { waiting?: UnsentPicture | undefined; key?: string | undefined } = {},
  ): Promise<boolean> => {
    const stop = new AbortController();
    stopping.current = stop;
    setPercent(0);
    try {
      const sending = { signal: stop.signal, onProgress: (share: number) => setPercent(Math.floor(share * 100)) };
      const changed = await sendKeptPicture(
        client,
        { uid, itemId: item.id, name: item.name, sendingKey: key, file },
        () => uploadFile('setPicture', { itemId: item.id, key }, file, sending),
        waiting,
      );
      if (changed) showChangedItem(client, changed);
      return changed !== undefined;
    } catch (error) {
      if (stop.signal.aborted) return true;
      throw error;
    } finally {
      setPercent(undefined);
    }
  };
  return { save, percent, stop: () => stopping.current?.abort() };
}

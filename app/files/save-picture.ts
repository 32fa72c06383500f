import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newSendingKey } from '../../browser/sending-key.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { showChangedItem } from '../data/queries.ts';
import { canWait, dropUnsent, saveUnsentPicture, type UnsentPicture } from '../offline/unsent-changes.ts';
import { useUser } from '../session/auth-provider.tsx';
import { uploadFile } from './upload-file.ts';

/** Sends a picture of an item; without network it waits on this device, and the answer is false. `percent` while it is sent. */
export function useSavePicture() {
  const client = useQueryClient();
  const { uid } = useUser();
  const [percent, setPercent] = useState<number>();
  const stopping = useRef<AbortController>(undefined);
  const save = async (
    item: Pick<ItemSummary, 'id' | 'name'>,
    file: Blob,
    waiting?: UnsentPicture,
  ): Promise<boolean> => {
    const stop = new AbortController();
    stopping.current = stop;
    const key = newSendingKey();
    setPercent(0);
    try {
      const sending = { signal: stop.signal, onProgress: (share: number) => setPercent(Math.floor(share * 100)) };
      const changed = await uploadFile('setPicture', { itemId: item.id, key }, file, sending);
      if (waiting) await dropUnsent(client, waiting);
      showChangedItem(client, changed);
      return true;
    } catch (error) {
      if (stop.signal.aborted) return true;
      if (!canWait(error)) throw error;
      const unsent = { uid, itemId: item.id, name: item.name, sendingKey: key, file };
      await saveUnsentPicture(client, unsent).catch(() => Promise.reject(error));
      return false;
    } finally {
      setPercent(undefined);
    }
  };
  return { save, percent, stop: () => stopping.current?.abort() };
}

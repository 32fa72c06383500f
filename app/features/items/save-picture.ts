import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { deliver } from '../../core/outbox/deliver.ts';
import { useSave } from '../../core/outbox/use-save.ts';

/** Sends a picture of an item, which is on this device before; the answer is false when it waits there. `percent` while it is sent. */
export function useSavePicture() {
  const saveEntry = useSave();
  const [percent, setPercent] = useState<number>();
  const stopping = useRef<AbortController>(undefined);
  const save = async (
    item: Pick<ItemSummary, 'id' | 'name'>,
    file: Blob,
    { key = newIdempotencyKey() }: { key?: string | undefined } = {},
  ): Promise<boolean> => {
    const stop = new AbortController();
    stopping.current = stop;
    setPercent(0);
    try {
      const sending = { signal: stop.signal, onProgress: (share: number) => setPercent(Math.floor(share * 100)) };
      const entry = { about: item.id, name: item.name, slot: 'picture', file, input: { itemId: item.id, key } };
      return (await saveEntry('setPicture', entry, { send: (each) => deliver(each, sending) })) !== undefined;
    } catch (error) {
      if (stop.signal.aborted) return true;
      throw error;
    } finally {
      setPercent(undefined);
    }
  };
  return { save, percent, stop: () => stopping.current?.abort() };
}

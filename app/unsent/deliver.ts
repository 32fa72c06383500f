import type { QueryClient } from '@tanstack/react-query';
import { addToConversation } from '../data/conversations.ts';
import { receiptsQuery, showChangedItem } from '../data/queries.ts';
import { uploadFile } from '../files/upload-file.ts';
import { deliverReply, deliverSwitches } from './deliver-conversation.ts';
import { deliverItem, deliverItemChange } from './deliver-item.ts';
import type { Unsent } from './kinds.ts';
import { callAs } from './same-account.ts';
import { revise } from './unsent-store.ts';

/** @returns a function that shows the new state; undefined when the entry is gone or was changed since it was read */
export async function deliver(client: QueryClient, unsent: Unsent): Promise<(() => void) | undefined> {
  if (unsent.kind === 'reply') {
    const message = await deliverReply(client, unsent);
    return () => addToConversation(client, unsent.conversationId, message);
  }
  if (unsent.kind === 'picture') {
    const { itemId, sendingKey: key, file } = unsent;
    const item = await uploadFile('setPicture', { itemId, key }, file);
    return () => showChangedItem(client, item);
  }
  if (unsent.kind === 'receipt') {
    const { itemId, sendingKey: key, fileName, file } = unsent;
    await uploadFile('addReceipt', { itemId, key, name: fileName }, file);
    return () => void client.invalidateQueries(receiptsQuery(itemId));
  }
  if (unsent.kind === 'switches') {
    const isWanted = await revise(client, unsent, navigator.onLine ? { tried: true } : {});
    return isWanted ? deliverSwitches(client, unsent, callAs(unsent.uid)) : undefined;
  }
  if (unsent.kind === 'item') {
    const isWanted = await revise(client, unsent, navigator.onLine ? { tried: true } : {});
    return isWanted ? deliverItem(client, unsent) : undefined;
  }
  return deliverItemChange(client, unsent);
}

import type { QueryClient } from '@tanstack/react-query';
import { promisifyRequest } from 'idb-keyval';
import { unsentStore } from '../../browser/unsent.ts';
import type { ChangedSwitches, Switches, UnsentSwitches } from './kinds.ts';
import { tellChange } from './unsent-store.ts';

/** Adds the change to what still waits for the conversation. A switch that was never sent and is as `before` again is dropped. */
export async function saveUnsentSwitches(
  client: QueryClient,
  changed: ChangedSwitches & { uid: string; before: Switches },
): Promise<void> {
  const { uid, conversationId, before } = changed;
  const key = `${uid} ${conversationId} switches`;
  await unsentStore('readwrite', async (entries) => {
    const waiting = await promisifyRequest<UnsentSwitches | undefined>(entries.get(key));
    const wanted = (name: keyof Switches) => {
      const value = changed[name] ?? waiting?.[name];
      return value === before[name] && !waiting?.tried ? undefined : value;
    };
    const [archived, muted] = [wanted('archived'), wanted('muted')];
    if (archived === undefined && muted === undefined) entries.delete(key);
    else
      entries.put(
        {
          kind: 'switches',
          uid,
          key,
          conversationId,
          archived,
          muted,
          upTo: changed.upTo ?? waiting?.upTo,
          tried: waiting?.tried,
          writtenAt: new Date().toISOString(),
        } satisfies UnsentSwitches,
        key,
      );
    await promisifyRequest(entries.transaction);
  });
  await tellChange(client, uid);
}

import { sql } from 'kysely';
import { hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { recordAction } from '../audit/record-action.ts';
import type { KnownNetwork, ReadingAbout } from './contract/reading.ts';
import { onConversation } from './readings.ts';

const dayMs = 24 * 60 * 60_000;

/** Until the end of the day (UTC): then the key of its hashes changes. */
export function secondsOfToday(): number {
  return Math.ceil((dayMs - (Date.now() % dayMs)) / 1000);
}

const beginningOfToday = () => new Date(Date.now() - (Date.now() % dayMs));

export function isBlocked(networkKey: string) {
  return sql<boolean>`exists (
    select from blocked_networks where network_key = ${networkKey} and ends_at > now())`;
}

/** Blocks or allows new conversations from the network today; those that there are go on. */
export function setNetworkBlocked(
  admin: { uid: string },
  { id, about, blocked }: { id: string; about: ReadingAbout; blocked: boolean },
  services: Services,
): Promise<'done' | 'no-conversation' | 'not-about-it' | 'network-forgotten'> {
  return onConversation({ id, about }, services, async (trx, _publish, conversation) => {
    const networkKey = keyOfToday(conversation);
    if (!networkKey) return 'network-forgotten';
    const isNew = blocked ? await block(trx, networkKey) : await unblock(trx, networkKey);
    if (isNew)
      await recordAction(trx, {
        by: admin,
        act: 'setNetworkBlocked',
        id,
        changes: { blocked: [!blocked, blocked], about: [null, `${about.kind} ${about.id}`] },
      });
    return 'done';
  });
}

async function block(trx: Executor, networkKey: string): Promise<boolean> {
  const endsAt = new Date(beginningOfToday().getTime() + dayMs);
  return hasChanged(
    trx
      .insertInto('blockedNetworks')
      .values({ networkKey, endsAt })
      .onConflict((conflict) => conflict.column('networkKey').doNothing()),
  );
}

async function unblock(trx: Executor, networkKey: string): Promise<boolean> {
  return hasChanged(trx.deleteFrom('blockedNetworks').where('networkKey', '=', networkKey));
}

type Begun = { networkKey: string | null; createdAt: Date };

function keyOfToday({ networkKey, createdAt }: Begun): string | null {
  return createdAt >= beginningOfToday() ? networkKey : null;
}

export async function readNetwork(begun: Begun, db: Executor): Promise<KnownNetwork> {
  const networkKey = keyOfToday(begun);
  if (!networkKey) return 'forgotten';
  const { rows } = await sql<{ blocked: boolean }>`select ${isBlocked(networkKey)} as blocked`.execute(db);
  return rows[0]?.blocked ? 'blocked' : 'free';
}

/** Forgets from which networks conversations and orders of earlier days were begun, and what was blocked then. */
export async function forgetNetworks({ db }: Services): Promise<void> {
  await db
    .updateTable('conversations')
    .set({ networkKey: null })
    .where('networkKey', 'is not', null)
    .where('createdAt', '<', beginningOfToday())
    .execute();
  await db
    .updateTable('orders')
    .set({ networkKey: null })
    .where('networkKey', 'is not', null)
    .where('createdAt', '<', beginningOfToday())
    .execute();
  await db.deleteFrom('blockedNetworks').where('endsAt', '<=', sql<Date>`now()`).execute();
}

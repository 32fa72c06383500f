import { randomUUID } from 'node:crypto';
import { isoTimes, type PageRequest, readNewest } from '../../server/db/keyset.ts';
import { countRows, hasChanged } from '../../server/db/statements.ts';
import { isOutsideUrl } from '../../server/outgoing/post-outside.ts';
import { arePushKeys, type PushSubscription } from '../../server/outgoing/web-push.ts';
import type { Services } from '../../server/services.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { describeDevice } from '../accounts/describe-device.ts';
import type { OwnSession } from '../accounts/sessions.ts';
import { mostDevices, type PushDevice } from './contract/settings.ts';

export async function listPushDevices({ user }: OwnSession, request: PageRequest, { db, keys }: Services) {
  return readNewest({
    ...request,
    keys,
    list: JSON.stringify(['push-devices', user.uid]),
    rows: db
      .selectFrom('pushSubscriptions')
      .select(['id', 'device', 'createdAt as since', 'deliveredAt'])
      .where('uid', '=', user.uid),
    as: 'devices',
    show: isoTimes,
  });
}

/** `not-known`: an unknown push service, or keys that no browser makes; `too-many`: above 20 devices. */
export async function addPushDevice(
  { user, sessionId }: OwnSession,
  subscription: PushSubscription,
  { db, outgoing }: Services,
): Promise<PushDevice | 'not-known' | 'too-many'> {
  const { endpoint, p256dh, auth } = subscription;
  if (!isPushEndpoint(endpoint, outgoing) || !arePushKeys(subscription)) return 'not-known';
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, user.uid);
    const earlier = await trx
      .selectFrom('pushSubscriptions')
      .select(['id', 'uid', 'p256dh', 'auth'])
      .where('endpoint', '=', endpoint)
      .where('uid', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    const isSameBrowser = earlier?.p256dh === p256dh && earlier.auth === auth;
    if (earlier && earlier.uid !== user.uid && !isSameBrowser) return 'not-known';
    if (earlier) await trx.deleteFrom('pushSubscriptions').where('id', '=', earlier.id).execute();
    const devices = await countRows(trx.selectFrom('pushSubscriptions').where('uid', '=', user.uid));
    if (devices >= mostDevices) return 'too-many';
    const ofSession = trx
      .selectFrom('authSessions')
      .select('userAgent')
      .where('id', '=', sessionId ?? '');
    const session = await ofSession.executeTakeFirst();
    const row = await trx
      .insertInto('pushSubscriptions')
      .values({
        id: randomUUID(),
        uid: user.uid,
        sessionId: sessionId ?? null,
        device: describeDevice(session?.userAgent ?? null),
        endpoint,
        p256dh,
        auth,
      })
      .returning(['id', 'device', 'createdAt as since', 'deliveredAt'])
      .executeTakeFirstOrThrow();
    return isoTimes(row);
  });
}

export async function removePushDevice({ user }: OwnSession, id: string, { db }: Services): Promise<boolean> {
  return hasChanged(db.deleteFrom('pushSubscriptions').where('id', '=', id).where('uid', '=', user.uid));
}

export function isPushEndpoint(endpoint: string, { isPushHost }: Services['outgoing']): boolean {
  return isOutsideUrl(endpoint) && isPushHost(new URL(endpoint).host);
}

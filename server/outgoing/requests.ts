import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { timesAreRight } from '../clock.ts';
import { deleteInChunks } from '../db/statements.ts';
import type { Database, Executor, Tables } from '../db/tables.ts';
import { wakeSenders } from '../events/events.ts';
import { type QueueWorker, startQueueWorker } from '../queue-worker.ts';
import type { Services } from '../services.ts';
import { postOutside } from './post-outside.ts';
import { pushRequest, webhookRequest } from './web-push.ts';

const mostOfAKind = 5;
const leaseSeconds = 30;
const sendMs = (leaseSeconds - 10) * 1000;
const giveUpAfterHours = 24;
const longestPauseSeconds = 3 * 60 * 60;
const keptDays = 30;

type Deps = Pick<Services, 'db' | 'events' | 'keys' | 'log' | 'outgoing' | 'webhook' | 'publicUrl' | 'brand'>;

/** Sends what is queued for push services and the webhook: at most 5 of a kind at a time, so that neither waits for the other. */
export function startRequestWorker(deps: Deps): QueueWorker {
  return startQueueWorker<LeasedRequest>({
    ...deps,
    of: 'request',
    most: 2 * mostOfAKind,
    mostOfAGroup: mostOfAKind,
    groupOf: ({ kind }) => kind,
    lease: (busyKinds) => leaseRequest(deps.db, busyKinds),
    send: (request, shutdown) => send(request, deps, shutdown),
  });
}

async function send(request: LeasedRequest, deps: Deps, shutdown: AbortSignal): Promise<void> {
  const { db, log } = deps;
  const about = { request: request.id, kind: request.kind, attempt: request.attempts };
  const late = AbortSignal.timeout(sendMs);
  try {
    const status = await post(request, deps, AbortSignal.any([late, shutdown]));
    if (status >= 200 && status < 300) {
      await recordSent(db, request);
      log.info(about, 'request sent');
      return;
    }
    if (request.subscriptionId && (status === 404 || status === 410)) {
      await db.deleteFrom('pushSubscriptions').where('id', '=', request.subscriptionId).execute();
      log.info({ ...about, status }, 'a device ended its notifications');
      return;
    }
    // A push service that refuses a notification for good refuses it each time.
    const final = request.kind === 'push' && status >= 400 && status < 500 && status !== 429;
    await fail(request, { reason: `The server answered ${status}.`, final }, deps);
  } catch (error) {
    if (shutdown.aborted) {
      await returnRequest(db, request);
      log.info(about, 'request broken off, the next start sends it');
      return;
    }
    const { code, message } = error as { code?: string; message?: string };
    const reason = late.aborted ? 'The server took too long.' : `${code ?? ''} ${message ?? error}`.trim();
    await fail(request, { reason, final: code === 'ENOTPUBLIC' && request.kind === 'push' }, deps);
  }
}

async function post(request: LeasedRequest, deps: Deps, signal: AbortSignal): Promise<number> {
  const { db, keys, outgoing, webhook, publicUrl, brand } = deps;
  if (request.kind === 'webhook') {
    if (!webhook) throw new Error('There is no webhook any more.');
    return postOutside({ ...webhookRequest(webhook, request, new Date()), signal }, outgoing);
  }
  const subscription = await db
    .selectFrom('pushSubscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', request.subscriptionId)
    .executeTakeFirst();
  if (!subscription || !outgoing.isPushHost(new URL(subscription.endpoint).host)) return 410;
  const contact = publicUrl.startsWith('https:') ? publicUrl : `mailto:${brand.contactEmail}`;
  const { topic = '' } = JSON.parse(request.body) as { topic?: string };
  return postOutside(
    { ...(await pushRequest(subscription, request.body, { keys, contact, topic })), signal },
    outgoing,
  );
}

async function fail(request: LeasedRequest, { reason, final }: { reason: string; final: boolean }, { db, log }: Deps) {
  const givenUp = await recordFailedRequest(db, request, { reason, final });
  const about = { request: request.id, kind: request.kind, attempt: request.attempts };
  log.warn(about, `request not sent, ${givenUp ? 'given up' : 'will retry'}`);
}

type LeasedRequest = Selectable<Tables['outgoingRequests']>;

type NewRequest = Pick<LeasedRequest, 'kind' | 'uid' | 'body'> & {
  subscriptionId?: string;
  possiblyAutomatic?: boolean;
};

export async function queueRequests(trx: Executor, requests: NewRequest[]): Promise<void> {
  if (requests.length === 0) return;
  const rows = requests.map(({ subscriptionId = null, ...rest }) => ({ ...rest, subscriptionId, id: randomUUID() }));
  await trx.insertInto('outgoingRequests').values(rows).execute();
  wakeSenders(trx);
}

/** Leases the request that is due longest. A lease of more than twice its length is void. */
async function leaseRequest(db: Executor, busyKinds: string[]): Promise<LeasedRequest | undefined> {
  const { rows } = await sql<LeasedRequest>`
    update outgoing_requests
    set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = attempts + 1
    where id = (
      select id from outgoing_requests
      where sent_at is null and failed_at is null and send_after <= now() and kind <> all (${busyKinds})
        and (leased_until between now() and now() + make_interval(secs => ${2 * leaseSeconds})) is not true
      order by send_after, id limit 1 for update skip locked
    )
    returning *`.execute(db);
  return rows[0];
}

async function recordSent(db: Database, { id, subscriptionId }: LeasedRequest): Promise<void> {
  const sent = { sentAt: sql<Date>`now()`, leasedUntil: null, body: '' };
  await db.updateTable('outgoingRequests').set(sent).where('id', '=', id).execute();
  if (!subscriptionId) return;
  const delivered = { deliveredAt: sql<Date>`now()` };
  await db.updateTable('pushSubscriptions').set(delivered).where('id', '=', subscriptionId).execute();
}

/** Tries again after 30 s, then with doubled pauses up to 3 hours, for a day. @returns whether it was given up */
async function recordFailedRequest(
  db: Database,
  { id, attempts }: LeasedRequest,
  { reason, final }: { reason: string; final: boolean },
): Promise<boolean> {
  const pause = sql`make_interval(secs => ${Math.min(15 * 2 ** attempts, longestPauseSeconds)})`;
  const isLate = sql`now() + ${pause} > created_at + make_interval(hours => ${giveUpAfterHours})`;
  const isOver = sql<boolean>`(${final} or ${isLate} and ${timesAreRight})`;
  const failed = await db
    .updateTable('outgoingRequests')
    .set({
      leasedUntil: null,
      sendAfter: sql<Date>`now() + ${pause}`,
      failedAt: sql<Date>`case when ${isOver} then now() end`,
      body: sql<string>`case when ${isOver} then '' else body end`,
      lastError: reason.slice(0, 500),
      lastErrorAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .returning('failedAt')
    .executeTakeFirst();
  return Boolean(failed?.failedAt);
}

async function returnRequest(db: Database, { id, attempts }: LeasedRequest): Promise<void> {
  const changes = { leasedUntil: null, attempts: attempts - 1 };
  await db.updateTable('outgoingRequests').set(changes).where('id', '=', id).where('attempts', '=', attempts).execute();
}

export async function deleteOldRequests({ db }: { db: Executor }): Promise<void> {
  const end = sql`now() - make_interval(days => ${keptDays})`;
  await deleteInChunks(db, { table: 'outgoing_requests', time: sql`least(sent_at, failed_at)`, end });
}

import { type QueueWorker, startQueueWorker } from '../queue-worker.ts';
import type { Services } from '../services.ts';
import { postOutside } from './post-outside.ts';
import {
  type LeasedRequest,
  leaseRequest,
  recordFailedRequest,
  recordSent,
  requestLeaseSeconds,
  returnRequest,
} from './request-queue.ts';
import { pushRequest } from './web-push.ts';
import { webhookRequest } from './webhook.ts';

const mostOfAKind = 5;
const sendMs = (requestLeaseSeconds - 10) * 1000;

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

async function fail(
  request: LeasedRequest,
  { reason, final }: { reason: string; final: boolean },
  { db, log }: Deps,
): Promise<void> {
  const givenUp = await recordFailedRequest(db, request, { reason, final });
  const about = { request: request.id, kind: request.kind, attempt: request.attempts };
  log.warn(about, `request not sent, ${givenUp ? 'given up' : 'will retry'}`);
}

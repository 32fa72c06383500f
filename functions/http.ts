import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { whySessionEnded } from '../domain/accounts/disable-account.ts';
import { enterSession } from '../domain/accounts/enter-session.ts';
import { region } from '../paths/api.ts';
import type { Sessions } from '../server/auth/sessions.ts';
import { TooBusy } from '../server/concurrency.ts';
import { isDatabaseAway } from '../server/db/database-away.ts';
import { chooseEncoding, encodeOnce } from '../server/http/encoding.ts';
import { networkKeyOf } from '../server/http/network-key.ts';
import { isRefused, readBody } from '../server/http/read-body.ts';
import type { Installation } from '../server/installation.ts';
import type { Limited } from '../server/limits/limits.ts';
import { withTimeout } from '../server/with-timeout.ts';
import { type Caller, callDefined, type FunctionDefinition, notAvailable, Refusal, refusalStatuses } from './define.ts';
import { findOpenFunction } from './list.ts';
import { createRequestReads } from './request-reads.ts';

const longestCallMs = 4_500;
/** Every origin may read the answers. */
const answerHeaders = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' };
const leastCompressed = 1_000;

type Deps = { installation: Installation; sessions: Sessions; trustProxy: boolean };
type FunctionContext = Context<{ Bindings: HttpBindings }>;

/** The callable protocol of the Firebase client (C-7.09). Only bearer tokens count, never cookies, so every origin is allowed. */
export function functionRoutes(deps: Deps): Hono<{ Bindings: HttpBindings }> {
  const routes = new Hono<{ Bindings: HttpBindings }>();
  routes.use(async (c, next) => {
    for (const [name, value] of Object.entries(answerHeaders)) c.header(name, value);
    await next();
  });
  routes.options('/:region/:name', (c) =>
    c.body(null, 204, {
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': c.req.header('access-control-request-headers') ?? 'authorization, content-type',
      'Access-Control-Max-Age': '7200',
    }),
  );
  routes.post('/:region/:name', async (c) => {
    const result = await answer(c, deps);
    return result instanceof Refusal ? refuse(c, result) : send(c, { result });
  });
  routes.all('*', (c) => refuse(c, new Refusal('not-found', 'There is no such function.')));
  routes.onError((error, c) => {
    if (error instanceof TooBusy) return refuse(c, notAvailable());
    deps.installation.log.error({ error, function: c.req.param('name') }, 'a function failed');
    if (isDatabaseAway(error)) return refuse(c, notAvailable(findOpenFunction(c.req.param('name') ?? '')));
    return c.json({ error: { status: 'INTERNAL', message: 'Something went wrong. Please try again.' } }, 500);
  });
  return routes;
}

export function malformedCall() {
  const headers = { ...answerHeaders, 'Content-Type': 'application/json' };
  return { headers, body: JSON.stringify(inProtocol(new Refusal('invalid-argument', 'This address cannot be read.'))) };
}

async function answer(c: FunctionContext, deps: Deps): Promise<unknown> {
  const definition = findOpenFunction(c.req.param('name') ?? '');
  if (!definition || c.req.param('region') !== region) return new Refusal('not-found', 'There is no such function.');
  // The time to receive the body does not count.
  const data = await readData(c.req.raw);
  const late = notAvailable(definition);
  const result = await withTimeout(longestCallMs, answerRead(c, definition, data, deps), late);
  if (result === late)
    deps.installation.log.error({ function: definition.name, ms: longestCallMs }, 'a call took too long');
  return result;
}

type Data = { data: unknown };

async function answerRead(
  c: FunctionContext,
  definition: FunctionDefinition,
  data: Data | Refusal,
  deps: Deps,
): Promise<unknown> {
  const caller = await readCaller(c, deps);
  if (caller instanceof Refusal) return caller;
  if (!definition.countsItself) {
    // Signed-in callers count by account, not by network.
    const key = caller.user?.uid ?? `${caller.networkKey}.${definition.name}`;
    const taken = await deps.installation.limits.take('function-call', key);
    if (!taken.allowed) return tooManyCalls(taken);
  }
  return data instanceof Refusal ? data : callDefined(definition, caller, data.data, deps.installation);
}

async function readCaller(c: FunctionContext, { installation, sessions, trustProxy }: Deps): Promise<Caller | Refusal> {
  const networkKey = networkKeyOf(c.env.incoming, { keys: installation.keys, trustProxy });
  const anonymous: Caller = {
    user: null,
    networkKey,
    heldReason: 'no-form',
    reads: createRequestReads(installation),
  };
  const authorization = c.req.header('authorization');
  if (!authorization) return anonymous;
  const token = authorization.replace(/^Bearer /i, '');
  const session = await sessions.fromToken(token);
  if (session) {
    const entry = await enterSession(session.account, installation);
    if (entry.entered) return { ...anonymous, user: entry.user, sessionId: session.id };
  }
  const taken = await installation.limits.take('wrong-token', networkKey);
  return taken.allowed ? refuseToken(await sessions.ownerOfToken(token), installation) : tooManyCalls(taken);
}

function tooManyCalls({ retryAfter }: Limited): Refusal {
  return new Refusal('resource-exhausted', 'Too many calls. Try again in a minute.', { retryAfter });
}

/** The client signs out after each of these reasons (C-8.04). */
async function refuseToken(uid: string | null, installation: Installation): Promise<Refusal> {
  const reason = uid ? await whySessionEnded(uid, installation) : 'user-token-expired';
  return new Refusal('unauthenticated', endings[reason], { reason });
}

const endings = {
  'user-deleted': 'This account was deleted.',
  'user-disabled': 'This account has been closed.',
  'user-token-expired': 'Your session has ended. Sign in again.',
};

async function readData(request: Request): Promise<Data | Refusal> {
  const body = await readBody(request, 'application/json');
  if (isRefused(body)) return new Refusal('invalid-argument', body.message, { fields: { data: body.message } });
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && 'data' in parsed) return { data: parsed.data };
  } catch {
    // Answered below.
  }
  const message = 'Send a JSON body of the form {"data": …}.';
  return new Refusal('invalid-argument', message, { fields: { data: message } });
}

function send(c: FunctionContext, answer: { result: unknown }): Response {
  const plain = Buffer.from(JSON.stringify(answer));
  const encoding = plain.length < leastCompressed ? 'plain' : chooseEncoding(c.req.header('accept-encoding'));
  if (encoding !== 'plain') c.header('Content-Encoding', encoding);
  c.header('Content-Type', 'application/json');
  return c.body(new Uint8Array(encodeOnce(plain, encoding)));
}

function refuse(c: FunctionContext, refusal: Refusal): Response {
  const { status, details } = refusal;
  if (details?.retryAfter) c.header('Retry-After', String(details.retryAfter));
  return c.json(inProtocol(refusal), refusalStatuses[status]);
}

function inProtocol({ status, message, details }: Refusal) {
  return { error: { status: status.toUpperCase().replaceAll('-', '_'), message, details } };
}

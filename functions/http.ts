import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { whySessionEnded } from '../domain/accounts/disable-account.ts';
import { enterSession } from '../domain/accounts/enter-session.ts';
import { offeredLanguages, readOfferedLanguages } from '../domain/settings/languages.ts';
import type { MessageDescriptor, Translations } from '../language/create-translations.ts';
import { translationsIn } from '../language/languages.ts';
import { preferredLanguage } from '../language/negotiate.ts';
import { refusalStatuses, region } from '../paths/api.ts';
import type { Sessions } from '../server/auth/sessions.ts';
import { TooBusy, withTimeout } from '../server/concurrency.ts';
import { isDatabaseAway } from '../server/db/problems.ts';
import { FilesAway } from '../server/files/file-store.ts';
import { chooseEncoding, encodeOnce } from '../server/http/encoding.ts';
import { networkHashesOf } from '../server/http/network-key.ts';
import { isRefused, readBody } from '../server/http/read-body.ts';
import type { Services } from '../server/services.ts';
import { callDefined } from './call.ts';
import { type Caller, Refusal, refusalInWords } from './define.ts';
import { findFileFunction, findOpenFunction, type NamedFunction } from './list.ts';
import { incomingFile } from './received-file.ts';
import { messageOfBodyRefusal, notAvailable, type RefusalName, refused } from './refused.ts';
import { createRequestReads } from './request-reads.ts';

const longestCallMs = 4_500;
/** Every origin may read the answers. */
const answerHeaders = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' };
const leastCompressed = 1_000;

type Deps = { services: Services; sessions: Sessions; trustProxy: boolean };
type FunctionEnv = { Bindings: HttpBindings; Variables: { language?: string } };
type FunctionContext = Context<FunctionEnv>;

/** The callable protocol of the Firebase client (C-7.09). Only bearer tokens count, never cookies, so every origin is allowed. */
export function functionRoutes(deps: Deps): Hono<FunctionEnv> {
  const routes = new Hono<FunctionEnv>();
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
    const withFile = findFileFunction(c.req.param('name'));
    const result = withFile ? await answerWithFile(c, withFile, deps) : await answer(c, deps);
    return result instanceof Refusal ? refuse(c, result, deps) : send(c, { result });
  });
  routes.all('*', (c) => refuse(c, refused('no-function'), deps));
  routes.onError((error, c) => {
    if (error instanceof TooBusy) return refuse(c, notAvailable(), deps);
    deps.services.log.error({ error, function: c.req.param('name') }, 'a function failed');
    if (isDatabaseAway(error) || error instanceof FilesAway)
      return refuse(c, notAvailable(findOpenFunction(c.req.param('name') ?? '')), deps);
    const message = translationsIn(languageOf(c, deps.services))('error.unexpected');
    return c.json({ error: { status: 'INTERNAL', message } }, 500);
  });
  return routes;
}

export function malformedCall(request: IncomingMessage, services: Services) {
  const headers = { ...answerHeaders, 'Content-Type': 'application/json' };
  const refusal = refused('bad-address');
  const language = languageFor(request.headers['accept-language'], services);
  return { headers, body: JSON.stringify(inProtocol(refusal, translationsIn(language))) };
}

async function answer(c: FunctionContext, deps: Deps): Promise<unknown> {
  const definition = findOpenFunction(c.req.param('name') ?? '');
  if (!definition || c.req.param('region') !== region) return refused('no-function');
  // The time to receive the body does not count.
  const data = await readData(c.req.raw);
  const late = notAvailable(definition);
  const result = await withTimeout(longestCallMs, answerRead(c, definition, data, deps), late);
  if (result === late)
    deps.services.log.error({ function: definition.name, ms: longestCallMs }, 'a call took too long');
  return result;
}

/** The file takes its time, and waits for its turn. */
async function answerWithFile(c: FunctionContext, definition: NamedFunction, deps: Deps): Promise<unknown> {
  if (c.req.param('region') !== region) return refused('no-function');
  await using file = incomingFile(c.req.raw);
  return await answerRead(c, definition, parseData(`{"data":${c.req.query('data')}}`), deps, file.receive);
}

type Data = { data: unknown };

async function answerRead(
  c: FunctionContext,
  definition: NamedFunction,
  data: Data | Refusal,
  deps: Deps,
  receiveFile?: Caller['receiveFile'],
): Promise<unknown> {
  const caller = await readCaller(c, deps);
  if (caller instanceof Refusal) return caller;
  if (!definition.countsItself) {
    const key = caller.user?.uid ?? `${caller.networkKey}.${definition.name}`;
    const taken = await deps.services.limits.take('function-call', key);
    if (!taken.allowed) return refused('over-limit.calls', { retryAfter: taken.retryAfter });
  }
  if (data instanceof Refusal) return data;
  return callDefined(definition, { ...caller, ...(receiveFile && { receiveFile }) }, data.data, deps.services);
}

async function readCaller(c: FunctionContext, { services, sessions, trustProxy }: Deps): Promise<Caller | Refusal> {
  await readOfferedLanguages(services);
  const anonymous: Caller = {
    user: null,
    language: languageOf(c, services),
    ...networkHashesOf(c.env.incoming, { keys: services.keys, trustProxy }),
    heldReason: 'no-form',
    reads: createRequestReads(services),
  };
  const authorization = c.req.header('authorization');
  if (!authorization) return anonymous;
  const token = authorization.replace(/^Bearer /i, '');
  const session = await sessions.fromToken(token);
  if (session) {
    const entry = await enterSession(session.account, services);
    if (entry.entered) {
      const { user } = entry;
      const language = languageOf(c, services, user);
      c.set('language', language);
      return { ...anonymous, user, language, sessionId: session.id };
    }
  }
  const taken = await services.limits.take('wrong-token', anonymous.networkKey);
  return taken.allowed
    ? refuseToken(await sessions.ownerOfToken(token), services)
    : refused('over-limit.calls', { retryAfter: taken.retryAfter });
}

/** The client signs out after each of these reasons (C-8.04). */
async function refuseToken(uid: string | null, services: Services): Promise<Refusal> {
  const reason = uid ? await whySessionEnded(uid, services) : 'user-token-expired';
  return refused(reason);
}

export async function readData(request: Request): Promise<Data | Refusal> {
  const body = await readBody(request, 'application/json');
  return isRefused(body) ? refuseBody(messageOfBodyRefusal(body)) : parseData(body);
}

function parseData(body: string): Data | Refusal {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && 'data' in parsed) return { data: parsed.data };
  } catch {
    // Answered below.
  }
  return refuseBody({ key: 'error.jsonBody', params: { json: '{"data": …}' } });
}

function refuseBody(message: MessageDescriptor): Refusal {
  return new Refusal('invalid-argument', message, { fields: { data: message }, reason: 'bad-body' });
}

/** The language of the header comes first, which every browser sends. Programs that send none get the language of the profile. */
function languageOf(c: FunctionContext, services: Services, user?: { language?: string | undefined }): string {
  return languageFor(c.req.header('accept-language'), services, user?.language);
}

function languageFor(acceptLanguage: string | undefined, services: Services, kept?: string): string {
  const { all, otherwise } = offeredLanguages(services);
  const own = kept !== undefined && all.includes(kept) ? kept : undefined;
  return preferredLanguage(acceptLanguage, all) ?? own ?? otherwise.finder;
}

function send(c: FunctionContext, answer: { result: unknown }): Response {
  const plain = Buffer.from(JSON.stringify(answer));
  const encoding = plain.length < leastCompressed ? 'plain' : chooseEncoding(c.req.header('accept-encoding'));
  if (encoding !== 'plain') c.header('Content-Encoding', encoding);
  c.header('Content-Type', 'application/json');
  return c.body(new Uint8Array(encodeOnce(plain, encoding)));
}

function refuse(c: FunctionContext, refusal: Refusal, { services }: Deps): Response {
  const { status, details } = refusal;
  if (details?.retryAfter) c.header('Retry-After', String(details.retryAfter));
  return c.json(
    inProtocol(refusal, translationsIn(c.var.language ?? languageOf(c, services))),
    details?.reason === ('file-too-large' satisfies RefusalName) ? 413 : refusalStatuses[status],
  );
}

export function inProtocol(refusal: Refusal, t: Translations) {
  const { status, message, details } = refusalInWords(refusal, t);
  return { error: { status: status.toUpperCase().replaceAll('-', '_'), message, details } };
}

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answeredByHeader } from '../../../browser/server-away.ts';
import {
  callFunction as appCallFunction,
  createCallFunction,
  FunctionError,
  fieldErrors,
  isUnreachable,
} from './call-function.ts';

let server: Server;
let answer: RequestListener;
const session = { token: async (): Promise<string | undefined> => 'the-token', leave: vi.fn() };

beforeEach(async () => {
  session.leave.mockClear();
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('C-7.09 a call', () => {
  test('is a POST of {data} to the region’s path, with the bearer token if somebody is signed in; reads the answer from data, then from result, which may be null', async () => {
    const seen = answerWith(200, { result: { unread: 0 } });
    await callFunction()('getItem', { id: 'abc' });
    expect(await seen).toEqual({
      method: 'POST',
      url: '/functions/us-central1/getItem',
      type: 'application/json',
      authorization: 'Bearer the-token',
      body: { data: { id: 'abc' } },
    });
    const nextSeen = answerWith(200, { result: {} });
    await callFunction({ session: { ...session, token: async () => undefined } })('countUnread', {});
    expect((await nextSeen).authorization).toBeUndefined();
    answerWith(200, { data: { unread: 1 }, result: { unread: 2 } });
    expect(await callFunction()('countUnread', {})).toEqual({ unread: 1 });
    answerWith(200, { result: { unread: 2 } });
    expect(await callFunction()('countUnread', {})).toEqual({ unread: 2 });
    answerWith(200, { result: null });
    expect(await callFunction()('getUserProfile', { id: 'nobody' })).toBeNull();
  });

  test('that takes too long is deadline-exceeded, also when its answer begins but never ends', async () => {
    answer = () => {};
    expect(await failureOf(callFunction({ timeoutMs: 50 }))).toMatchObject({ code: 'deadline-exceeded' });
    answer = (_request, response) => void response.writeHead(200).write('{"result":');
    expect(await failureOf(callFunction({ timeoutMs: 100 }))).toMatchObject({ code: 'deadline-exceeded' });
  });
});

describe('C-9.04 a call', () => {
  test('of the app has 70 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    await appCallFunction('countUnread', {}).catch(() => {});
    expect(timeout).toHaveBeenCalledExactlyOnceWith(70_000);
  });

  test('spends them on waiting for its token too', async () => {
    const stuck = { ...session, token: () => new Promise<undefined>(() => {}) };
    const failure = await failureOf(callFunction({ timeoutMs: 50, session: stuck }));
    expect(failure).toMatchObject({ code: 'deadline-exceeded' });
  });
});

describe('C-8.05 a call that is given up', () => {
  test.each(['before', 'during'])('%s it is sent, is cancelled', async (when) => {
    const giveUp = new AbortController();
    answer = () => giveUp.abort();
    if (when === 'before') giveUp.abort();
    const failure = await failureOf((name) => callFunction()(name, {}, giveUp.signal));
    expect(failure).toMatchObject({ code: 'cancelled' });
  });

  test('and was answered already, keeps its answer', async () => {
    answerWith(200, { result: { unread: 1 } });
    const giveUp = new AbortController();
    expect(await callFunction()('countUnread', {}, giveUp.signal)).toEqual({ unread: 1 });
    giveUp.abort();
  });
});

describe('C-8.05 the status', () => {
  test.each([
    [400, 'invalid-argument'],
    [401, 'unauthenticated'],
    [403, 'permission-denied'],
    [404, 'not-found'],
    [409, 'aborted'],
    [429, 'resource-exhausted'],
    [499, 'cancelled'],
    [500, 'internal'],
    [501, 'unimplemented'],
    [503, 'unavailable'],
    [504, 'deadline-exceeded'],
    [418, 'unknown'],
  ])('%i means %s', async (status, code) => {
    answerWith(status, {});
    expect(await failureOf(callFunction())).toMatchObject({ code });
  });

  test.each([413, 415, 422])('that the answer names goes before HTTP’s %i', async (status) => {
    answerWith(status, { error: { status: 'INVALID_ARGUMENT', message: 'This is too large.' } });
    expect(await failureOf(callFunction())).toMatchObject({ code: 'invalid-argument', message: 'This is too large.' });
  });

  test.each([413, 415, 422, 502, 302])('%i without a name of its own is unknown', async (status) => {
    answer = (_request, response) => void response.writeHead(status).end('<h1>Too large</h1>');
    expect(await failureOf(callFunction())).toMatchObject({ code: 'unknown' });
  });

  test.each([
    [500, 'internal'],
    [502, 'unknown'],
    [503, 'unavailable'],
    [504, 'deadline-exceeded'],
    [521, 'unknown'],
  ])('%i of a proxy that cannot reach the server is no other than no network', async (status, code) => {
    answer = (_request, response) => void response.writeHead(status).end('<h1>Web server is down</h1>');
    const failure = await failureOf(callFunction());
    expect([failure.code, isUnreachable(failure)]).toEqual([code, true]);
    answer = (_request, response) => void response.writeHead(status, { [answeredByHeader]: 'Handback' }).end('Sorry.');
    expect(isUnreachable(await failureOf(callFunction())), 'our own').toBe(false);
    answerWith(status, { error: { status: 'DEADLINE_EXCEEDED', message: 'It took too long.' } });
    expect(isUnreachable(await failureOf(callFunction()))).toBe(false);
  });

  test.each(['DATA_LOSS', 'toString', 'not-found', 7, null])(
    'named %j, which we do not know, is that of HTTP',
    async (name) => {
      answerWith(409, { error: { status: name, message: 'No.' } });
      expect(await failureOf(callFunction())).toMatchObject({ code: 'aborted' });
    },
  );

  test('of a server that is not there, or of a network failure, is internal', async () => {
    expect(await failureOf(callFunction({ origin: 'http://127.0.0.1:1' }))).toMatchObject({ code: 'internal' });
    answer = (request) => void request.socket.destroy();
    expect(await failureOf(callFunction())).toMatchObject({ code: 'internal' });
  });
});

describe('C-8.06 the answer', () => {
  test.each(['', 'not json', '[]', '"text"', 'null', '{}'])('%j is internal', async (text) => {
    answer = (_request, response) => void response.end(text);
    expect(await failureOf(callFunction())).toMatchObject({ code: 'internal' });
  });

  test('of something else in our place, such as a network’s page with 200, is no answer of the server', async () => {
    for (const [headers, isOurs] of [
      [{}, false],
      [{ [answeredByHeader]: 'Handback' }, true],
    ] as const) {
      answer = (_request, response) => void response.writeHead(200, headers).end('<h1>Welcome</h1>');
      const failure = await failureOf(callFunction());
      expect([(failure as FunctionError).code, isUnreachable(failure)]).toEqual(['internal', !isOurs]);
    }
  });

  test('without JSON keeps the code of its status', async () => {
    answer = (_request, response) => void response.writeHead(503).end('<h1>Bad gateway</h1>');
    expect(await failureOf(callFunction())).toMatchObject({ code: 'unavailable' });
  });
});

test('a refused form is told field by field', async () => {
  const fields = { name: 'Give the item a name.' };
  answerWith(400, { error: { status: 'INVALID_ARGUMENT', message: 'Give the item a name.', details: { fields } } });
  expect(fieldErrors(await failureOf(callFunction()))).toEqual(fields);
});

test('the server’s own words for an internal failure are not shown', async () => {
  answerWith(500, { error: { status: 'INTERNAL', message: 'relation "items" does not exist' } });
  expect((await failureOf(callFunction())).message).not.toContain('relation');
});

describe('C-8.04', () => {
  test.each(['user-disabled', 'user-deleted', 'user-token-expired'])('%s ends the session here', async (reason) => {
    answerWith(401, { error: { status: 'UNAUTHENTICATED', message: 'Sign in again.', details: { reason } } });
    expect(await failureOf(callFunction())).toMatchObject({ code: 'unauthenticated' });
    expect(session.leave).toHaveBeenCalledExactlyOnceWith(reason);
  });

  test('another refusal leaves the session alone', async () => {
    answerWith(403, { error: { status: 'PERMISSION_DENIED', message: 'Only administrators can do this.' } });
    await failureOf(callFunction());
    expect(session.leave).not.toHaveBeenCalled();
  });
});

function callFunction(options: Partial<Parameters<typeof createCallFunction>[0]> = {}) {
  const { port } = server.address() as AddressInfo;
  return createCallFunction({ origin: `http://127.0.0.1:${port}`, timeoutMs: 5_000, session, ...options });
}

async function failureOf(
  call: (name: 'countUnread', data: Record<string, never>) => Promise<unknown>,
): Promise<FunctionError> {
  const outcome = await call('countUnread', {}).catch((error: unknown) => error);
  if (!(outcome instanceof FunctionError)) throw new Error(`not a FunctionError: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Answers with this from now on; resolves to what was asked first. */
function answerWith(status: number, body: unknown) {
  return new Promise<Awaited<ReturnType<typeof describeRequest>>>((resolve) => {
    answer = async (request, response) => {
      resolve(await describeRequest(request));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
  });
}

async function describeRequest(request: IncomingMessage) {
  const { method, url, headers } = request;
  const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
  return { method, url, type: headers['content-type'], authorization: headers.authorization, body };
}

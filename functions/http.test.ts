import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { issueAccessToken } from '../server/auth/tokens.ts';
import { type App, startApp } from '../test/app.ts';
import { makeOwner, passTime } from '../test/make.ts';
import { sharedApp } from '../test/shared-app.ts';
import { withOwner } from '../test/worlds.ts';

const json = { 'content-type': 'application/json' };
const path = '/functions/us-central1/listItems';

const send = (app: App, init: RequestInit, at = path) => app.visitor().fetch(at, { method: 'POST', ...init });

test('C-7.09 C-9.04 pages of every origin may call, with a token; a session cookie without one is nobody; an unknown name, region or method is not found; no data is the same as empty data', async () => {
  const app = await sharedApp();
  for (const origin of ['https://partner.example', 'http://localhost:5173', 'null']) {
    const asked = {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-client',
    };
    const preflight = await send(app, { method: 'OPTIONS', headers: { origin, ...asked } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,x-client');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  }
  const { owner } = await withOwner();
  expect((await owner.get('/items')).status, 'the cookie is good').toBe(200);
  owner.token = undefined;
  expect(await owner.tryCall('listItems', {})).toMatchObject({ status: 401, error: { message: 'Sign in first.' } });
  const { token } = await makeOwner(app);
  const headers = { ...json, authorization: `Bearer ${token}` };
  for (const [method, at] of [
    ['POST', '/functions/us-central1/none'],
    ['POST', '/functions/us-central1/toString'],
    ['POST', '/functions/europe-west1/listItems'],
    ['POST', '/functions/listItems'],
    ['GET', path],
    ['PUT', path],
  ] as const) {
    const answer = await send(app, { method, headers }, at);
    expect([at, answer.status, await answer.json()]).toMatchObject([at, 404, { error: { status: 'NOT_FOUND' } }]);
  }
  expect((await send(app, { headers, body: '{"data":null}' })).status).toBe(200);
});

test('C-7.09 another origin may read every answer, also a refusal and a failure', async () => {
  const app = await startApp();
  app.expectLogError(/a function failed/);
  const headers = { ...json, origin: 'https://partner.example', 'sec-fetch-site': 'cross-site' };
  const { token } = await makeOwner(app);
  const call = (at = path) =>
    send(app, { headers: { ...headers, authorization: `Bearer ${token}` }, body: '{"data":{}}' }, at);
  const answers = [await call(), await call('/functions/us-central1/getItem'), await call('/functions/x/y/z')];
  await sql`alter table items rename to elsewhere`.execute(app.services.db);
  answers.push(await call());
  expect(answers.map((answer) => answer.status)).toEqual([200, 400, 404, 500]);
  for (const answer of answers) {
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toContain('application/json');
  }
});

test('C-7.09 the scheme is Bearer in any case; any other, and a token that is not ours or too old, is refused', async () => {
  const app = await startApp();
  const { token, uid } = await makeOwner(app);
  const call = async (authorization: string) => {
    const answer = await send(app, { headers: { ...json, authorization }, body: '{"data":{}}' });
    return [answer.status, Object((await answer.json()) as object).error?.details?.reason];
  };
  for (const scheme of ['Bearer', 'bearer', 'BEARER'])
    expect(await call(`${scheme} ${token}`)).toEqual([200, undefined]);
  const refused = [401, 'user-token-expired'];
  const foreign = await issueAccessToken(Buffer.alloc(32, 'x'), { id: 'session', uid });
  for (const wrong of [`Basic ${token}`, 'Bearer', 'Bearer null', `Bearer ${foreign.token}`, `Bearer ${token} x`])
    expect([wrong, ...(await call(wrong))]).toEqual([wrong, ...refused]);
  passTime(3_601_000);
  expect(await call(`Bearer ${token}`)).toEqual(refused);
});

test('C-8.05 what cannot be taken names its status: too large, another type, not UTF-8, no {data}; an address that cannot be read is refused in the protocol too, to every origin', async () => {
  const app = await sharedApp();
  const { token } = await makeOwner(app);
  for (const [headers, body] of [
    [json, `{"data":"${'a'.repeat(70_000)}"}`],
    [json, `{"data":"${'a'.repeat(5_000_000)}"}`],
    [json, `{"data":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    [json, new Uint8Array([0xff])],
    [json, '{"data":{}'],
    [json, '{"result":{}}'],
    [{ 'content-type': 'text/plain' }, '{"data":{}}'],
    [{}, ''],
  ] as [Record<string, string>, BodyInit][]) {
    const answer = await send(app, { headers: { ...headers, authorization: `Bearer ${token}` }, body });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { status: 'INVALID_ARGUMENT', details: { fields: { data: expect.any(String) } } } },
    ]);
  }
  for (const [at, status] of [
    ['/functions/us-central1/%ff', 400],
    ['/functions/us-central1/%', 400],
    ['/functions/%E0%A4%A/listItems', 400],
    ['/functions/%ff', 400],
    ['/functions?%ff', 400],
    [`${path}?%ff`, 400],
    [`/functions/us-central1/${'a'.repeat(8_000)}`, 414],
  ] as const) {
    const answer = await send(app, { headers: json, body: '{"data":{}}' }, at);
    expect([at, answer.status, await answer.json()]).toMatchObject([
      at,
      status,
      { error: { status: 'INVALID_ARGUMENT' } },
    ]);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

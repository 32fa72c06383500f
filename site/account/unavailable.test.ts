import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuthCall } from '../../paths/api.ts';
import { type App, startApp } from '../../test/app.ts';
import { databaseOnALine } from '../../test/database-line.ts';
import { makeOwner, password } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';

const unavailable = {
  code: 'unavailable',
  message: 'The service is not available at the moment. Please try again in a few seconds.',
  retryAfter: 5,
};
const refused = [503, '5', unavailable];
const expectedErrors = /a page failed|INTERNAL_SERVER_ERROR|could not be read/;

const calls: [AuthCall, object][] = [
  ['token', {}],
  ['activity', {}],
  ['sign-out', {}],
  ['sign-up/email', { name: 'Ada', email: 'ada@example.com', password }],
  ['sign-in/email', { email: 'ada@example.com', password }],
  ['send-verification-email', { email: 'ada@example.com' }],
  ['link', { token: 'x'.repeat(43) }],
  ['verify-email', { token: 'x'.repeat(43) }],
  ['request-password-reset', { email: 'ada@example.com' }],
  ['reset-password', { token: 'x'.repeat(43), newPassword: password }],
  ['change-email', { newEmail: 'eve@example.com' }],
];

test.each(['away', 'silent'])(
  'while the database is %s, each call under /auth is refused in its protocol',
  async (how) => {
    const { database, cut, silence, mend } = await databaseOnALine();
    const app = await startApp({ database, publicUrl: 'http://handback.test' });
    app.expectLogError(expectedErrors);
    const owner = await makeOwner(app);
    if (how === 'away') await cut();
    else silence('');
    const answers = await Promise.all(calls.map(async ([call, data]) => [call, await ask(owner, call, data)]));
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(calls.map(([call]) => [call, refused])));
    await mend();
  },
);

test('signing out while the database is away says that one is still signed in, and works when it is tried again', async () => {
  const { database, cut, mend } = await databaseOnALine();
  const app = await startApp({ database });
  app.expectLogError(expectedErrors);
  const owner = await makeOwner(app);
  await cut();
  expect(await ask(owner, 'sign-out', {})).toEqual(refused);
  const byForm = await owner.post('/auth/sign-out', {});
  expect([byForm.status, byForm.headers.get('retry-after'), byForm.headers.getSetCookie()]).toEqual([503, '5', []]);
  const page = await byForm.text();
  expect(page).toContain('<h1>You are still signed in</h1>');
  expect(page).toContain(unavailable.message);
  expect(page).toMatch(/<form [^>]*action="\/auth\/sign-out" method="post"><button [^>]*>Try again</);
  await mend();
  const sessions = () => app.services.db.selectFrom('authSessions').select('id').execute();
  await expect.poll(() => sessions().catch(() => [])).toHaveLength(1);
  expect((await owner.post('/auth/sign-out', {})).status).toBe(303);
  expect([await sessions(), (await owner.get('/items')).status]).toEqual([[], 302]);
});

test('while the database can only be read, signing in and out and asking for links are refused in their protocol', async () => {
  const app = await startApp();
  app.expectLogError(expectedErrors);
  const owner = await makeOwner(app);
  await refuseWrites(app, '25006');
  const { email } = owner;
  expect(await ask(app.visitor(), 'sign-in/email', { email, password })).toEqual(refused);
  expect(await ask(owner, 'change-email', { newEmail: 'eve@example.com' })).toEqual(refused);
  expect(await ask(owner, 'sign-out', {})).toEqual(refused);
});

test('a fault of ours under /auth is told in its protocol too', async () => {
  const app = await startApp();
  app.expectLogError(expectedErrors);
  const owner = await makeOwner(app);
  await refuseWrites(app, '22012');
  const fault = [500, null, { code: 'INTERNAL', message: 'Something went wrong. Please try again.' }];
  expect(await ask(owner, 'change-email', { newEmail: 'eve@example.com' })).toEqual(fault);
  expect(await ask(app.visitor(), 'sign-in/email', { email: owner.email, password })).toEqual(fault);
});

async function ask(visitor: Visitor, call: AuthCall, data: object) {
  const answer = await visitor.auth(call, data);
  return [answer.status, answer.headers.get('retry-after'), await answer.json().catch(() => 'no JSON')];
}

/** Of sessions and of links. */
async function refuseWrites({ services: { db } }: App, code: string): Promise<void> {
  await sql
    .raw(`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '${code}'; end $$;
      create trigger refuse before insert or update or delete on auth_sessions execute function refuse();
      create trigger refuse before insert or update or delete on account_links execute function refuse()`)
    .execute(db);
}

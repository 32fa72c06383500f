import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signUp } from '../../domain/accounts/sign-up.ts';
import { type App, startApp } from '../../test/app.ts';
import { freshDatabase } from '../../test/database.ts';
import { makeAdministrator, newEmail, password } from '../../test/make.ts';

const longAgo = '1970-01-02T03:04:05Z';
const clocks = ['this machine', 'the database'] as const;

test.each(clocks)(
  'while the clock of %s is before the release, a sign-up is refused in words, and works once it is right',
  async (of) => {
    const app = await startApp({ database: await databaseWithAClock() });
    const admin = await makeAdministrator(app);
    const readiness = async () => {
      const answer = await app.visitor().get('/readyz');
      return [answer.status, await answer.text()];
    };
    expect(await readiness()).toEqual([200, 'ready']);
    const mend = await setBack(of, app);
    const typed = { name: 'Bob', email: newEmail('Bob'), password };
    // More often than an address may get mails.
    for (let tries = 0; tries < 6; tries++) {
      const answer = await app.visitor().auth('sign-up/email', typed);
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
        503,
        '60',
        { code: 'clock-wrong', message: expect.stringContaining('The clock of this service is wrong') },
      ]);
    }
    expect(await readiness()).toEqual([200, `ready, but the clock of ${of} is wrong`]);
    // An administrator cannot be signed in at a time before the session.
    if (of === 'the database') expect(await admin.call('readHealth', {})).toMatchObject({ clockBehind: true });

    await mend();
    expect(await readiness()).toEqual([200, 'ready']);
    expect(await admin.call('readHealth', {})).toMatchObject({ clockBehind: false });
    expect((await app.visitor().auth('sign-up/email', typed)).status).toBe(200);
    await app.mailbox.find(typed.email, 'Confirm');
  },
);

test('an account that is made by a wrong clock all the same waits for its address to be confirmed', async () => {
  const app = await startApp({ database: await databaseWithAClock() });
  const mend = await setBack('the database', app);
  const email = newEmail('Eve');
  await signUp({ name: 'Eve', email, password, deviceHash: '', language: 'en' }, app.installation);
  await mend();
  await app.mailbox.find(email, 'Confirm');
});

async function setBack(clock: (typeof clocks)[number], { installation }: App): Promise<() => Promise<void>> {
  if (clock === 'this machine') {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(longAgo) });
    return async () => void vi.useRealTimers();
  }
  const { db } = installation;
  await sql`update wrong.clock set shows = ${longAgo}`.execute(db);
  return async () => void (await sql`update wrong.clock set shows = null`.execute(db));
}

/** One whose time can be set: in its connections, these functions stand before PostgreSQL's own. */
async function databaseWithAClock() {
  const database = await freshDatabase();
  const client = new Client(database);
  await client.connect();
  const functions = ['now', 'clock_timestamp'].map(
    (name) =>
      `create function wrong.${name}() returns timestamptz stable language sql as
        'select coalesce(shows, pg_catalog.${name}()) from wrong.clock';`,
  );
  await client.query(
    `drop schema if exists wrong cascade; create schema wrong;
     create table wrong.clock as select null::timestamptz as shows; ${functions.join(' ')}`,
  );
  await client.end();
  return { ...database, options: '-c search_path=wrong,public,pg_catalog' };
}

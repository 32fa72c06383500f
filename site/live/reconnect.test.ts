import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { hashToken } from '../../server/auth/tokens.ts';
import { type App, startApp } from '../../test/app.ts';
import { Visitor } from '../../test/visitor.ts';

const school = '192.0.2.77';

test('120 owners behind one address come back after a deploy: a stream, a token and three reads each, none refused', async () => {
  const app = await startApp();
  const owners = await signInMany(app, 120);
  const comeBack = async (owner: Visitor) => {
    const left = new AbortController();
    const stream = await owner.fetch('/live', { signal: left.signal });
    const token = await owner.auth('token', {});
    owner.token = ((await token.json()) as { token: string }).token;
    const reads: number[] = [];
    for (const name of ['listItems', 'listConversations', 'countUnread'] as const)
      reads.push((await owner.tryCall(name, {})).status);
    left.abort();
    return [stream.status, token.status, ...reads];
  };
  expect(await Promise.all(owners.map(comeBack))).toEqual(owners.map(() => [200, 200, 200, 200, 200]));
});

/** Accounts whose sessions stand in the database, each in a browser of its own: as many passwords would take a minute. */
async function signInMany(app: App, count: number): Promise<Visitor[]> {
  const { db, keys } = app.services;
  const key = keys.key('session').toString('base64url');
  const tokens = Array.from({ length: count }, (_, n) => `the-token-of-pupil-${n}`);
  await sql`
    with pupils as (
      insert into auth_users (id, name, email, email_verified)
      select 'pupil' || n, 'Pupil', 'pupil' || n || '@example.com', true from generate_series(1, ${count}::int) as n
      returning id, email, name)
    insert into users (uid, email, display_name, email_verified, created_at)
    select id, email, name, true, now() from pupils`.execute(db);
  await sql`
    insert into auth_sessions (id, token, user_id, expires_at)
    select 'session' || n, hash, 'pupil' || n, now() + interval '1 day'
    from unnest(${tokens.map(hashToken)}::text[]) with ordinality as hashes (hash, n)`.execute(db);
  return tokens.map((token) => {
    const owner = new Visitor(app, school);
    const signature = createHmac('sha256', key).update(token).digest('base64');
    owner.cookies.set('handback.session_token', encodeURIComponent(`${token}.${signature}`));
    return owner;
  });
}

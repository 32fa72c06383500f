import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { grantAdmin } from '../domain/accounts/roles.ts';
import { startApp } from '../test/app.ts';
import { firebaseClient, ourClient } from '../test/callable-clients.ts';
import { databaseOnALine } from '../test/database-line.ts';
import { makeConversation, makeItem, makeOwner, proveNewFactor } from '../test/make.ts';
import { withItem, withOwner } from '../test/worlds.ts';
import { forAdmin } from './define.ts';

vi.mock('./list.ts', async (original) => {
  const list = await original<typeof import('./list.ts')>();
  return {
    ...list,
    findOpenFunction: (name: string) => (name === 'forAdmins' ? forAdmins : list.findOpenFunction(name)),
  };
});

const nothing = { summary: 'Something for administrators.', input: z.object({}), output: z.object({}) };
const forAdmins = { name: 'forAdmins', ...forAdmin({ ...nothing, run: async () => ({}) }) };

describe.each([
  ['our client', ourClient],
  ['the stock Firebase client', firebaseClient],
])('%s', (_name, client) => {
  test('C-7.09 C-7.06 gets results, as the user of its bearer token; without one it calls as nobody, which is enough for a finder', async () => {
    const { app, owner, item } = await withItem(startApp());
    const call = client(app.url, owner);
    expect(await call('listItems')).toEqual({ result: { items: [item] } });
    expect(await call('getUserProfile', { id: 'nobody' })).toEqual({ result: null });
    expect(await call('updateUserProfile', { displayName: 'Ada L.' })).toMatchObject({
      result: { uid: owner.uid, displayName: 'Ada L.' },
    });
    const nextItem = await makeItem(await makeOwner(app));
    const nextCall = client(app.url);
    const report = { hash: nextItem.hash, key: crypto.randomUUID(), text: 'I have it' };
    const { secret } = (Object(await nextCall('reportFound', report)) as { result: { secret: string } }).result;
    const conversation = { result: { item: { id: nextItem.id }, messages: [{ text: 'I have it' }] } };
    expect(await nextCall('readFinderConversation', { secret })).toMatchObject(conversation);
  });

  test('C-8.05 hears each refusal by its name, with its words and details: also aborted, internal and, with the time to wait, resource-exhausted', async () => {
    const { app, owner } = await withOwner(startApp());
    const [asOwner, asNobody] = [client(app.url, owner), client(app.url)];
    expect(await asOwner('addItem', { key: '12345678', category: 'bag' })).toMatchObject({
      code: 'invalid-argument',
      details: { fields: { name: expect.any(String) } },
    });
    expect(await asNobody('listItems')).toMatchObject({
      code: 'unauthenticated',
      message: expect.stringContaining('Sign in first.'),
    });
    expect(await client(app.url, { token: 'forged' })('listItems')).toMatchObject({
      code: 'unauthenticated',
      details: { reason: 'user-token-expired' },
    });
    expect(await asOwner('forAdmins')).toMatchObject({ code: 'permission-denied' });
    expect(await asOwner('getItem', { id: '0000000000000000' })).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('There is no such item in your list.'),
    });
    expect(await asOwner('noSuchFunction')).toMatchObject({ code: 'not-found' });
    await grantAdmin(owner.email, app.services);
    await proveNewFactor(owner);
    expect(await asOwner('forAdmins')).toEqual({ result: {} });
    const { path } = await makeConversation(app, await makeItem(owner));
    const [conversation] = (await owner.call('listConversations', {})).conversations;
    await owner.call('blockConversation', { id: conversation?.id ?? '' });
    const answer = { secret: path.split('/').at(-1), key: crypto.randomUUID(), text: 'Hello?' };
    expect(await client(app.url)('answerOwner', answer)).toMatchObject({ code: 'aborted' });
    app.expectLogError(/a function failed/);
    await sql`alter table items rename to elsewhere`.execute(app.services.db);
    const failure = await client(app.url, owner)('listItems');
    expect(failure).toEqual({ code: 'internal', message: expect.stringContaining('Something went wrong') });
    expect(JSON.stringify(failure)).not.toMatch(/items|relation|\.ts/);
    const call = client(app.url);
    await call('listItems');
    await sql`update rate_limits set points = 10000 where key like 'function-call:%'`.execute(app.services.db);
    expect(await call('listItems')).toMatchObject({
      code: 'resource-exhausted',
      details: { retryAfter: expect.any(Number) },
    });
  });

  test('C-8.05 hears that the database is away: unavailable; and goes on when it is back', async () => {
    const line = await databaseOnALine();
    const { app, owner } = await withOwner(startApp({ database: line.database }));
    const call = client(app.url, owner);
    await line.cut();
    expect(await call('listItems')).toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } });
    await line.mend();
    expect(await call('listItems')).toEqual({ result: { items: [] } });
  });

  test('C-7.09 C-8.05 waits no longer than its timeout: deadline-exceeded; without a server: internal', async () => {
    const { app, owner } = await withOwner(startApp());
    await app.services.db.transaction().execute(async (trx) => {
      await sql`lock table items in access exclusive mode`.execute(trx);
      const call = client(app.url, { token: owner.token, timeoutMs: 100 });
      expect(await call('listItems')).toMatchObject({ code: 'deadline-exceeded' });
    });
    expect(await client('http://127.0.0.1:1')('listItems')).toMatchObject({ code: 'internal' });
  });
});

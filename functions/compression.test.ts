import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { firebaseClient, ourClient } from '../test/callable-clients.ts';
import { makeItem } from '../test/make.ts';
import { withOwner } from '../test/worlds.ts';

test('a list of 500 items comes compressed to who takes it so, in a quarter of the bytes, and plain to others; a short answer is sent as it is', async () => {
  const { app, owner } = await ownerOf500();
  const plain = await listItems('identity');
  expect(plain.encoding).toBeNull();
  for (const encoding of ['br', 'gzip']) {
    const compressed = await listItems(encoding);
    expect(compressed).toEqual({ ...plain, encoding, bytes: expect.any(Number) });
    expect(compressed.bytes).toBeLessThan(plain.bytes / 4);
  }

  async function listItems(accepted: string) {
    const headers = { 'content-type': 'application/json', 'accept-encoding': accepted };
    const answer = await app.visitor().fetch('/functions/us-central1/listItems', {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${owner.token}` },
      body: '{"data":{}}',
    });
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-type')).toBe('application/json');
    const bytes = Number(answer.headers.get('content-length'));
    return { encoding: answer.headers.get('content-encoding'), bytes, answered: await answer.json() };
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` };
  const asked = { method: 'POST', headers, body: '{"data":{}}' };
  const answer = await app.visitor().fetch('/functions/us-central1/countUnread', asked);
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.json()).toEqual({ result: { unread: 0 } });
});

test.each([
  ['our client', ourClient],
  ['the stock Firebase client', firebaseClient],
])('%s reads a compressed list', async (_name, client) => {
  const { app, owner } = await ownerOf500();
  const { result } = (await client(app.url, owner)('listItems', { limit: 200 })) as { result: { items: unknown[] } };
  expect(result.items).toHaveLength(200);
});

async function ownerOf500() {
  const { app, owner } = await withOwner(startApp());
  const { id } = await makeItem(owner);
  await sql`
    insert into items (id, owner_id, name, category, note, creation_key)
    select lpad(n::text, 16, '0'), owner_id, name || ' ' || n, category, note, n::text
    from items, generate_series(1, 499) as n where id = ${id}`.execute(app.services.db);
  return { app, owner };
}

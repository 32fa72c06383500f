import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { publicServersOnly } from '../../server/outgoing/post-outside.ts';
import { deleteOldRequests } from '../../server/outgoing/requests.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeConversation, makeItem } from '../../test/make.ts';
import { openOutsideServer, type ReceivedRequest } from '../../test/push-service.ts';
import { withOwner } from '../../test/worlds.ts';

const patiently = { timeout: 20_000 };
const secret = `whsec_${Buffer.from('a key that only this test knows, of 32+').toString('base64')}`;

test('the webhook hears at once that somebody has a message, about what and where to read it, and none of its words', async () => {
  const { app, operator, owner, item } = await begin();
  await owner.call('updateUserProfile', { language: 'de' });
  await makeConversation(app, item, 'Secret words of Kim');
  await expect.poll(() => operator.received.length, patiently).toBe(1);
  const [request] = operator.received;
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  expect(request?.path).toBe('/sms');
  expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
    type: 'message.received',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    data: {
      account: { id: owner.uid, email: owner.email, language: 'de' },
      messages: 1,
      items: [{ id: item.id, name: 'Blue backpack' }],
      possiblyAutomatic: false,
      url: `${app.url}/inbox/${conversation?.id}`,
    },
  });
});

test('it is signed over id, time and body, and its repetition has the same id (Standard Webhooks)', async () => {
  const { app, operator, item } = await begin();
  operator.answers.push({ status: 500 });
  await makeConversation(app, item);
  await expect.poll(async () => (await requests(app))[0]?.lastError, patiently).toBe('The server answered 500.');
  await sql`update outgoing_requests set send_after = now()`.execute(app.services.db);
  app.services.events.publish({ kind: 'mail' });
  await expect.poll(() => operator.received.length, patiently).toBe(2);
  const [first, second] = operator.received;
  expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
  for (const request of operator.received) expect(request.headers['webhook-signature']).toBe(signatureOf(request));
  await expect.poll(async () => (await requests(app))[0]?.sentAt, patiently).toBeInstanceOf(Date);
});

test('it is followed nowhere, reaches no address that is not public, and is given up after a day; the log says why', async () => {
  const { app, operator, item } = await begin();
  operator.answers.push({ status: 302, headers: { location: `${operator.url}/elsewhere` } });
  await makeConversation(app, item);
  await expect.poll(async () => (await requests(app))[0]?.lastError, patiently).toBe('The server answered 302.');
  expect(operator.received.map(({ path }) => path)).toEqual(['/sms']);
  operator.answers.push({ status: 302 });
  await sql`update outgoing_requests set send_after = now(), created_at = now() - interval '25 hours'`.execute(
    app.services.db,
  );
  app.services.events.publish({ kind: 'mail' });
  await expect.poll(async () => (await requests(app))[0]?.failedAt, patiently).toBeInstanceOf(Date);
  expect((await requests(app))[0]).toMatchObject({ body: '', lastError: 'The server answered 302.' });

  const inside = await begin({ mayReach: publicServersOnly.mayReach });
  await makeConversation(inside.app, inside.item);
  const reason = 'ENOTPUBLIC The host has an address that is not public.';
  await expect.poll(async () => (await requests(inside.app))[0]?.lastError, patiently).toBe(reason);
  expect(inside.operator.received).toEqual([]);
});

test('a server that changes the protocol instead of answering has failed like any other, and is asked again', async () => {
  const { app, operator, item } = await begin();
  operator.answers.push({ status: 101, headers: { connection: 'Upgrade', upgrade: 'websocket' } });
  await makeConversation(app, item);
  const reason = 'The server closed the connection without an answer.';
  await expect.poll(async () => (await requests(app))[0]?.lastError, patiently).toBe(reason);
  await sql`update outgoing_requests set send_after = now()`.execute(app.services.db);
  app.services.events.publish({ kind: 'mail' });
  await expect.poll(async () => (await requests(app))[0]?.sentAt, patiently).toBeInstanceOf(Date);
  expect(operator.received).toHaveLength(2);
});

test('what it was told is gone once it is sent, and the row after 30 days', async () => {
  const { app, operator, item } = await begin();
  await makeConversation(app, item);
  await expect.poll(async () => (await requests(app))[0]?.sentAt, patiently).toBeInstanceOf(Date);
  expect(operator.received).toHaveLength(1);
  expect((await requests(app))[0]?.body).toBe('');
  await deleteOldRequests(app.services);
  expect(await requests(app)).toHaveLength(1);
  await sql`update outgoing_requests set sent_at = sent_at - interval '31 days'`.execute(app.services.db);
  await deleteOldRequests(app.services);
  expect(await requests(app)).toEqual([]);
});

async function begin({ mayReach }: { mayReach?: (address: string) => boolean } = {}) {
  const operator = await openOutsideServer();
  const webhook = { url: `${operator.url}/sms`, secret };
  const outgoing = { ...operator.outgoing, ...(mayReach && { mayReach }) };
  const { app, owner } = await withOwner(startApp({ webhook, outgoing }));
  const item = await makeItem(owner, { name: 'Blue backpack' });
  return { app, operator, owner, item };
}

function signatureOf({ headers, body }: ReceivedRequest): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

function requests({ services: { db } }: App) {
  return db.selectFrom('outgoingRequests').selectAll().execute();
}

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { grantAdmin } from '../domain/accounts/roles.ts';
import { type App, startApp } from '../test/app.ts';
import { makeConversation, makeItem, makeOwner } from '../test/make.ts';

const key = () => crypto.randomUUID();

async function begin() {
  const app = await startApp();
  const owner = await makeOwner(app);
  const admin = await makeOwner(app, 'Root');
  await grantAdmin(admin.email, app.installation);
  const { finder, path } = await makeConversation(app, await makeItem(owner), 'I have it at the kiosk.');
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  return { app, owner, admin, finder, path, id };
}

async function report(app: App, owner: Awaited<ReturnType<typeof makeOwner>>, id: string): Promise<string> {
  await owner.call('reportConversation', { id, key: key(), reason: 'threat' });
  const reports = app.installation.db.selectFrom('reports').select('id').where('conversationId', '=', id);
  return (await reports.executeTakeFirstOrThrow()).id;
}

const reason = 'The report names a threat; I look for what came before.';

test('an administrator reads a conversation for 30 minutes after a reason, which its owner is shown and mailed, and the finder learns when', async () => {
  const { app, owner, admin, finder, path, id } = await begin();
  const about = { kind: 'report', id: await report(app, owner, id) } as const;
  const without = await admin.tryCall('readConversationAsAdmin', { id });
  const ofNone = await admin.tryCall('readConversationAsAdmin', { id: 'A'.repeat(22) });
  expect(without.error?.details).toEqual({ reason: 'reason-needed' });
  expect(ofNone, 'nothing tells whether there is one').toEqual(without);
  const short = await admin.tryCall('openConversationAsAdmin', { id, reason: 'curious', about });
  expect(JSON.stringify(short.error?.details)).toContain('at least 10 characters');
  expect(await (await finder.get(path)).text()).not.toContain('read this conversation on');

  const live = await owner.live();
  await live.next('unread');
  await admin.call('openConversationAsAdmin', { id, reason, about });
  await admin.call('openConversationAsAdmin', { id, reason, about });
  await live.next('conversation');
  live.close();
  const read = await admin.call('readConversationAsAdmin', { id });
  expect(read).toMatchObject({ owner: { email: owner.email }, messages: [{ text: 'I have it at the kiosk.' }] });
  expect((await owner.call('readConversation', { id })).readings).toEqual([{ at: expect.any(String), reason }]);
  expect((await app.mailbox.find(owner.email, 'reads a conversation of yours')).text).toContain(reason);
  const page = await (await finder.get(path)).text();
  expect(page).toContain('The people who run this site read this conversation on');
  expect(page, 'the reason may name who reported').not.toContain('names a threat');
  const { rows } = await admin.call('listAuditEntries', { search: id });
  expect(rows.map(({ act }) => act)).toEqual(['openConversationAsAdmin']);

  const other = await makeOwner(app, 'Rita');
  await grantAdmin(other.email, app.installation);
  const byOther = await other.tryCall('readConversationAsAdmin', { id });
  expect(byOther.error?.details, 'each gives a reason').toEqual({ reason: 'reason-needed' });
  await sql`update message_readings set created_at = now() - interval '29 minutes'`.execute(app.installation.db);
  expect((await admin.tryCall('readConversationAsAdmin', { id })).error).toBeUndefined();
  await sql`update message_readings set created_at = now() - interval '30 minutes'`.execute(app.installation.db);
  expect((await admin.tryCall('readConversationAsAdmin', { id })).error?.details).toEqual({ reason: 'reason-needed' });
  await admin.call('openConversationAsAdmin', { id, reason, about });
  expect((await owner.call('readConversation', { id })).readings).toHaveLength(2);
});

test('a conversation is opened only because of something that is about it', async () => {
  const { app, owner, admin, id } = await begin();
  await makeConversation(app, await makeItem(owner, { name: 'Keys' }));
  const { conversations } = await owner.call('listConversations', {});
  const otherId = conversations.find((each) => each.id !== id)?.id ?? '';
  const ofOther = await report(app, owner, otherId);
  for (const about of [
    { kind: 'report', id: ofOther },
    { kind: 'tag-report', id: '1' },
    { kind: 'held-message', id: conversations.find((each) => each.id === id)?.lastMessage.id ?? '' },
    { kind: 'contact-request', id: ofOther },
  ] as const) {
    const refused = await admin.tryCall('openConversationAsAdmin', { id, reason, about });
    expect(refused.error?.details, about.kind).toEqual({ reason: 'not-about-it' });
  }
  expect((await owner.call('readConversation', { id })).readings).toEqual([]);
  expect((await admin.tryCall('readConversationAsAdmin', { id })).error?.details).toEqual({ reason: 'reason-needed' });
});

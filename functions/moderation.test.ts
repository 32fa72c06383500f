import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteOldFinderWords } from '../domain/messages/delete-words.ts';
import { forgetNetworks } from '../domain/moderation/blocked-networks.ts';
import { deleteHiddenWords } from '../domain/moderation/hide-message.ts';
import { sendPendingNotifications } from '../domain/notifications/notify-readers.ts';
import { type App, startApp } from '../test/app.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, shareItem } from '../test/make.ts';
import { Visitor } from '../test/visitor.ts';
import { withOwner } from '../test/worlds.ts';

const key = () => crypto.randomUUID();

async function begin() {
  const { app, owner } = await withOwner(startApp());
  const admin = await makeAdministrator(app, 'Root');
  const { finder, path } = await makeConversation(app, await makeItem(owner), 'I have it at the kiosk.');
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  return { app, owner, admin, finder, path, id };
}

async function report(app: App, owner: Awaited<ReturnType<typeof makeOwner>>, id: string): Promise<string> {
  await owner.call('reportConversation', { id, key: key(), reason: 'threat' });
  const reports = app.services.db.selectFrom('reports').select('id').where('conversationId', '=', id);
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
  expect(await finder.read(path)).not.toContain('read this conversation on');

  const live = await owner.live();
  await live.next('unread');
  await admin.call('openConversationAsAdmin', { id, reason, about });
  await admin.call('openConversationAsAdmin', { id, reason, about });
  await live.next('conversation');
  live.close();
  const read = await admin.call('readConversationAsAdmin', { id });
  expect(read).toMatchObject({
    owner: { email: owner.email, disabled: false },
    messages: [{ text: 'I have it at the kiosk.' }],
  });
  expect((await owner.call('readConversation', { id })).readings).toEqual([{ at: expect.any(String), reason }]);
  expect((await app.mailbox.find(owner.email, 'reads a conversation of yours')).text).toContain(reason);
  const page = await finder.read(path);
  expect(page).toContain('The people who run this site read this conversation on');
  expect(page, 'the reason may name who reported').not.toContain('names a threat');
  const { rows } = await admin.call('listAuditEntries', { search: id });
  expect(rows.map(({ act }) => act)).toEqual(['openConversationAsAdmin']);

  const other = await makeAdministrator(app, 'Rita');
  const byOther = await other.tryCall('readConversationAsAdmin', { id });
  expect(byOther.error?.details, 'each gives a reason').toEqual({ reason: 'reason-needed' });
  await sql`update message_readings set created_at = now() - interval '29 minutes'`.execute(app.services.db);
  expect((await admin.tryCall('readConversationAsAdmin', { id })).error).toBeUndefined();
  await sql`update message_readings set created_at = now() - interval '30 minutes'`.execute(app.services.db);
  expect((await admin.tryCall('readConversationAsAdmin', { id })).error?.details).toEqual({ reason: 'reason-needed' });
  await admin.call('openConversationAsAdmin', { id, reason, about });
  expect((await owner.call('readConversation', { id })).readings).toHaveLength(2);
  await admin.call('administerAccount', { id: owner.uid, act: 'disable' });
  expect((await admin.call('readConversationAsAdmin', { id })).owner.disabled).toBe(true);
});

test('a conversation is opened only because of something that is about it; of two administrators who decide at once, the second is told who was first', async () => {
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
  const other = await makeAdministrator(app, 'Rita');
  const about = { kind: 'report', id: await report(app, owner, id) } as const;
  const [done, closed] = await Promise.all([
    admin.tryCall('settle', about),
    other.tryCall('closeConversationAsAdmin', { id, about }),
  ]);
  const [first, second] = done.error ? [other, done] : [admin, closed];
  expect(second.error).toMatchObject({
    message: `This was decided before, by ${first.email}.`,
    details: { reason: 'settled' },
  });
  expect((await owner.call('readConversation', { id })).closed).toBe(first === other);
  const { rows } = await admin.call('listAuditEntries', {});
  const decided = rows.filter(({ act }) => act === 'settle' || act === 'closeConversationAsAdmin');
  expect(decided.map(({ changes }) => changes.state)).toEqual([['open', first === other ? 'closed' : 'done']]);
});

test('an administrator lets a held message through, of which its owner is told as of any other, once', async () => {
  const { app, owner, admin, id } = await begin();
  await sql`
    update web_messages set held_reason = 'hidden-field'`.execute(app.services.db);
  // As after another one of which its owner was told.
  await sql`
    insert into pending_notifications (uid, budget, message_id, due_at)
    select owner_id, 'possibly-automatic', id, now() + interval '1 hour' from web_messages`.execute(app.services.db);
  const { rows: messages } = await admin.call('listHeldMessages', {});
  expect(messages).toEqual([
    {
      id: expect.any(String),
      conversationId: id,
      itemName: 'Blue backpack',
      heldReason: 'hidden-field',
      sentAt: expect.any(String),
    },
  ]);
  const held = { id: messages[0]?.id ?? '' };
  const before = await countMails(app, owner.uid);
  await sql`update outgoing_mails set created_at = now() - interval '1 day'`.execute(app.services.db);
  await admin.call('releaseHeldMessage', held);
  await admin.call('releaseHeldMessage', held);
  expect(await countMails(app, owner.uid)).toBe(before + 1);
  expect((await owner.call('readConversation', { id })).messages[0]?.heldReason).toBeNull();
  expect((await admin.call('listHeldMessages', {})).rows).toEqual([]);
  expect((await admin.call('listAuditEntries', { search: id })).rows).toMatchObject([
    { act: 'releaseHeldMessage', changes: { message: [null, held.id], state: ['held', 'delivered'] } },
  ]);
});

test('a conversation that an administrator closes takes no more messages, and owner and finder are told once, in their languages', async () => {
  const { app, owner, admin, finder, path, id } = await begin();
  await owner.call('updateUserProfile', { language: 'de' });
  const { db } = app.services;
  await sql`update conversations set finder_language = 'fr'`.execute(db);
  await sql`
    insert into reply_mails (conversation_id, address, confirmed_at)
    values (${id}, 'camille@example.com', now())`.execute(db);
  const about = { kind: 'report', id: await report(app, owner, id) } as const;
  await admin.call('closeConversationAsAdmin', { id, about });
  await admin.call('closeConversationAsAdmin', { id, about });
  expect((await app.mailbox.find(owner.email, 'wurde geschlossen')).text).toContain('nichts mehr gesendet werden');
  expect((await app.mailbox.find('camille@example.com', 'Votre échange')).text).toContain('ont fermé');
  const told = db.selectFrom('outgoingMails').select('toAddress').where('purpose', '=', 'conversation-closed');
  expect(await told.execute()).toHaveLength(2);
  const secret = path.split('/').at(-1) ?? '';
  const late = await finder.tryCall('answerOwner', { secret, key: key(), text: 'Hello?' });
  expect(late.error?.details).toEqual({ reason: 'conversation-closed' });
  const { rows } = await admin.call('listReports', { state: 'done' });
  expect(rows[0]?.settled).toEqual({ at: expect.any(String), by: admin.email, decision: 'closed' });
});

test('an administrator answers a contact request by email, in its language and without what was written, once for a key', async () => {
  const { app, admin, owner, id } = await begin();
  const german = app.visitor();
  const request = { key: key(), topic: 'else', text: 'Wo kaufe ich Anhänger?', email: 'kim@example.com' } as const;
  await german.call('sendContactRequest', request);
  await sql`update contact_requests set language = 'de'`.execute(app.services.db);
  const [asked] = (await admin.call('listContactRequests', {})).rows;
  const answer = { kind: 'contact-request', id: asked?.id ?? '', key: key(), text: 'Im Shop.' } as const;
  const empty = await admin.tryCall('answerTold', { ...answer, text: ' ' });
  expect(JSON.stringify(empty.error?.details)).toContain('Please write an answer.');
  await admin.call('answerTold', answer);
  await admin.call('answerTold', answer);
  const mail = await app.mailbox.find('kim@example.com', 'Unsere Antwort');
  expect(mail.text).toContain('Im Shop.');
  expect(mail.text, 'the address may be somebody else’s').not.toContain('Wo kaufe ich');
  const sent = app.services.db.selectFrom('outgoingMails').select('id').where('purpose', '=', 'answer');
  expect(await sent.execute()).toHaveLength(1);
  expect((await admin.call('listContactRequests', {})).rows).toEqual([]);
  const settled = (await admin.call('listContactRequests', { state: 'done' })).rows[0]?.settled;
  expect(settled).toMatchObject({ by: admin.email, decision: 'answered' });
  await admin.call('answerTold', { ...answer, key: key() });
  const { rows } = await admin.call('listAuditEntries', { search: answer.id });
  expect(rows.map(({ changes }) => changes)).toEqual([
    { answered: [true, true] },
    { answered: [false, true], state: ['open', 'answered'] },
  ]);

  const reported = await report(app, owner, id);
  await admin.call('answerTold', { kind: 'report', id: reported, key: key(), text: 'We closed it.' });
  expect((await app.mailbox.find(owner.email, 'Our answer')).text).toContain('We closed it.');
});

test('of a message that an administrator hides both sides read only that; it comes back with its words, until they go after 90 days', async () => {
  const { app, owner, admin, finder, path, id } = await begin();
  const { db } = app.services;
  const about = { kind: 'report', id: await report(app, owner, id) } as const;
  const { messages = [] } = await owner.call('readConversation', { id });
  const message = { id: messages[0]?.id ?? '' };
  expect((await admin.tryCall('hideMessage', message)).error?.details).toEqual({ reason: 'reason-needed' });
  const other = await makeAdministrator(app, 'Rita');
  for (const each of [admin, other]) await each.call('openConversationAsAdmin', { id, reason, about });
  await Promise.all([admin.call('hideMessage', message), other.call('hideMessage', message)]);
  await admin.call('hideMessage', message);

  const page = await finder.read(path);
  expect(page).toContain('The people who run this site hid this message.');
  expect(page).toMatch(/<a href="\/contact">Ask them why<\/a>/);
  const german = await finder.read(`${path}?lang=de`);
  expect(german).toContain('Wer diese Website betreibt, hat diese Nachricht verborgen.');
  const read = await owner.call('readConversation', { id });
  expect(read).toMatchObject({ unread: 0, messages: [{ text: '', hidden: 'hidden' }] });
  expect(read.messagesChangedAt, 'open pages read it anew').toBeTruthy();
  expect((await owner.call('listConversations', { search: 'kiosk' })).conversations).toEqual([]);
  const quotes = db.selectFrom('outgoingMails').select('id').where('text', 'like', '%kiosk%');
  expect(await quotes.execute()).toEqual([]);
  expect(`${page}${german}${JSON.stringify(read)}`).not.toContain('kiosk');
  const opened = await admin.call('readConversationAsAdmin', { id });
  expect(opened.messages[0]).toMatchObject({ text: 'I have it at the kiosk.', hidden: 'hidden' });

  await admin.call('unhideMessage', message);
  await admin.call('unhideMessage', message);
  expect(await owner.call('readConversation', { id })).toMatchObject({
    unread: 1,
    messages: [{ text: 'I have it at the kiosk.', hidden: null }],
  });
  const { rows } = await admin.call('listAuditEntries', { search: id });
  const acts = rows.filter(({ act }) => act !== 'openConversationAsAdmin');
  expect(acts).toMatchObject([
    { act: 'unhideMessage', changes: { message: [null, message.id], state: ['hidden', 'delivered'] } },
    { act: 'hideMessage', changes: { message: [null, message.id], state: ['delivered', 'hidden'] } },
  ]);

  await admin.call('hideMessage', message);
  await sql`update hidden_words set hidden_at = now() - interval '89 days'`.execute(db);
  await deleteHiddenWords(app.services);
  expect((await admin.call('readConversationAsAdmin', { id })).messages[0]?.text).toContain('kiosk');
  await sql`update hidden_words set hidden_at = now() - interval '90 days'`.execute(db);
  await deleteHiddenWords(app.services);
  expect((await admin.call('readConversationAsAdmin', { id })).messages[0]).toMatchObject({
    text: '',
    hidden: 'hidden',
  });
  expect((await admin.tryCall('unhideMessage', message)).error?.details).toEqual({ reason: 'gone' });

  await finder.call('answerOwner', { secret: path.split('/').at(-1) ?? '', key: key(), text: 'Ask at the kiosk.' });
  const newest = (await admin.call('readConversationAsAdmin', { id })).messages.at(-1);
  await admin.call('hideMessage', { id: newest?.id ?? '' });
  await finder.post(`${path}/delete`, {});
  const left = await admin.call('readConversationAsAdmin', { id });
  expect(JSON.stringify(left.messages), 'what finders delete is gone').not.toContain('kiosk');
  expect(left.wordsExpired).toBe(false);
  await sql`update conversations set closed_at = ${new Date(Date.now() - 91 * 86_400_000)}`.execute(db);
  await sql`update conversations set words_deleted_at = closed_at - interval '1 day'`.execute(db);
  await deleteOldFinderWords(app.services);
  expect((await admin.call('readConversationAsAdmin', { id })).wordsExpired, 'time took them, not the finder').toBe(
    true,
  );
});

test('an administrator reads which account wrote in the owner’s place', async () => {
  const app = await startApp();
  const [owner, member] = [await makeOwner(app), await makeOwner(app)];
  const admin = await makeAdministrator(app, 'Root');
  const item = await shareItem(owner, member);
  await makeConversation(app, item, 'I have it at the kiosk.');
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  await member.call('replyToFinder', { conversationId: id, key: key(), text: 'I fetch it.' });
  const about = { kind: 'report', id: await report(app, owner, id) } as const;
  await admin.call('openConversationAsAdmin', { id, reason, about });
  const written = async () => (await admin.call('readConversationAsAdmin', { id })).messages;
  const { email } = member;
  expect(await written()).toEqual([
    expect.not.objectContaining({ member: expect.anything() }),
    expect.objectContaining({ author: 'owner', text: 'I fetch it.', member: { uid: expect.any(String), email } }),
  ]);
  await sql`delete from users where email = ${email}`.execute(app.services.db);
  expect((await written())[1]?.member).toBeNull();
});

test('a held message that is dismissed is never delivered, which its author reads and administrators count; or it is held again', async () => {
  const { app, owner, admin, finder, path, id } = await begin();
  const { db } = app.services;
  await sql`update web_messages set held_reason = 'no-form'`.execute(db);
  const toldAtOnce = (await owner.call('readConversation', { id })).messages[0]?.id ?? '';
  const late = await admin.tryCall('dismissHeldMessage', { id: toldAtOnce });
  expect(late.error?.details, 'its owner was told of it').toEqual({ reason: 'too-late' });
  await sql`update web_messages set held_reason = 'hidden-field'`.execute(db);
  const other = await makeAdministrator(app, 'Rita');
  const [{ id: heldId = '' } = {}] = (await admin.call('listHeldMessages', { search: owner.email })).rows;
  expect((await admin.call('listHeldMessages', { search: 'ada' })).rows).toEqual([]);
  const held = { id: heldId };
  const file = await admin.read('/admin/tables/held-messages');
  expect(file).toContain(id);
  expect(file).not.toContain('kiosk');

  await Promise.all([admin.call('dismissHeldMessage', held), other.call('dismissHeldMessage', held)]);
  expect(await admin.call('listHeldMessages', {})).toMatchObject({ rows: [], dismissed: 1 });
  const released = await other.tryCall('releaseHeldMessage', held);
  expect(released.error?.details).toEqual({ reason: 'dismissed' });
  const before = await countMails(app, owner.uid);
  await sendPendingNotifications(app.services);
  expect(await countMails(app, owner.uid)).toBe(before);
  expect(await owner.call('readConversation', { id })).toMatchObject({
    unread: 0,
    messages: [{ text: '', hidden: 'dismissed' }],
  });
  const page = await finder.read(path);
  expect(page).toContain('The people who run this site did not deliver this message.');
  expect(page, 'nobody read it').not.toContain('· Read');
  expect(page).not.toMatch(/Sent\. Thank you!|your message has arrived/);

  const about = { kind: 'held-message', ...held } as const;
  await admin.call('openConversationAsAdmin', { id, reason, about });
  await admin.call('unhideMessage', held);
  expect(await finder.read(path)).toContain('your message has arrived');
  expect((await admin.call('listHeldMessages', {})).rows).toHaveLength(1);
  const [letThrough, dismissed] = await Promise.all([
    admin.tryCall('releaseHeldMessage', held),
    other.tryCall('dismissHeldMessage', held),
  ]);
  const second = letThrough.error ?? dismissed.error;
  expect(second?.details).toEqual({ reason: letThrough.error ? 'dismissed' : 'too-late' });
  expect([letThrough, dismissed].filter(({ error }) => error)).toHaveLength(1);
  const { rows } = await admin.call('listAuditEntries', { search: id });
  expect(rows.filter(({ act }) => act === 'dismissHeldMessage' || act === 'releaseHeldMessage')).toHaveLength(2);
  expect(rows.at(-1)).toMatchObject({ act: 'dismissHeldMessage', changes: { state: ['held', 'dismissed'] } });
  expect(rows.find(({ act }) => act === 'unhideMessage')?.changes.state).toEqual(['dismissed', 'held']);
});

test('from a network that is blocked nobody begins a conversation until the day ends, while those that there are go on', async () => {
  const { app, owner, admin, finder, path, id } = await begin();
  const about = { kind: 'report', id: await report(app, owner, id) } as const;
  const block = (blocked: boolean) => admin.tryCall('setNetworkBlocked', { id, about, blocked });
  const neighbour = () => new Visitor(app, finder.network);
  const hash = (await makeItem(owner, { name: 'Keys' })).hash;
  const begins = (visitor: Visitor) => visitor.tryCall('reportFound', { hash, key: key(), text: 'Found it.' });
  const network = async () => (await admin.call('readConversationAsAdmin', { id })).network;
  await admin.call('openConversationAsAdmin', { id, reason, about });
  expect(await network()).toBe('free');

  await block(true);
  await block(true);
  expect(await network()).toBe('blocked');
  const refused = await begins(neighbour());
  expect(refused.status).toBe(429);
  expect(refused.error?.message).toContain('take no new conversations from your network today');
  const typed = await neighbour().post(`/item/${hash}`, { text: 'It lies in the park.' });
  expect(await typed.text(), 'nothing typed is lost').toContain('It lies in the park.');
  expect((await begins(app.visitor())).error).toBeUndefined();
  const secret = path.split('/').at(-1) ?? '';
  await finder.call('answerOwner', { secret, key: key(), text: 'Still here.' });

  await block(false);
  expect((await begins(neighbour())).error).toBeUndefined();
  const { rows } = await admin.call('listAuditEntries', { search: id });
  expect(rows.filter(({ act }) => act === 'setNetworkBlocked')).toHaveLength(2);

  await block(true);
  const { db } = app.services;
  await sql`update conversations set created_at = created_at - interval '1 day'`.execute(db);
  await sql`update blocked_networks set ends_at = ends_at - interval '1 day'`.execute(db);
  expect((await begins(neighbour())).error).toBeUndefined();
  expect(await network()).toBe('forgotten');
  expect((await block(true)).error?.details).toEqual({ reason: 'network-forgotten' });
  await forgetNetworks(app.services);
  const known = await sql`
    select network_key from blocked_networks union all
    select network_key from conversations where network_key is not null and created_at < date_trunc('day', now(), 'UTC')`.execute(
    db,
  );
  expect(known.rows).toEqual([]);
});

async function countMails(app: App, uid: string): Promise<number> {
  const mails = app.services.db.selectFrom('outgoingMails').select('id').where('uid', '=', uid);
  return (await mails.execute()).length;
}

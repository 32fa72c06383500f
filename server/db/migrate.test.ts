import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { describeDevice } from '../../domain/accounts/describe-device.ts';
import { freshDatabase } from '../../test/database.ts';
import { createTestLog } from '../../test/log.ts';
import { hashToken } from '../auth/token-hash.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { wordlessMessages } from './migrations/063-wordless-messages.ts';
import { migrations } from './migrations/list.ts';

test('a release that is older than the database says so, instead of calling it corrupted', async () => {
  const { db } = await databaseAt('006-mails-of-accounts');
  await migrate(db);
  await sql`insert into kysely_migration (name, timestamp) values ('999-flying-tags', now()::text)`.execute(db);
  await expect(migrate(db)).rejects.toThrow(/^The database was used by a newer release of Handback .*999-flying-tags/);
});

test('006 gives mails to their accounts, drops those sent that are nobody’s, and has mails greet by the new name', async () => {
  const { db } = await databaseAt('005-account-care');
  await sql`
    insert into auth_users (id, name, email) values ('ada', 'Ada', 'ada@example.com'), ('bob', 'Bob', 'bob@example.com');
    insert into users (uid, email, display_name, created_at) values
      ('ada', 'ada@example.com', 'Countess', now()), ('bob', 'bob@example.com', null, now());
    insert into outgoing_mails (message_id, purpose, to_name, subject, text, html, to_address, sent_at) values
      ('<1>', '', '', '', '', '', 'Ada@example.com', now()),
      ('<2>', '', '', '', '', '', 'formerly@example.com', now()),
      ('<3>', '', '', '', '', '', 'waiting@example.com', null)`.execute(db);
  await migrate(db);
  expect(await db.selectFrom('outgoingMails').select(['messageId', 'uid']).orderBy('id').execute()).toEqual([
    { messageId: '<1>', uid: 'ada' },
    { messageId: '<3>', uid: null },
  ]);
  const names = await db.selectFrom('authUsers').select('name').orderBy('id').execute();
  expect(names).toEqual([{ name: 'Countess' }, { name: 'Bob' }]);
});

test('007 keeps who is signed in by hashing what their cookies hold, and ends sessions that never counted', async () => {
  const { db } = await databaseAt('006-mails-of-accounts');
  await sql`
    insert into auth_users (id, name, email, email_verified) values ('ada', 'Ada', 'ada@example.com', true),
      ('eve', 'Eve', 'eve@example.com', false), ('bob', 'Bob', 'bob@example.com', false);
    insert into users (uid, email, email_verified, created_at) values
      ('ada', 'ada@example.com', true, now()), ('eve', 'eve@example.com', false, now()), ('bob', 'bob@example.com', true, now());
    insert into auth_sessions (id, token, user_id, expires_at) values ('1', 'of-ada', 'ada', now() + interval '1 day'),
      ('2', 'of-eve', 'eve', now() + interval '1 day'), ('3', 'of-bob', 'bob', now() + interval '1 day')`.execute(db);
  await migrate(db);
  const sessions = await db.selectFrom('authSessions').select(['id', 'token']).orderBy('id').execute();
  expect(sessions).toEqual([
    { id: '1', token: hashToken('of-ada') },
    { id: '3', token: hashToken('of-bob') },
  ]);
});

test('009 leaves sessions from before without a time of activity, so that an update ends none; later ones begin with it', async () => {
  const { db } = await databaseAt('006-mails-of-accounts');
  const addSession = (id: string) =>
    sql`
    insert into auth_sessions (id, token, user_id, expires_at) values (${id}, ${id}, 'ada', now())`.execute(db);
  await sql`insert into auth_users (id, name, email, email_verified) values ('ada', 'Ada', 'ada@example.com', true)`.execute(
    db,
  );
  await addSession('before');
  await migrate(db);
  await addSession('later');
  expect(await db.selectFrom('authSessions').select(['id', 'activeAt']).orderBy('id').execute()).toEqual([
    { id: 'before', activeAt: null },
    { id: 'later', activeAt: expect.any(Date) },
  ]);
});

test('010 keeps of browsers the words that are shown, and of sent mails no link', async () => {
  const { db } = await databaseAt('006-mails-of-accounts');
  const agents = [
    'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Something of Ada’s (Windows)',
    'curl/8.9',
    null,
  ];
  await sql`insert into auth_users (id, name, email, email_verified) values ('ada', 'Ada', 'ada@example.com', true)`.execute(
    db,
  );
  for (const [n, agent] of agents.entries())
    await sql`
      insert into auth_sessions (id, token, user_id, expires_at, user_agent)
      values (${n}, ${n}, 'ada', now(), ${agent})`.execute(db);
  const text =
    'Confirm:\nhttps://tags.example.com/auth/emailverification?token=a.b.c\n\n--\nFrom https://tags.example.com.';
  const html = '<a href="http://localhost:3000/auth/reset?token=a&amp;b=c">Set</a>';
  await sql`
    insert into outgoing_mails (message_id, purpose, to_name, subject, text, html, to_address, sent_at) values
      ('<1>', '', '', '', ${text}, ${html}, '', now()),
      ('<2>', '', '', '', ${text}, ${html}, '', null)`.execute(db);
  await migrate(db);
  const sessions = await db.selectFrom('authSessions').select('userAgent').orderBy('id').execute();
  expect(sessions.map(({ userAgent }) => userAgent)).toEqual(agents.map(describeDevice));
  expect(await db.selectFrom('outgoingMails').select(['text', 'html']).orderBy('id').execute()).toEqual([
    {
      text: 'Confirm:\nhttps://tags.example.com/…\n\n--\nFrom https://tags.example.com.',
      html: '<a href="http://localhost:3000/…">Set</a>',
    },
    { text, html },
  ]);
});

test('008 puts the conversations that there are in their place in the inbox', async () => {
  const { db } = await databaseAt('006-mails-of-accounts');
  await sql`
    insert into auth_users (id, name, email) values ('ada', 'Ada', 'ada@example.com');
    insert into users (uid, email, created_at) values ('ada', 'ada@example.com', now());
    insert into items (id, owner_id, name, category, creation_key) values ('0123456789abcdef', 'ada', 'Bag', 'bag', 'key');
    insert into conversations (id, item_id, owner_id) values ('one', '0123456789abcdef', 'ada'), ('two', '0123456789abcdef', 'ada');
    insert into web_messages (conversation_id, item_id, owner_id, author, read_by_owner, read_by_finder, sending_key)
    select id, '0123456789abcdef', 'ada', 'finder', false, true, n
    from (values ('one', 'a'), ('two', 'b'), ('one', 'c')) sent (id, n)`.execute(db);
  await migrate(db);
  const inbox = db.selectFrom('conversations').select('id').orderBy('lastMessageId', 'desc');
  expect(await inbox.execute()).toEqual([{ id: 'one' }, { id: 'two' }]);
});

test('021 begins the history of what was lost or back before there was one', async () => {
  const { db } = await databaseAt('020-tag-batches');
  await sql`
    insert into auth_users (id, name, email) values ('ada', 'Ada', 'ada@example.com');
    insert into users (uid, email, created_at) values ('ada', 'ada@example.com', now());
    insert into items (id, owner_id, name, category, creation_key, lost_at, returned_at) values
      ('0000000000000001', 'ada', 'Kept', 'other', '1', null, null),
      ('0000000000000002', 'ada', 'Lost', 'other', '2', '2026-05-01', null),
      ('0000000000000003', 'ada', 'Back', 'other', '3', '2026-05-02', '2026-05-03')`.execute(db);
  await migrate(db);
  const states = await db.selectFrom('itemStates').select(['itemId', 'state']).orderBy('createdAt').execute();
  expect(states.map(({ itemId, state }) => [Number(itemId), state])).toEqual([
    [2, 'lost'],
    [3, 'lost'],
    [3, 'returned'],
  ]);
});

test('013 gives each profile the address of its account, in lower case, where two said the same', async () => {
  const { db } = await databaseAt('010-nothing-kept');
  await sql`
    insert into auth_users (id, name, email) values
      ('ada', 'Ada', 'Ada@Example.com'), ('bob', 'Bob', 'bob@example.com'),
      ('eve', 'Eve', 'Eve@example.com'), ('eva', 'Eva', 'eve@example.com');
    insert into users (uid, email, created_at) values ('ada', 'formerly@example.com', now()), ('bob', 'formerly@example.com', now()),
      ('eve', 'eve@example.com', now()), ('eva', 'eve@example.com', now())`.execute(db);
  await migrate(db);
  const addresses = ['ada@example.com', 'bob@example.com', 'eve@example.com', 'Eve@example.com'];
  for (const table of ['authUsers', 'users'] as const) {
    const rows = await db
      .selectFrom(table)
      .select('email')
      .orderBy(table === 'users' ? 'uid' : 'id')
      .execute();
    expect(rows.map(({ email }) => email)).toEqual(addresses);
  }
  const taken = db.updateTable('users').set({ email: 'bob@example.com' }).where('uid', '=', 'ada');
  await expect(taken.execute()).rejects.toThrow('users_email');
});

test('063 says of no imported message without words that its finder deleted it, and of those that finders deleted still', async () => {
  const { db } = await databaseAt('062-german-names');
  const at = '2026-05-01T00:00:00Z';
  await sql`
    insert into auth_users (id, name, email) values ('ada', 'Ada', 'ada@example.com');
    insert into users (uid, email, created_at) values ('ada', 'ada@example.com', now());
    insert into items (id, owner_id, name, category, creation_key) values ('0000000000000001', 'ada', 'Bag', 'other', '1');
    insert into conversations (id, item_id, owner_id, finder_name, closed_at, words_deleted_at) values
      ('wordless', '0000000000000001', 'ada', 'Kim', '${sql.raw(at)}', '${sql.raw(at)}'),
      ('with words', '0000000000000001', 'ada', 'Kim', '${sql.raw(at)}', null),
      ('deleted', '0000000000000001', 'ada', null, '${sql.raw(at)}', '${sql.raw(at)}');
    insert into web_messages
      (conversation_id, item_id, owner_id, author, text, read_by_owner, read_by_finder, sending_key, deleted_at) values
      ('wordless', '0000000000000001', 'ada', 'finder', '', true, true, 'import:wordless', '${sql.raw(at)}'),
      ('with words', '0000000000000001', 'ada', 'finder', 'Hello', true, true, 'import:with words', null),
      ('deleted', '0000000000000001', 'ada', 'finder', '', true, true, 'found:deleted', '${sql.raw(at)}')`.execute(db);
  await wordlessMessages.up(db);
  await migrate(db);
  const rows = await db
    .selectFrom('webMessages')
    .innerJoin('conversations', 'conversations.id', 'conversationId')
    .select(['conversationId', 'text', 'deletedAt', 'wordsDeletedAt'])
    .orderBy('webMessages.id')
    .execute();
  expect(rows).toEqual([
    { conversationId: 'wordless', text: '', deletedAt: null, wordsDeletedAt: null },
    { conversationId: 'with words', text: 'Hello', deletedAt: null, wordsDeletedAt: null },
    { conversationId: 'deleted', text: '', deletedAt: new Date(at), wordsDeletedAt: new Date(at) },
  ]);
});

test('074 frees who signed up while the clock was wrong and got neither a password nor a mail, and nobody else', async () => {
  const { db } = await databaseAt('072-mistaken-payments');
  await sql`
    insert into auth_users (id, name, email, email_verified, created_at) values
      ('stuck', 'Ada', 'ada@example.com', false, '1970-01-01'), ('imported', 'Bob', 'bob@example.com', false, '2023-01-01'),
      ('old', 'Eve', 'eve@example.com', false, '2023-01-01'), ('confirmed', 'Kim', 'kim@example.com', true, '1970-01-01');
    insert into users (uid, email, created_at) values ('imported', 'bob@example.com', '2023-01-01');
    insert into auth_accounts (id, account_id, provider_id, user_id, password) values
      ('old', 'old', 'credential', 'old', 'hash')`.execute(db);
  await migrate(db);
  const freed = db.selectFrom('authUsers').select('id').where('createdAt', '>', new Date('2024-02-10'));
  expect(await freed.where('signedUpAt', 'is not', null).execute()).toEqual([{ id: 'stuck' }]);
  expect(await freed.execute()).toHaveLength(1);
});

test('082 ends the invitations and offers that are open, with their mails that wait, and keeps what was handed over', async () => {
  const { db } = await databaseAt('081-picture-locks');
  await sql`
    insert into auth_users (id, name, email) values ('ada', 'Ada', 'ada@example.com');
    insert into users (uid, email, created_at) values ('ada', 'ada@example.com', now());
    insert into items (id, owner_id, name, category, creation_key) values ('0000000000000000', 'ada', 'Bike', 'bike', 'k');
    insert into item_invitations (id, item_id, owner_id, email, secret_hash, expires_at)
      values ('1', '0000000000000000', 'ada', 'kim@example.com', '1', now() + interval '1 day');
    insert into invitation_refusals values ('h');
    insert into item_handovers (id, item_id, owner_id, item_name, email, secret_hash, expires_at, accepted_at) values
      ('2', '0000000000000000', 'ada', null, 'kim@example.com', '2', now() + interval '1 day', null),
      ('3', '0000000000000000', 'ada', 'Bike', null, '3', now() - interval '1 day', now() - interval '2 days');
    insert into outgoing_mails (message_id, purpose, to_name, subject, text, html, to_address, sent_at) values
      ('<1>', 'invitation', '', '', '', '', 'kim@example.com', null), ('<2>', 'handover', '', '', '', '', 'kim@example.com', null),
      ('<3>', 'invitation', '', '', '', '', 'kim@example.com', now()), ('<4>', 'new-message', '', '', '', '', 'kim@example.com', null)`.execute(
    db,
  );
  await migrate(db);
  expect(await db.selectFrom('itemInvitations').select('id').execute()).toEqual([]);
  expect(await db.selectFrom('itemHandovers').select(['id', 'itemName']).execute()).toEqual([
    { id: '3', itemName: 'Bike' },
  ]);
  const mails = await db.selectFrom('outgoingMails').select('messageId').orderBy('id').execute();
  expect(mails.map(({ messageId }) => messageId)).toEqual(['<3>', '<4>']);
});

async function databaseAt(name: string) {
  const connection = connect(await freshDatabase(), createTestLog().log);
  onTestFinished(() => connection.close());
  await sql`drop schema public cascade; create schema public`.execute(connection.db);
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: connection.db.withoutPlugins(), provider }).migrateTo(name);
  if (error) throw error;
  return connection;
}

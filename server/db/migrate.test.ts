import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { createLog } from '../log.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/list.ts';

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

/** A database as an earlier release left it. */
async function databaseAt(name: string) {
  const connection = connect(await freshDatabase(), createLog('fatal'));
  onTestFinished(() => connection.close());
  await sql`drop schema public cascade; create schema public`.execute(connection.db);
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: connection.db.withoutPlugins(), provider }).migrateTo(name);
  if (error) throw error;
  return connection;
}

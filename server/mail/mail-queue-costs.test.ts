import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notifyOwner } from '../../domain/notifications/message-mails.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import type { Executor } from '../db/tables.ts';
import { leaseMail } from './mail-queue.ts';

/** Enough that no plan reads them all unless it must. */
const sentMails = 20_000;
const few = 50;

test('the next mail to send is found without reading those that were sent', async () => {
  const app = await startApp();
  await fillWithSent(app);
  await app.installation.db.transaction().execute(async (trx) => {
    await sql`
      insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html)
      values ('<waiting>', 'test', '', 'ada@example.com', '', '', '')`.execute(trx);
    expect(await leaseMail(trx, ['elsewhere.example'])).toMatchObject({ messageId: '<waiting>', host: 'example.com' });
    expect(await rowsRead(trx)).toBeLessThan(few);
  });
});

test('whether a finder’s next message needs a mail is found without reading the mails of others', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  await makeConversation(app, item);
  await fillWithSent(app);
  const { db } = app.installation;
  const conversation = await db.selectFrom('conversations').select('id').executeTakeFirstOrThrow();
  await sql`update web_messages set read_by_owner = false`.execute(db);
  await db.transaction().execute(async (trx) => {
    const news = { item: { name: item.name, ownerId: owner.uid }, conversation, heldReason: undefined };
    await notifyOwner(trx, news, app.installation);
    expect(await rowsRead(trx)).toBeLessThan(few);
  });
});

/** Mails about messages of other conversations, to other accounts. */
async function fillWithSent({ installation: { db } }: App): Promise<void> {
  await sql`
    insert into auth_users (id, name, email) select n, 'Bob', n || '@example.com' from generate_series(1, 100) n`.execute(
    db,
  );
  await sql`
    insert into outgoing_mails (message_id, uid, purpose, to_name, to_address, subject, text, html, sent_at)
    select n, n % 100 + 1, 'new-message ' || n, '', n || '@example.com', '', '', '', now()
    from generate_series(1, ${sentMails}::int) n`.execute(db);
  await sql`analyze outgoing_mails`.execute(db);
}

/** Rows of the outbox that the transaction has read so far. */
async function rowsRead(trx: Executor): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
    from pg_stat_xact_user_tables where relname = 'outgoing_mails'`.execute(trx);
  return Number(rows[0]?.read);
}

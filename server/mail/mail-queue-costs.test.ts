import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { notifyReaders } from '../../domain/notifications/notify-readers.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeConversation } from '../../test/make.ts';
import { rowsRead } from '../../test/rows-read.ts';
import { withItem } from '../../test/worlds.ts';
import type { Executor } from '../db/tables.ts';
import { removeFilesOfGoneMails, writeMailFile } from './mail-folder.ts';
import { leaseMail, queueMail } from './mail-queue.ts';

const manyMails = 20_000;
const few = 50;

test('the next mail to send is found without reading those that were sent', async () => {
  const app = await startApp();
  await fillWithSent(app);
  await app.services.db.transaction().execute(async (trx) => {
    await queueFor(trx, 'example.com', 'now()');
    expect(await leaseMail(trx, ['elsewhere.example'], [])).toMatchObject({ host: 'example.com' });
    expect(await rowsRead(trx, 'outgoing_mails')).toBeLessThan(few);
  });
});

test('the next mail to send is found without reading those that wait for busy hosts', async () => {
  const app = await startApp();
  await app.services.db.transaction().execute(async (trx) => {
    for (const host of ['one.example', 'Two.example']) await fillWithWaiting(trx, host);
    await queueFor(trx, 'last.example', 'now()');
    await queueFor(trx, 'later.example', `now() + interval '1 hour'`);
    await queueFor(trx, 'first.example', `now() - interval '1 minute'`);
    const before = await rowsRead(trx, 'outgoing_mails');
    const busy = ['one.example', 'two.example'];
    expect(await leaseMail(trx, busy, [])).toMatchObject({ host: 'first.example' });
    expect(await leaseMail(trx, busy, [])).toMatchObject({ host: 'last.example' });
    expect(await leaseMail(trx, busy, [])).toBe(undefined);
    expect((await rowsRead(trx, 'outgoing_mails')) - before).toBeLessThan(4 * few);
  });
});

test('which files are of mails that are gone is found without reading the mails that have none', async () => {
  const app = await startApp();
  await fillWithSent(app);
  const folder = await mkdtemp(join(tmpdir(), 'handback-mails-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = (messageId: string) =>
    writeMailFile(folder, { messageId, createdAt: new Date() }, Buffer.from('Subject: Hello\n'));
  for (let n = 0; n < 1_100; n++) await write(`<${randomUUID()}@outbox.handback>`);
  await app.services.db.transaction().execute(async (trx) => {
    const to = { name: '', address: 'ada@example.com' };
    await queueMail(trx, { purpose: 'test', uid: null, to, subject: '', text: '', html: '' });
    const mails = trx.selectFrom('outgoingMails').select('messageId').orderBy('id', 'desc').limit(1);
    const { messageId } = await mails.executeTakeFirstOrThrow();
    const path = await write(messageId);
    await removeFilesOfGoneMails(folder, trx);
    expect(await rowsRead(trx, 'outgoing_mails')).toBeLessThan(few);
    expect(await readdir(folder)).toEqual([basename(path)]);
  });
});

test('whether a finder’s next message needs a mail is found without reading the mails of others', async () => {
  const { app, owner, item } = await withItem(startApp());
  await makeConversation(app, item);
  await fillWithSent(app);
  const { db } = app.services;
  const conversation = await db.selectFrom('conversations').select(['id', 'lastMessageId']).executeTakeFirstOrThrow();
  await sql`update web_messages set read_by_owner = false`.execute(db);
  await db.transaction().execute(async (trx) => {
    const news = {
      message: {
        id: conversation.lastMessageId ?? '',
        conversationId: conversation.id,
        itemId: item.id,
        ownerId: owner.uid,
      },
      readers: [owner.uid],
      possiblyAutomatic: false,
    };
    await notifyReaders(trx, news, app.services);
    expect(await rowsRead(trx, 'outgoing_mails')).toBeLessThan(few);
  });
});

async function fillWithSent({ services: { db } }: App): Promise<void> {
  await sql`
    insert into auth_users (id, name, email) select n, 'Bob', n || '@example.com' from generate_series(1, 100) n`.execute(
    db,
  );
  await sql`
    insert into outgoing_mails (message_id, uid, purpose, to_name, to_address, subject, text, html, sent_at)
    select n, n % 100 + 1, 'new-message ' || n, '', n || '@example.com', '', '', '', now()
    from generate_series(1, ${manyMails}::int) n`.execute(db);
  await sql`analyze outgoing_mails`.execute(db);
}

async function fillWithWaiting(trx: Executor, host: string): Promise<void> {
  await sql`
    insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html, send_after)
    select ${host} || n, 'test', '', 'ada@' || ${host}, '', '', '', now() - interval '1 day'
    from generate_series(1, ${manyMails / 2}::int) n`.execute(trx);
}

async function queueFor(trx: Executor, host: string, sendAfter: string): Promise<void> {
  await sql`
    insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html, send_after)
    values (${host}, 'test', '', ${`ada@${host}`}, '', '', '', ${sql.raw(sendAfter)})`.execute(trx);
}

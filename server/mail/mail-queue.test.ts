import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { insertMail, pauseOver, queuedMails, queueTo } from '../../test/mail-queue.ts';
import { makeConversation, makeItem } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';
import { queueMail, recordDelivery } from './mail-queue.ts';

const ada = 'ada@example.com';
const patiently = { timeout: 20_000 };

test('a mail goes out over SMTP at once, to the one address meant, under its settled Message-ID', async () => {
  const app = await startApp();
  const to = { name: 'Ada, Bob <eve@example.com>', address: ada };
  const mail = { purpose: 'test', uid: null, to, subject: 'One', text: 'Hello', html: '<p>Hello</p>' };
  const { events } = app.services;
  const woken = new Promise((resolve) => events.subscribe(resolve));
  await events.transaction((trx) => queueMail(trx, mail));
  expect(await woken).toEqual({ kind: 'mail' });
  const received = await app.mailbox.find(ada, 'One');
  expect(received.to).toEqual([{ address: 'ada@example.com', name: 'Ada, Bob <eve@example.com>' }]);
  const [row] = await queuedMails(app);
  expect(received.messageId).toBe(row?.messageId);
  await expect.poll(async () => (await queuedMails(app))[0]?.sentAt, patiently).toBeInstanceOf(Date);
});

test('a mail that the server refuses is kept, with the reason, and sent later under the same Message-ID', async () => {
  const app = await startApp();
  app.mailbox.refusing = true;
  await queueTo(app, ada, 'Later');
  await expect.poll(async () => (await queuedMails(app))[0]?.lastError, patiently).toContain('try again later');
  app.mailbox.refusing = false;
  await pauseOver(app);
  const received = await app.mailbox.find(ada, 'Later');
  const [row] = await queuedMails(app);
  expect(received.messageId).toBe(row?.messageId);
  expect(row?.attempts).toBe(2);
});

test('after three days a mail is given up, visibly', async () => {
  const app = await startApp();
  app.mailbox.refusing = true;
  await insertMail(app, { createdAt: new Date(Date.now() - 3 * 86_400_000) }).execute();
  app.services.events.publish({ kind: 'mail' });
  await expect.poll(async () => (await queuedMails(app))[0]?.failedAt, patiently).toBeInstanceOf(Date);
});

test('what is deleted from a mail while it is sent does not come back; its links are cut all the same', async () => {
  const app = await startApp();
  const { db } = app.services;
  const link = 'Answer: https://handback.test/inbox/secret?from=mail';
  const leased = await insertMail(app, {
    text: `“It is at the station.” ${link}`,
    html: `<a href="https://handback.test/inbox/secret">“It is at the station.”</a>`,
    leasedUntil: new Date(Date.now() + 20_000),
  })
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`update outgoing_mails set text = ${link}, html = ${`<p>${link}</p>`} where id = ${leased.id}`.execute(db);
  await recordDelivery(db, { ...leased, host: 'example.com' });
  const kept = await db.selectFrom('outgoingMails').selectAll().where('id', '=', leased.id).executeTakeFirstOrThrow();
  const cut = 'Answer: https://handback.test/…';
  expect(kept).toMatchObject({ sentAt: expect.any(Date), text: cut, html: `<p>${cut}</p>` });
});

test('a mail in the hands of a dead worker is sent when its lease is over, not before', async () => {
  const app = await startApp();
  const leased = { messageId: '<leased@test>', subject: 'Leased', leasedUntil: new Date(Date.now() + 20_000) };
  await insertMail(app, leased).execute();
  await queueTo(app, ada, 'Free');
  await app.mailbox.find(ada, 'Free');
  expect(app.mailbox.received.map(({ subject }) => subject)).toEqual(['Free']);
  await sql`update outgoing_mails set leased_until = ${new Date(Date.now() - 1)} where message_id = ${'<leased@test>'}`.execute(
    app.services.db,
  );
  app.services.events.publish({ kind: 'mail' });
  expect((await app.mailbox.find('a@example.com', 'Leased')).messageId).toBe('<leased@test>');
});

test('a lease that claims to last longer than any lease holds no mail', async () => {
  const app = await startApp();
  app.mailbox.refusing = true;
  await queueTo(app, ada, 'Leased');
  await expect.poll(async () => (await queuedMails(app))[0]?.lastError, patiently).toContain('try again later');
  app.mailbox.refusing = false;
  const leasedUntil = new Date(Date.now() + 86_400_000);
  await app.services.db.updateTable('outgoingMails').set({ leasedUntil }).execute();
  await pauseOver(app);
  await app.mailbox.find(ada, 'Leased');
});

test('two processes send each mail once', async () => {
  const app = await startApp();
  await startApp({ besides: app });
  for (let n = 0; n < 20; n++) await queueTo(app, `${n}@example.com`, `Number ${n}`);
  await expect.poll(() => app.mailbox.received.length, patiently).toBe(20);
  await expect.poll(async () => (await queuedMails(app)).filter(({ sentAt }) => !sentAt), patiently).toEqual([]);
  expect(app.mailbox.tried).toHaveLength(20);
});

test('the owner hears of a message by mail: what it is about, but none of the finder’s words', async () => {
  const { app, owner } = await withOwner(startApp());
  const item = await makeItem(owner, { name: 'Blue backpack' });
  const { finder, path } = await makeConversation(app, item, 'My number is 555 1234');
  const told = await app.mailbox.find(owner.email, 'Blue backpack');
  expect(told.subject).not.toContain('555');
  expect(`${told.text}${told.html}`).not.toContain('555');
  expect(told.text).toContain(`${app.url}/inbox/`);

  await finder.post(path, { key: 'second-one', text: 'Still here' });
  const mails = (await queuedMails(app)).filter(({ purpose }) => purpose.startsWith('new-message'));
  expect(mails, 'unread still: one mail is enough').toHaveLength(1);
});

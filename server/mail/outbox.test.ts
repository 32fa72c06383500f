import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import { queueMail, startMailWorker } from './outbox.ts';
import { mailTransport } from './transport.ts';

const mail = (subject: string) => ({
  purpose: 'test',
  uid: null,
  to: { name: 'Ada, Bob <eve@example.com>', address: 'ada@example.com' },
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
});

async function queue(app: App, subject: string): Promise<void> {
  await queueMail(app.installation.db, mail(subject));
  app.installation.events.publish({ kind: 'mail' });
}

const rows = (app: App) => app.installation.db.selectFrom('outgoingMails').selectAll().orderBy('id').execute();

test('a mail goes out over SMTP at once, to the one address meant, under its settled Message-ID', async () => {
  const app = await startApp();
  await queue(app, 'One');
  const received = await app.mailbox.find('ada@example.com', 'One');
  expect(received.to).toEqual([{ address: 'ada@example.com', name: 'Ada, Bob <eve@example.com>' }]);
  const [row] = await rows(app);
  expect(received.messageId).toBe(row?.messageId);
  await expect.poll(async () => (await rows(app))[0]?.sentAt).toBeInstanceOf(Date);
});

test('a mail that the server refuses is kept, with the reason, and sent later under the same Message-ID', async () => {
  const app = await startApp();
  app.mailbox.refusing = true;
  await queue(app, 'Later');
  await expect.poll(async () => (await rows(app))[0]?.lastError).toContain('try again later');
  app.mailbox.refusing = false;
  await app.installation.db.updateTable('outgoingMails').set({ sendAfter: new Date() }).execute();
  app.installation.events.publish({ kind: 'mail' });
  const received = await app.mailbox.find('ada@example.com', 'Later');
  const [row] = await rows(app);
  expect(received.messageId).toBe(row?.messageId);
  expect(row?.attempts).toBe(2);
});

test('after three days a mail is given up, visibly', async () => {
  const app = await startApp();
  app.mailbox.refusing = true;
  const old = new Date(Date.now() - 3 * 86_400_000);
  await app.installation.db
    .insertInto('outgoingMails')
    .values({
      messageId: '<old@test>',
      purpose: 'test',
      toName: '',
      toAddress: 'a@example.com',
      subject: 'Old',
      text: '',
      html: '',
      createdAt: old,
    })
    .execute();
  app.installation.events.publish({ kind: 'mail' });
  await expect.poll(async () => (await rows(app))[0]?.failedAt).toBeInstanceOf(Date);
});

test('a mail in the hands of a dead worker is sent when its lease is over, not before', async () => {
  const app = await startApp();
  await app.installation.db
    .insertInto('outgoingMails')
    .values({
      messageId: '<leased@test>',
      purpose: 'test',
      toName: '',
      toAddress: 'a@example.com',
      subject: 'Leased',
      text: '',
      html: '',
      leasedUntil: new Date(Date.now() + 20_000),
    })
    .execute();
  await queue(app, 'Free');
  await app.mailbox.find('ada@example.com', 'Free');
  expect(app.mailbox.received.map(({ subject }) => subject)).toEqual(['Free']);
  await app.installation.db
    .updateTable('outgoingMails')
    .set({ leasedUntil: new Date(Date.now() - 1) })
    .where('messageId', '=', '<leased@test>')
    .execute();
  app.installation.events.publish({ kind: 'mail' });
  expect((await app.mailbox.find('a@example.com', 'Leased')).messageId).toBe('<leased@test>');
});

test('two workers send each mail once', async () => {
  const app = await startApp();
  const second = startMailWorker({
    ...app.installation,
    transport: mailTransport({ smtpUrl: app.mailbox.url, mailFrom: 'handback@localhost', dataDir: '/nowhere' }),
  });
  for (let n = 0; n < 20; n++) await queueMail(app.installation.db, mail(`Number ${n}`));
  app.installation.events.publish({ kind: 'mail' });
  await expect.poll(() => app.mailbox.received.length).toBe(20);
  await second.stop();
  expect(new Set(app.mailbox.received.map(({ messageId }) => messageId)).size).toBe(20);
});

test('the owner hears of a message by mail: what it is about, but none of the finder’s words', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner, { name: 'Blue backpack' });
  const { finder, path } = await makeConversation(app, item, 'My number is 555 1234');
  const told = await app.mailbox.find(owner.email, 'Blue backpack');
  expect(told.subject).not.toContain('555');
  expect(`${told.text}${told.html}`).not.toContain('555');
  expect(told.text).toContain(`${app.url}/inbox/`);

  await finder.post(path, { key: 'second-one', text: 'Still here' });
  const mails = (await rows(app)).filter(({ purpose }) => purpose.startsWith('new-message'));
  expect(mails, 'unread still: one mail is enough').toHaveLength(1);
});

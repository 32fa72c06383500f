import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../app.ts';
import { queuedMails } from '../mail-queue.ts';
import { makeItem, makeOwner, password } from '../make.ts';
import { sharedApp } from '../shared-app.ts';
import { withItem, withOwner } from '../worlds.ts';

test('ten messages in a minute, each from another network, are one email at once, and one ten minutes later for the rest', async () => {
  const { app, owner } = await withOwner(startApp());
  const [backpack, keys] = [
    await makeItem(owner, { name: 'Blue backpack' }),
    await makeItem(owner, { name: 'House keys' }),
  ];
  await reports(app, backpack.hash, 6);
  await reports(app, keys.hash, 4);
  expect(await messageMails(app)).toHaveLength(1);
  await runDueJobs(app.services);
  expect(await messageMails(app), 'not yet').toHaveLength(1);
  await later(app, '11 minutes');
  await runDueJobs(app.services);
  const rest = await app.mailbox.find(owner.email, '9 new messages about your items');
  expect(rest.text).toContain('5 about “Blue backpack”, 4 about “House keys”');
  expect(await messageMails(app)).toHaveLength(2);
  await later(app, '11 minutes');
  await runDueJobs(app.services);
  expect(await messageMails(app), 'nothing waits').toHaveLength(2);
});

test('finders have an owner mailed 5 times an hour and 10 times a day; what waits is told when that is over', async () => {
  const { app, owner } = await withOwner(startApp());
  const { hash } = await makeItem(owner, { name: 'Blue backpack' });
  const mailAll = async () => {
    await reports(app, hash, 1);
    await runDueJobs(app.services);
    await later(app, '11 minutes');
  };
  for (let n = 1; n <= 7; n++) await mailAll();
  expect((await messageMails(app)).length, 'in 77 minutes').toBe(6);
  for (let n = 1; n <= 20; n++) await mailAll();
  expect(await messageMails(app)).toHaveLength(10);
  await later(app, '1 day');
  await runDueJobs(app.services);
  expect(await messageMails(app)).toHaveLength(11);
  const told = (await messageMails(app)).reduce((sum, { subject }) => sum + Number(/^\d+/.exec(subject)?.[0] ?? 1), 0);
  expect(told, 'of each message once').toBe(27);
});

test('messages at the same moment, through two processes, are not mailed more often', async () => {
  const app = await startApp();
  const second = await startApp({ besides: app });
  const { hash } = await makeItem(await makeOwner(app));
  await Promise.all([reports(app, hash, 6), reports(second, hash, 6)]);
  expect(await messageMails(app)).toHaveLength(1);
  await later(app, '11 minutes');
  await Promise.all([runDueJobs(app.services), runDueJobs(second.services)]);
  expect((await messageMails(app)).map(({ subject }) => subject)[1]).toMatch(/^11 new messages/);
});

test('however many finders wrote, a security notice is sent, and other owners are mailed', async () => {
  const app = await sharedApp();
  const [owner, other] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  await reports(app, (await makeItem(owner)).hash, 6);
  await owner.call('changePassword', { currentPassword: password, newPassword: 'a brand new password' });
  await app.mailbox.find(owner.email, 'password was changed');
  await reports(app, (await makeItem(other)).hash, 1);
  await app.mailbox.find(other.email, 'Somebody wrote');
});

test('what was read before its email is due is in none', async () => {
  const { app, owner, item } = await withItem(startApp());
  const { hash } = item;
  await reports(app, hash, 3);
  for (const { id, lastMessage } of (await owner.call('listConversations', {})).conversations)
    await owner.call('markConversationRead', { id, upTo: lastMessage.id });
  await later(app, '11 minutes');
  await runDueJobs(app.services);
  expect(await messageMails(app)).toHaveLength(1);
});

async function reports(app: App, hash: string, count: number): Promise<void> {
  const report = () => app.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'Found' });
  await Promise.all(Array.from({ length: count }, report));
}

async function messageMails(app: App) {
  return (await queuedMails(app)).filter(({ purpose }) => purpose.startsWith('new-message'));
}

async function later({ services: { db } }: App, time: string): Promise<void> {
  await sql`update outgoing_mails set created_at = created_at - ${time}::interval`.execute(db);
  await sql`update pending_notifications set due_at = due_at - ${time}::interval`.execute(db);
  // Other jobs have their own tests.
  await sql`update scheduled_jobs set begun_at = now()`.execute(db);
}

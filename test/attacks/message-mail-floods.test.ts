import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../app.ts';
import { queuedMails } from '../mail-queue.ts';
import { makeItem, makeOwner, password } from '../make.ts';

test('finders, each from another network, have an owner mailed 5 times an hour and 10 times a day; the mail of the day tells of the rest', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { hash } = await makeItem(owner, { name: 'Blue backpack' });
  await reports(app, hash, 6);
  expect(await messageMails(app)).toHaveLength(5);
  await later(app, '61 minutes');
  await reports(app, hash, 6);
  await later(app, '61 minutes');
  await reports(app, hash, 1);
  expect(await messageMails(app)).toHaveLength(10);
  await runDueJobs(app.installation);
  const rest = await app.mailbox.find(owner.email, '3 messages are waiting for you');
  expect(rest.text).toContain('3 about “Blue backpack”');

  await later(app, '1 day');
  await reports(app, hash, 1);
  expect(await messageMails(app)).toHaveLength(11);
});

test('messages at the same moment, through two processes, are not mailed more often', async () => {
  const app = await startApp();
  const second = await startApp({ besides: app });
  const { hash } = await makeItem(await makeOwner(app));
  await Promise.all([reports(app, hash, 6), reports(second, hash, 6)]);
  expect(await messageMails(app)).toHaveLength(5);
});

test('however many finders wrote, a security notice is sent, and other owners are mailed', async () => {
  const app = await startApp();
  const [owner, other] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  await reports(app, (await makeItem(owner)).hash, 6);
  await owner.call('changePassword', { currentPassword: password, newPassword: 'a brand new password' });
  await app.mailbox.find(owner.email, 'password was changed');
  await reports(app, (await makeItem(other)).hash, 1);
  await app.mailbox.find(other.email, 'Somebody wrote');
});

test('a mail about a conversation tells of all that waits in it, so the mail of the day does not', async () => {
  const app = await startApp();
  const { hash } = await makeItem(await makeOwner(app));
  await reports(app, hash, 5);
  const finder = app.visitor();
  const { secret } = await finder.call('reportFound', { hash, key: crypto.randomUUID(), text: 'Found' });
  await later(app, '61 minutes');
  await finder.call('answerOwner', { secret, key: crypto.randomUUID(), text: 'Still here' });
  expect(await messageMails(app)).toHaveLength(6);
  await runDueJobs(app.installation);
  expect((await queuedMails(app)).filter(({ purpose }) => purpose === 'held-messages')).toEqual([]);
});

async function reports(app: App, hash: string, count: number): Promise<void> {
  const report = () => app.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'Found' });
  await Promise.all(Array.from({ length: count }, report));
}

async function messageMails(app: App) {
  return (await queuedMails(app)).filter(({ purpose }) => purpose.startsWith('new-message'));
}

async function later({ installation }: App, time: string): Promise<void> {
  await sql`update outgoing_mails set created_at = created_at - ${time}::interval`.execute(installation.db);
}

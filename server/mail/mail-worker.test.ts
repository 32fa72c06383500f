import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { insertMail, pauseOver, queuedMails, queueTo } from '../../test/mail-queue.ts';
import { openMailbox } from '../../test/mailbox.ts';
import { moveAccount, passTime } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';

const ada = 'ada@example.com';
const patiently = { timeout: 25_000 };
const noMailbox = '550 5.1.1 No such mailbox';
const dayMs = 86_400_000;

test('recipients at a host that hangs hold no mail to others, and two of them at a time are tried', async () => {
  const app = await startApp();
  const hanging = Array.from({ length: 12 }, (_, n) => `${n}@hanging.example`);
  for (const address of hanging) {
    app.mailbox.treats.set(address, 'hangs');
    await queueTo(app, address, 'Hello');
  }
  for (const name of ['ada', 'bob', 'eve']) await queueTo(app, `${name}@example.com`, 'Hello');
  for (const name of ['ada', 'bob', 'eve']) await app.mailbox.find(`${name}@example.com`, 'Hello');
  expect(app.mailbox.tried.filter((address) => hanging.includes(address))).toEqual(hanging.slice(0, 2));
});

/** @returns how many mails failed before the mail to Ada arrived */
async function failedBeforeAda(app: App, hanging: string[]): Promise<number> {
  for (const address of hanging) app.mailbox.treats.set(address, 'hangs');
  const subject = 'Hello';
  for (const address of hanging) await queueTo(app, address, subject);
  await queueTo(app, ada, subject);
  await app.mailbox.find(ada, subject);
  return (await queuedMails(app)).filter(({ lastError }) => lastError !== null).length;
}

test('five domains that hang leave places to others at once; ten leave them after a while, and no domain gets more than its place', async () => {
  const app = await startApp();
  const at = (count: number) => Array.from({ length: count }, (_, n) => [`1@${n}.example`, `2@${n}.example`]).flat();
  expect(await failedBeforeAda(app, at(5))).toBe(0);
  expect(app.mailbox.tried.indexOf(ada)).toBeLessThan(9);

  const other = await startApp();
  const hanging = at(10);
  expect(await failedBeforeAda(other, hanging.toSorted())).toBe(0);
  expect(other.mailbox.tried.filter((address) => address !== ada).length).toBeLessThanOrEqual(12);
});

test('a stop breaks off a mail that hangs, and the next start sends it at once, as the same mail', async () => {
  const mailbox = await openMailbox();
  const app = await startApp({ mailbox });
  mailbox.treats.set(ada, 'hangs');
  await queueTo(app, ada, 'Hello');
  await expect.poll(() => mailbox.tried, patiently).toEqual([ada]);
  await app.close();
  mailbox.treats.clear();
  const next = await startApp({ besides: app });
  const { messageId } = await mailbox.find(ada, 'Hello');
  await expect
    .poll(() => queuedMails(next))
    .toMatchObject([{ messageId, attempts: 1, lastError: null, sentAt: expect.any(Date) }]);
  await next.close();
  await mailbox.close();
});

test('a server that looks through a mail for long before it answers gets it once, and the lease is renewed meanwhile; one that hangs before it has the mail is left', async () => {
  const app = await startApp();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  app.mailbox.verdict = promise;
  app.mailbox.treats.set('0@hanging.example', 'hangs');
  await queueTo(app, ada, 'Hello');
  await app.mailbox.find(ada, 'Hello');
  await queueTo(app, '0@hanging.example', 'Hello');
  const first = async () => (await queuedMails(app))[0] ?? expect.unreachable();
  const begun = (await first()).leasedUntil;
  const left = async () => (await queuedMails(app))[1]?.lastError;
  await expect.poll(left, { timeout: 35_000 }).toBe('The mail server took too long.');
  expect(Number((await first()).leasedUntil) - Number(begun)).toBeGreaterThan(15_000);
  // Longer than any server may hang.
  await setTimeout(2_000);
  answer();
  await expect.poll(first, patiently).toMatchObject({ attempts: 1, lastError: null, sentAt: expect.any(Date) });
  expect(app.mailbox.received).toHaveLength(1);
});

test('a mail that is still being sent is not sent a second time when its lease was not renewed', async () => {
  const app = await startApp();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  app.mailbox.verdict = promise;
  await queueTo(app, ada, 'Hello');
  await app.mailbox.find(ada, 'Hello');
  await sql`update outgoing_mails set leased_until = now() - interval '1 second'`.execute(app.services.db);
  await queueTo(app, 'bob@elsewhere.example', 'Later');
  await app.mailbox.find('bob@elsewhere.example', 'Later');
  expect(app.mailbox.tried).toEqual([ada, 'bob@elsewhere.example']);
  answer();
  const sent = async () => (await queuedMails(app)).map(({ attempts, sentAt }) => [attempts, sentAt !== null]);
  await expect.poll(sent, patiently).toEqual([
    [1, true],
    [1, true],
  ]);
});

test('no more mails are taken up than the mail server is asked for connections', async () => {
  const mailbox = await openMailbox();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  mailbox.verdict = promise;
  const app = await startApp({ mailbox: { ...mailbox, url: `${mailbox.url}?maxConnections=1` } });
  await queueTo(app, ada, 'Hello');
  await mailbox.find(ada, 'Hello');
  await queueTo(app, 'bob@example.com', 'Later');
  // It looks at once.
  await setTimeout(500);
  expect(await queuedMails(app)).toMatchObject([{ attempts: 1 }, { attempts: 0, leasedUntil: null }]);
  answer();
  await mailbox.find('bob@example.com', 'Later');
  await app.close();
  await mailbox.close();
});

test('with three connections to the mail server, two mails to one domain are sent at once', async () => {
  const mailbox = await openMailbox();
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  mailbox.verdict = promise;
  const app = await startApp({ mailbox: { ...mailbox, url: `${mailbox.url}?maxConnections=3` } });
  for (const to of [ada, 'bob@example.com']) await queueTo(app, to, 'Hello');
  await expect.poll(() => queuedMails(app)).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  answer();
  await app.close();
  await mailbox.close();
});

test('a mail that is refused for good is tried once more, after hours, then given up', async () => {
  const app = await startApp();
  app.mailbox.treats.set(ada, noMailbox);
  await queueTo(app, ada, 'Hello');
  const first = async () => (await queuedMails(app))[0] ?? expect.unreachable();
  await expect.poll(async () => (await first()).refusedAt, patiently).toBeInstanceOf(Date);
  const { sendAfter, createdAt, failedAt, lastError } = await first();
  expect(sendAfter.getTime() - createdAt.getTime()).toBeGreaterThan(11 * 3_600_000);
  expect([failedAt, lastError]).toEqual([null, expect.stringContaining('No such mailbox')]);
  await pauseOver(app);
  await expect.poll(async () => (await first()).failedAt, patiently).toBeInstanceOf(Date);
  await pauseOver(app);
  await queueTo(app, 'bob@example.com', 'Later');
  await app.mailbox.find('bob@example.com', 'Later');
  expect(app.mailbox.tried).toEqual([ada, ada, 'bob@example.com']);
});

test.each([
  ['puts it off', '451 4.7.1 Greylisted'],
  ['refuses us by policy', '550 5.7.1 Relaying denied'],
  ['refuses us in words alone', '554 Relay access denied'],
  ['drops the line', 'drops'],
])('a mail is tried again soon after a server that %s, and its owner is not told', async (_, treatment) => {
  const { app, owner } = await withOwner(startApp());
  app.mailbox.treats.set(owner.email, treatment);
  await queueTo(app, owner.email, 'Hello', owner.uid);
  const last = async () => (await queuedMails(app)).at(-1) ?? expect.unreachable();
  await expect.poll(async () => (await last()).lastError, patiently).toEqual(expect.any(String));
  const { sendAfter, createdAt, refusedAt, failedAt } = await last();
  expect([refusedAt, failedAt]).toEqual([null, null]);
  expect(sendAfter.getTime() - createdAt.getTime()).toBeLessThan(5 * 60_000);
  expect(await owner.call('getNotificationSettings', {})).toMatchObject({ mailFailedAt: null });
  app.mailbox.treats.clear();
  await pauseOver(app);
  await app.mailbox.find(owner.email, 'Hello');
});

test('what speaks another protocol, with bytes that a database does not store, counts as a try and is told', async () => {
  const alert = createServer((socket) => socket.end(Buffer.from('\x15\x03\x03\0\x02\x02\x46\r\n', 'latin1'))).listen(0);
  onTestFinished(() => void alert.close());
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const url = `smtp://127.0.0.1:${(alert.address() as AddressInfo).port}`;
  const app = await startApp({ mailbox: { ...mailbox, url } });
  await queueTo(app, ada, 'Hello');
  const mails = () => queuedMails(app);
  await expect.poll(mails, patiently).toMatchObject([{ attempts: 1, lastError: expect.stringContaining('greeting') }]);
});

test('an owner is told that mail to their address is refused, until one is taken or the account moves', async () => {
  const { app, owner } = await withOwner(startApp());
  const failedAt = async () => (await owner.call('getNotificationSettings', {})).mailFailedAt;
  const refuse = async () => {
    app.mailbox.treats.set(owner.email, noMailbox);
    await queueTo(app, owner.email, 'Hello', owner.uid);
    await expect.poll(failedAt, patiently).toEqual(expect.any(String));
    app.mailbox.treats.clear();
  };
  await refuse();
  await pauseOver(app);
  await expect.poll(failedAt, patiently).toBe(null);

  await refuse();
  app.mailbox.treats.set(owner.email, noMailbox);
  await queueTo(app, 'formerly@example.com', 'To another address', owner.uid);
  await app.mailbox.find('formerly@example.com', 'To another address');
  expect(await failedAt()).toEqual(expect.any(String));
  app.mailbox.treats.clear();
  await moveAccount(app, owner, 'countess@example.com');
  expect(await failedAt()).toBe(null);
});

test('an owner is told when a mail was given up, whatever the reason', async () => {
  const { app, owner } = await withOwner(startApp());
  app.mailbox.treats.set(owner.email, '451 4.3.0 Later');
  await queueTo(app, owner.email, 'Hello', owner.uid);
  await expect.poll(async () => (await queuedMails(app)).at(-1)?.lastError, patiently).toContain('Later');
  const createdAt = new Date(Date.now() - 3 * dayMs);
  await app.services.db.updateTable('outgoingMails').set({ createdAt }).where('sentAt', 'is', null).execute();
  await pauseOver(app);
  await expect
    .poll(async () => (await owner.call('getNotificationSettings', {})).mailFailedAt, patiently)
    .toEqual(expect.any(String));
});

test('the log tells of a refused mail by its purpose and codes, without the address', async () => {
  const app = await startApp();
  const warned = vi.spyOn(app.services.log, 'warn');
  app.mailbox.treats.set(ada, `${noMailbox} for ${ada}`);
  await queueTo(app, ada, 'Hello');
  await expect
    .poll(() => warned.mock.calls)
    .toEqual([
      [
        { mail: expect.any(String), purpose: 'test', attempt: 1, code: 'EENVELOPE', responseCode: 550 },
        'mail refused, will retry',
      ],
    ]);
});

test.each([
  ['a day slow', -dayMs],
  ['five minutes slow', -5 * 60_000],
  ['a day fast', dayMs],
])('a process whose clock is %s makes no more tries than another, and gives nothing up earlier', async (_, ms) => {
  const app = await startApp();
  await startApp({ besides: app });
  app.mailbox.treats.set(ada, '451 4.3.0 Later');
  const createdAt = new Date(Date.now() - 2.5 * dayMs);
  passTime(ms);
  await insertMail(app, { toAddress: ada, createdAt }).execute();
  app.services.events.publish({ kind: 'mail' });
  await expect.poll(async () => (await queuedMails(app))[0]?.lastError, patiently).toContain('Later');
  for (const name of ['bob', 'eve']) {
    await queueTo(app, `${name}@example.com`, 'Taken');
    await app.mailbox.find(`${name}@example.com`, 'Taken');
  }
  expect(app.mailbox.tried.filter((address) => address === ada)).toHaveLength(1);
  expect((await dueInSeconds(app)).rows).toEqual([{ soon: true, failedAt: null }]);
});

function dueInSeconds({ services: { db } }: App) {
  return sql<{ soon: boolean; failedAt: Date | null }>`
    select send_after between now() and now() + interval '31 seconds' as soon, failed_at
    from outgoing_mails where last_error is not null`.execute(db);
}

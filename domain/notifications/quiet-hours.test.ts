import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { queuedMails } from '../../test/mail-queue.ts';
import { makeConversation, makeItem, makeOwner, type Person, shareItem } from '../../test/make.ts';
import { runDueJobs } from '../schedule.ts';
import { endOfQuietHours, nextNotification } from './readers.ts';

const limits = { pauseMinutes: 10, anHour: 5, aDay: 10 };
const night = { from: 22 * 60, until: 7 * 60, timeZone: 'Europe/Berlin' };

test('quiet hours end on the clocks of their time zone, also when the clocks change; the next notification is after the pause, the hour and the day that are used up, and after them', () => {
  const end = (now: string, quiet = night) => endOfQuietHours(new Date(now), quiet)?.toISOString() ?? null;
  expect(end('2026-01-15T21:30:20Z')).toBe('2026-01-16T06:00:00.000Z');
  expect(end('2026-01-15T20:59:59Z'), 'before they begin').toBe(null);
  expect(end('2026-01-16T06:00:00Z'), 'their end is outside').toBe(null);
  expect(end('2026-07-15T21:30:00Z'), 'in summer').toBe('2026-07-16T05:00:00.000Z');
  expect(end('2026-03-28T23:00:00Z'), 'clocks go forward').toBe('2026-03-29T05:00:00.000Z');
  expect(end('2026-10-24T22:00:00Z'), 'clocks go back').toBe('2026-10-25T06:00:00.000Z');
  const early = { ...night, until: 2 * 60 + 30 };
  expect(end('2026-03-28T23:00:00Z', early), 'half past two is skipped').toBe('2026-03-29T01:30:00.000Z');
  expect(end('2026-03-29T00:30:00Z', early)).toBe('2026-03-29T01:30:00.000Z');
  const lunch = { from: 12 * 60, until: 13 * 60 + 30, timeZone: 'Asia/Kolkata' };
  expect(end('2026-01-15T07:00:00Z', lunch)).toBe('2026-01-15T08:00:00.000Z');
  expect(end('2026-01-15T21:30:00Z', { ...night, timeZone: 'Gone/Zone' }), 'as in UTC').toBe(null);
  const now = new Date('2026-01-15T12:00:00Z');
  const ago = (...minutes: number[]) => minutes.map((each) => new Date(now.getTime() - each * 60_000));
  const next = (told: Date[], quiet: typeof night | null = null) =>
    nextNotification(now, told, limits, quiet).toISOString();
  expect(next([])).toBe(now.toISOString());
  expect(next(ago(4))).toBe('2026-01-15T12:06:00.000Z');
  expect(next(ago(11, 20, 30, 40, 50))).toBe('2026-01-15T12:10:00.000Z');
  expect(next(ago(61, 70, 80, 90, 100, 110, 120, 130, 140, 600))).toBe('2026-01-16T02:00:00.000Z');
  expect(next(ago(61, 70, 80, 90, 100, 110, 120, 130, 140, 600), night)).toBe('2026-01-16T06:00:00.000Z');
});

test('what comes in quiet hours is told when they end, each message once', async () => {
  const { app, owner, report } = await begin();
  await beQuiet(owner, 'now');
  await report();
  await report();
  await runDueJobs(app.services);
  expect(await subjects(app, owner)).toEqual([]);
  expect(await hoursToNotification(app), 'when they end').toBeCloseTo(1, 1);

  await endQuietHours(app, owner);
  await runDueJobs(app.services);
  expect(await subjects(app, owner)).toEqual(['2 new messages about “Blue backpack”']);
  await app.mailbox.find(owner.email, '2 new messages');
});

test('outside of quiet hours a message is told at once, and when they are turned off, what waits is told within a minute', async () => {
  const { app, owner, report } = await begin();
  await beQuiet(owner, 'later');
  await report();
  expect(await subjects(app, owner)).toHaveLength(1);

  const quiet = await begin(app);
  await beQuiet(quiet.owner, 'now');
  await quiet.report();
  expect(await subjects(app, quiet.owner)).toEqual([]);
  await quiet.owner.call('setNotificationSettings', { quietHours: null });
  await runDueJobs(app.services);
  expect(await subjects(app, quiet.owner)).toHaveLength(1);
});

test('a lost item is told of in quiet hours, and with it what waits about others, to each who did not choose otherwise', async () => {
  const { app, owner, item, report } = await begin();
  const member = await makeOwner(app, 'Bob');
  await shareItem(owner, member, item);
  await beQuiet(owner, 'now');
  await beQuiet(member, 'now', { alsoLost: true });
  await owner.call('markItemLost', { id: item.id });
  await report();
  expect(await subjects(app, owner)).toHaveLength(1);
  expect(await subjects(app, member)).toEqual([]);

  await makeConversation(app, await makeItem(owner, { name: 'Keys' }));
  expect(await subjects(app, owner), 'the keys are not lost').toHaveLength(1);
  await report();
  expect(await subjects(app, owner), 'soon after the first').toHaveLength(1);
  await sql`update outgoing_mails set created_at = created_at - interval '10 minutes'`.execute(app.services.db);
  await sql`update pending_notifications set due_at = now()`.execute(app.services.db);
  await runDueJobs(app.services);
  expect((await subjects(app, owner)).slice(1)).toEqual(['2 new messages about your items']);
  expect(await subjects(app, member)).toEqual([]);
});

test('what waits is told of no message that was read, and to nobody who turned the mails off', async () => {
  const { app, owner, report } = await begin();
  const other = await begin(app);
  await beQuiet(owner, 'now');
  await beQuiet(other.owner, 'now');
  await report();
  await other.report();
  const { conversations } = await owner.call('listConversations', {});
  for (const { id, lastMessage } of conversations)
    await owner.call('markConversationRead', { id, upTo: lastMessage.id });
  await other.owner.call('setNotificationSettings', { messageMails: false });
  await endQuietHours(app, owner, other.owner);
  await runDueJobs(app.services);
  expect([...(await subjects(app, owner)), ...(await subjects(app, other.owner))]).toEqual([]);
  expect(await app.services.db.selectFrom('pendingNotifications').selectAll().execute()).toEqual([]);
});

test('the choices come back as they were made, and wrong ones are refused in words that say what to do', async () => {
  const { owner } = await begin();
  const quietHours = { from: '22:30', until: '06:45', timeZone: 'America/New_York', alsoLost: true };
  expect(await owner.call('setNotificationSettings', { quietHours })).toMatchObject({ quietHours, messageMails: true });
  await owner.call('setNotificationSettings', { messageMails: false });
  expect(await owner.call('getNotificationSettings', {})).toMatchObject({ quietHours, messageMails: false });
  const wrong = {
    'Give a time such as 22:30.': { from: '24:00' },
    'Give a time zone such as Europe/Berlin.': { timeZone: 'Europe/Nowhere' },
    'The quiet hours must end at another time than they begin.': { until: '22:30' },
  };
  for (const [message, change] of Object.entries(wrong)) {
    const refused = await owner.tryCall('setNotificationSettings', { quietHours: { ...quietHours, ...change } });
    expect(refused).toMatchObject({ status: 400, error: { message } });
  }
  expect(await owner.call('getNotificationSettings', {})).toMatchObject({ quietHours });
});

async function begin(given?: App) {
  const app = given ?? (await startApp());
  const owner = await makeOwner(app);
  const item = await makeItem(owner, { name: 'Blue backpack' });
  return { app, owner, item, report: () => makeConversation(app, item) };
}

/** For an hour from now, or for an hour that begins in an hour. */
async function beQuiet(owner: Person, when: 'now' | 'later', { alsoLost = false } = {}): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(owner.app.services.db);
  const at = (minutes: number) => {
    const time = new Date((rows[0]?.now.getTime() ?? 0) + minutes * 60_000);
    return time.toISOString().slice(11, 16);
  };
  const [from, until] = when === 'now' ? [at(-60), at(60)] : [at(60), at(120)];
  await owner.call('setNotificationSettings', { quietHours: { from, until, timeZone: 'UTC', alsoLost } });
}

/** As if the time had come. */
async function endQuietHours({ services: { db } }: App, ...owners: Person[]): Promise<void> {
  for (const { uid } of owners) await db.updateTable('users').set({ quietFrom: null }).where('uid', '=', uid).execute();
  await sql`update pending_notifications set due_at = now()`.execute(db);
}

async function hoursToNotification({ services: { db } }: App): Promise<number> {
  const { rows } = await sql<{ hours: number }>`
    select extract(epoch from min(due_at) - now())::float8 / 3600 as hours from pending_notifications`.execute(db);
  return rows[0]?.hours ?? 0;
}

async function subjects(app: App, { email }: Person): Promise<string[]> {
  const mails = await queuedMails(app);
  const about = mails.filter(({ purpose, toAddress }) => purpose.startsWith('new-message') && toAddress === email);
  return about.map(({ subject }) => subject);
}

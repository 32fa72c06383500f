import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { linkIn } from '../mailbox.ts';
import { makeOwner, password, signIn } from '../make.ts';
import { withOwner } from '../worlds.ts';

const asks = {
  'sign-up/email': (email: string) => ({ name: 'Mallory', email, password }),
  'send-verification-email': (email: string) => ({ email }),
  'request-password-reset': (email: string) => ({ email }),
};

test.each(Object.entries(asks))(
  '%s mails one address five times an hour, whoever asks, and says so',
  async (path, body) => {
    const { app, owner } = await withOwner(startApp());
    await app.visitor().auth('sign-up/email', { name: 'Eve', email: 'eve@example.com', password });
    const answers: Record<string, unknown[]> = {};
    for (const email of [owner.email, 'eve@example.com', 'nobody@example.com']) {
      await forgetLimits(app);
      answers[email] = [];
      for (let n = 0; n < 6; n++) {
        const answer = await app.visitor().auth(path, body(email));
        answers[email].push([answer.status, (await answer.json()).code]);
      }
    }
    const [known, ...others] = Object.values(answers);
    expect(known).toEqual([...Array(5).fill([200, undefined]), [429, 'TOO_MANY_MAILS']]);
    expect(others, 'unknown addresses and unconfirmed ones read the same').toEqual([known, known]);
  },
);

test('each kind of mail counts by itself: too many sign-ups keep nobody from setting a password, of which a mail tells', async () => {
  const { app, owner } = await withOwner();
  for (let n = 0; n < 6; n++) await app.visitor().auth('sign-up/email', asks['sign-up/email'](owner.email));
  expect((await app.visitor().auth('request-password-reset', { email: owner.email })).status).toBe(200);
  await owner.auth('request-password-reset', { email: owner.email });
  const token = new URL(linkIn(await app.mailbox.find(owner.email, 'Set a new password'))).searchParams.get('token');
  await owner.auth('reset-password', { token, newPassword: 'a brand new password' });
  await app.mailbox.find(owner.email, 'password was changed');
});

test('an owner on a device of theirs is mailed a link to set a new password, however many strangers asked for one', async () => {
  const { app, owner } = await withOwner();
  for (let n = 0; n < 6; n++) await app.visitor().auth('request-password-reset', { email: owner.email });
  expect((await app.visitor().auth('request-password-reset', { email: owner.email })).status).toBe(429);
  await owner.auth('sign-out', {});
  expect((await owner.auth('request-password-reset', { email: owner.email })).status).toBe(200);

  const other = await makeOwner(app, 'Bob');
  const theirs = await other.auth('request-password-reset', { email: owner.email });
  expect(theirs.status, 'not on the device of somebody else').toBe(429);
});

test('ten mails a day are the most, however they are spread over the hours', async () => {
  const app = await startApp();
  const email = 'ada@example.com';
  const ask = async () => (await app.visitor().auth('request-password-reset', { email })).status;
  const statuses: number[] = [];
  for (let hour = 0; hour < 3; hour++) {
    await forgetLimits(app, 'mails-an-hour');
    for (let n = 0; n < 4; n++) statuses.push(await ask());
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
});

test('asks that were refused within the hour do not use up the day', async () => {
  const app = await startApp();
  const besides = await startApp({ besides: app });
  const ask = async (process = besides) =>
    (await process.visitor().auth('request-password-reset', { email: 'ada@example.com' })).status;
  for (let n = 0; n < 12; n++) await ask(app);
  await forgetLimits(app, 'mails-an-hour');
  expect([await ask(), await ask(), await ask(), await ask(), await ask()]).toEqual(Array(5).fill(200));
});

test('asks to move to one address, and those of one account, are mailed five times an hour', async () => {
  const { app, owner } = await withOwner(startApp());
  const statuses: number[] = [];
  for (let n = 0; n < 6; n++)
    statuses.push((await owner.auth('change-email', { newEmail: `n${n}@example.com` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);

  const allowed: number[] = [];
  for (let n = 0; n < 6; n++) {
    const mover = await makeOwner(app);
    await mover.auth('change-email', { newEmail: 'one@example.com' });
    const link = new URL(linkIn(await app.mailbox.find(mover.email, 'Allow a new address')));
    allowed.push((await mover.auth('verify-email', { token: link.searchParams.get('token') })).status);
  }
  expect(allowed).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a browser signed in since before devices were known becomes one, and a new one is told of all the same', async () => {
  const { app, owner } = await withOwner(startApp());
  await app.services.db.deleteFrom('knownDevices').execute();
  owner.cookies.delete('handback.device');
  const phone = await signIn(app.visitor(), owner.email);
  await app.mailbox.find(owner.email, 'New sign-in');
  expect((await owner.auth('token', {})).status).toBe(200);
  for (let n = 0; n < 6; n++) await app.visitor().auth('request-password-reset', { email: owner.email });
  for (const known of [owner, phone])
    expect((await known.auth('request-password-reset', { email: owner.email })).status).toBe(200);
  expect(await subjectsTo(app, owner.email, 'new-device')).toHaveLength(1);
});

test('after a new password by a mailed link, devices from before are new again', async () => {
  const { app, owner } = await withOwner();
  const thief = await signIn(app.visitor(), owner.email);
  await owner.auth('request-password-reset', { email: owner.email });
  const token = new URL(linkIn(await app.mailbox.find(owner.email, 'Set a new password'))).searchParams.get('token');
  const newPassword = 'a brand new password';
  await owner.auth('reset-password', { token, newPassword });
  await thief.auth('sign-in/email', { email: owner.email, password: newPassword });
  expect(await subjectsTo(app, owner.email, 'new-device')).toHaveLength(2);
});

test('security notices are sent however many mails were sent before, and count for nothing', async () => {
  const { app, owner } = await withOwner();
  for (let n = 0; n < 6; n++) await app.visitor().auth('request-password-reset', { email: owner.email });
  const brandNew = 'a brand new password';
  await owner.call('changePassword', { currentPassword: password, newPassword: brandNew });
  expect((await app.mailbox.find(owner.email, 'password was changed')).text).toContain('/auth/reset');
  await app.visitor().auth('sign-in/email', { email: owner.email, password: brandNew });
  expect((await app.mailbox.find(owner.email, 'New sign-in')).text).toContain('An unknown device');
});

test('a mail tells of a device that is new to the account, and not of one that is known', async () => {
  const { app, owner } = await withOwner();
  const phone = await signIn(app.visitor(), owner.email);
  await phone.auth('sign-out', {});
  await signIn(phone, owner.email);
  await signIn(owner, owner.email);
  expect(await subjectsTo(app, owner.email, 'new-device')).toHaveLength(1);
});

test('no mail to an address that is not confirmed carries a name that somebody chose', async () => {
  const app = await startApp();
  const owner = await makeOwner(app, 'Mallory');
  const email = 'ada@example.com';
  await app.visitor().auth('sign-up/email', { name: 'Mallory', email, password });
  await app.visitor().auth('send-verification-email', { email });
  await app.visitor().auth('request-password-reset', { email });
  await owner.auth('change-email', { newEmail: email });
  const allow = new URL(linkIn(await app.mailbox.find(owner.email, 'Allow a new address')));
  await owner.auth('verify-email', { token: allow.searchParams.get('token') });
  await owner.auth('change-email', { newEmail: 'free@example.com' });
  const mails = await app.services.db
    .selectFrom('outgoingMails')
    .select(['toName', 'subject', 'text', 'html'])
    .where('toAddress', '=', email)
    .execute();
  expect(mails.length).toBe(4);
  for (const mail of mails) expect(JSON.stringify(mail)).not.toContain('Mallory');
});

function forgetLimits(app: App, name = '') {
  return sql`delete from rate_limits where key like ${`${name}%`}`.execute(app.services.db);
}

async function subjectsTo(app: App, address: string, purpose: string): Promise<string[]> {
  const mails = await app.services.db
    .selectFrom('outgoingMails')
    .select('subject')
    .where('toAddress', '=', address)
    .where('purpose', '=', purpose)
    .execute();
  return mails.map(({ subject }) => subject);
}

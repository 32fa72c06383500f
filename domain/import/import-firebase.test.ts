import { expect, test } from 'vitest';
import type { App } from '../../test/app.ts';
import { exportedAccount, firebaseHash, oldPassword, parameters } from '../../test/firebase.ts';
import { linkIn } from '../../test/mailbox.ts';
import { makeAdministrator, makeOwner } from '../../test/make.ts';
import { shareApp } from '../../test/shared-app.ts';
import { deleteOldFinderWords } from '../messages/delete-words.ts';
import { importAccounts } from './import-accounts.ts';
import { importItemRows, importMessages } from './import-items.ts';
import type { Outcome } from './run.ts';

const sharedApp = shareApp();
let made = 0;

async function begin() {
  const app = await sharedApp();
  const send = async (row: object, more: { dryRun?: boolean; parameters?: typeof parameters | undefined } = {}) =>
    (await importAccounts({ rows: [row], dryRun: false, parameters, ...more }, app.services))[0];
  const signIn = (email: string, password = oldPassword) => app.visitor().auth('sign-in/email', { email, password });
  return { app, send, signIn };
}

/** As the command sends it. */
function accountRow(more: object = {}) {
  const { localId, providerUserInfo, ...account } = exportedAccount(`old${++made}`);
  return { uid: localId, ...account, ...more };
}

const state = (of: Outcome | undefined) => of?.reasons.join() || of?.state;

const passwordOf = async ({ services: { db } }: App, uid: string) =>
  (await db.selectFrom('authAccounts').select('password').where('userId', '=', uid).executeTakeFirst())?.password;

test('an imported owner signs in with the old password, which is then hashed as ours are, and with no other', async () => {
  const { app, send, signIn } = await begin();
  const account = accountRow();
  expect(await send(account)).toEqual({ state: 'imported', reasons: [] });
  expect((await signIn(account.email, 'another')).status).toBe(401);
  expect(await passwordOf(app, account.uid)).toMatch(/^\$firebase-scrypt\$/);
  expect((await signIn(account.email)).status).toBe(200);
  expect(await passwordOf(app, account.uid)).toMatch(/^\$argon2id\$/);
  expect((await signIn(account.email.toUpperCase())).status).toBe(200);
  expect((await signIn(account.email, 'another')).status).toBe(401);
});

test('two first sign-ins at once both succeed', async () => {
  const { send, signIn } = await begin();
  const account = accountRow();
  await send(account);
  const answers = await Promise.all([signIn(account.email), signIn(account.email), signIn(account.email)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('C-4.03 C-4.04 C-4.05 an imported account is let in or not as any other; times stay, and nobody becomes administrator', async () => {
  const { app, send, signIn } = await begin();
  const unverified = { emailVerified: false, createdAt: '1710000000000' };
  const cases = [
    [accountRow({ ...unverified }), 'email-not-verified'],
    [accountRow({ ...unverified, createdAt: '1700000000000' }), undefined],
    [accountRow({ ...unverified, profile: { emailVerified: true } }), undefined],
    [accountRow({ disabled: true }), 'user-disabled'],
    [accountRow({ role: 'admin', customAttributes: '{"admin":true}', profile: { role: 'admin' } }), undefined],
  ] as const;
  for (const [account, refusal] of cases) {
    expect(state(await send(account))).toBe('imported');
    const answer = await signIn(account.email);
    const { code } = (await answer.json()) as { code?: string };
    if (refusal === 'user-disabled') expect([answer.status, code]).toEqual([403, 'user-disabled']);
    else expect(code).toBe(refusal);
    const { db } = app.services;
    const user = await db.selectFrom('users').selectAll().where('uid', '=', account.uid).executeTakeFirstOrThrow();
    expect(user.role).toBeNull();
    expect(user.createdAt.getTime()).toBe(Number(account.createdAt));
  }
});

test('a taken uid or address is refused, also in other case, and what is there stays as it is; the same rows sent twice at once are imported once', async () => {
  const { app, send } = await begin();
  const owner = await makeOwner(app);
  const before = await passwordOf(app, owner.uid);
  expect(state(await send(accountRow({ uid: owner.uid })))).toBe('idTaken');
  expect(state(await send(accountRow({ email: ` ${owner.email.toUpperCase()}` })))).toBe('emailTaken');
  const twins = [accountRow({ email: 'Twin@example.com' }), accountRow({ email: 'twin@EXAMPLE.com' })];
  const outcomes = await importAccounts({ rows: twins, dryRun: false, parameters }, app.services);
  expect(outcomes.map(state)).toEqual(['imported', 'emailTaken']);
  expect(await passwordOf(app, owner.uid)).toBe(before);
  const rows = Array.from({ length: 50 }, () => accountRow());
  const answers = await Promise.all([
    importAccounts({ rows, dryRun: false, parameters }, app.services),
    importAccounts({ rows: rows.toReversed(), dryRun: false, parameters }, app.services),
  ]);
  const states = answers.flat().map(state);
  expect(states.filter((each) => each === 'imported')).toHaveLength(50);
  expect(states.filter((each) => each === 'known')).toHaveLength(50);
  const uids = rows.map(({ uid }) => uid);
  expect(await app.services.db.selectFrom('users').select('uid').where('uid', 'in', uids).execute()).toHaveLength(50);
});

test('each hostile row is refused for itself, with the reason, and the others come; a time is read in each form that Firebase and its tools write', async () => {
  const { app, send } = await begin();
  const cases: [unknown, string][] = [
    [null, 'badRow'],
    ['text', 'badRow'],
    [[], 'badRow'],
    [{}, 'badId'],
    [JSON.parse('{"__proto__":{"uid":"x","email":"x@example.com"}}'), 'badId'],
    [accountRow({ uid: '__proto__' }), 'imported'],
    [accountRow({ uid: 'constructor/../x' }), 'badId'],
    [accountRow({ uid: 'x'.repeat(129) }), 'badId'],
    [accountRow({ uid: 'with a space' }), 'badId'],
    [accountRow({ email: undefined }), 'badEmail'],
    [accountRow({ email: { $gt: '' } }), 'badEmail'],
    [accountRow({ email: 'a@b\u0000.com' }), 'badEmail'],
    [accountRow({ email: 7, displayName: 7 }), 'badEmail'],
    [accountRow({ passwordHash: 'UkVEQUNURUQ=' }), 'redactedHash'],
    [accountRow({ displayName: 'Z\u0000oe' }), 'imported'],
  ];
  const rows = cases.map(([row]) => row);
  const outcomes = await importAccounts({ rows, dryRun: false, parameters }, app.services);
  expect(outcomes.map(state)).toEqual(cases.map(([, expected]) => expected));
  const at = new Date('2023-05-05T08:00:00.000Z');
  const forms = [
    ...[at.getTime(), `${at.getTime()}`, at.getTime() / 1000, `${at.getTime() / 1000}`, `${at.getTime()}000`],
    ...['2023-05-05T08:00:00Z', '2023-05-05T08:00:00.000000123Z', '2023-05-05T10:00:00+02:00', '2023-05-05T08:00:00'],
    ...['Fri May 05 2023 10:00:00 GMT+0200 (Central European Summer Time)', '2023-05-05 08:00:00 +0000 UTC'],
    ...[`${at.getTime()}000000`, `${at.getTime() / 1000}.000`],
    ...['2023-05-05 08:00:00+00', '2023-05-05 08:00:00 UTC', '2023-05-05 08:00:00.000123+00:00'],
    ...['Fri, 05 May 2023 08:00:00 GMT', 'May 5, 2023 at 10:00:00\u202fAM UTC+2', 'May 5, 2023 at 1:30:00 PM UTC+5:30'],
  ];
  for (const createdAt of forms) {
    const account = accountRow({ createdAt });
    expect(await send(account), `${createdAt}`).toEqual({ state: 'imported', reasons: [] });
    const row = await app.services.db
      .selectFrom('users')
      .select('createdAt')
      .where('uid', '=', account.uid)
      .executeTakeFirstOrThrow();
    expect(row.createdAt, `${createdAt}`).toEqual(at);
  }
});

test('what a row makes sense without does not refuse it: it comes without, and that is said', async () => {
  const { app, send } = await begin();
  const { db } = app.services;
  const read = (uid: string) => db.selectFrom('users').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow();
  const now = { createdAt: expect.toSatisfy((date: Date) => Date.now() - date.getTime() < 600_000) };
  const cases: [object, string, object?][] = [
    [{ emailVerified: null }, 'imported'],
    [{ emailVerified: 'true' }, 'badFlag'],
    [{ disabled: null }, 'imported', { disabledAt: null }],
    [{ disabled: 'no' }, 'perhapsDisabled', { disabledAt: expect.any(Date) }],
    [{ createdAt: undefined }, 'badDate', now],
    [{ createdAt: '9'.repeat(16) }, 'badDate', now],
    [{ createdAt: '-271821-04-20T00:00:00.000Z' }, 'badDate', now],
    [{ lastSignedInAt: 'yesterday' }, 'badDate', { lastLogin: null }],
    [
      { profile: { createdAt: { seconds: 1 }, displayName: 'Kim' } },
      'badDate',
      { displayName: 'Kim', createdAt: new Date(1_690_000_000_000) },
    ],
    [{ profile: 'text' }, 'badRow', { displayName: 'Ada Lovelace' }],
    [{ displayName: 7 }, 'nameReplaced', { displayName: expect.stringMatching(/^old\d+$/) }],
    [{ displayName: 'call 0171 2345678' }, 'nameReplaced', { displayName: expect.stringMatching(/^old\d+$/) }],
    [{ passwordHash: ['x'] }, 'otherHash'],
    [{ passwordHash: undefined, salt: undefined }, 'noPassword'],
    [{ passwordHash: 'c2hvcnQ=', createdAt: 'x', displayName: 7 }, 'nameReplaced,badDate,otherHash', now],
  ];
  for (const [more, expected, row] of cases) {
    const account = accountRow(more);
    expect(state(await send(account)), JSON.stringify(more)).toBe(expected);
    expect(await read(account.uid)).toMatchObject(row ?? {});
  }
});

test('with a hash of another service, an account comes without password, and its owner sets one', async () => {
  const { app, send, signIn } = await begin();
  const ofFirebase = firebaseHash(oldPassword);
  const hashes = [
    { passwordHash: '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy' },
    { passwordHash: 'c2hvcnQ=', salt: 'c2FsdA==' },
    { passwordHash: ofFirebase.passwordHash, salt: undefined },
  ];
  for (const hash of hashes) {
    const account = accountRow(hash);
    expect(await send(account)).toEqual({ state: 'imported', reasons: ['otherHash'] });
    expect(await passwordOf(app, account.uid)).toBeUndefined();
    expect((await signIn(account.email)).status).toBe(401);
    await app.visitor().auth('request-password-reset', { email: account.email });
    const link = new URL(linkIn(await app.mailbox.find(account.email, 'Set a new password')));
    const newPassword = 'mine from today on';
    const token = link.searchParams.get('token');
    expect((await app.visitor().auth('reset-password', { token, newPassword })).status).toBe(200);
    expect((await signIn(account.email, newPassword)).status).toBe(200);
  }
});

test('an old password above 128 characters lets its owner in', async () => {
  const { send, signIn } = await begin();
  const long = 'correct horse '.repeat(20);
  const account = accountRow(firebaseHash(long));
  expect(state(await send(account))).toBe('imported');
  expect((await signIn(account.email, `${long}r`)).status).toBe(401);
  expect((await signIn(account.email, long)).status).toBe(200);
  expect((await signIn(account.email, long)).status).toBe(200);
});

test('an account with an id of its app’s own (auth0|…, an address) does what any other does, and is administered', async () => {
  const { app, send } = await begin();
  const admin = await makeAdministrator(app);
  for (const uid of ['auth0|64f1', 'saml.corp:x', 'kim@example.com', `${'long-'.repeat(25)}end`]) {
    const account = accountRow({ uid });
    expect(await send(account)).toEqual({ state: 'imported', reasons: [] });
    const owner = app.visitor();
    expect((await owner.auth('sign-in/email', { email: account.email, password: oldPassword })).status).toBe(200);
    owner.token = ((await (await owner.auth('token', {})).json()) as { token: string }).token;
    expect(await owner.call('getUserProfile', { id: uid })).toMatchObject({ uid, email: account.email });
    const item = await owner.call('addItem', { name: 'Bag', category: 'bag', note: '', key: crypto.randomUUID() });
    expect((await owner.call('listItems', {})).items).toMatchObject([{ id: item.id }]);
    expect(await admin.call('getPerson', { id: uid })).toMatchObject({ id: uid, email: account.email });
    await admin.call('administerAccount', { id: uid, act: 'delete' });
    const link = new URL(linkIn(await app.mailbox.find(account.email, 'will be deleted')));
    await app.visitor().call('keepAccountByToken', { token: link.searchParams.get('token') ?? '' });
    expect(await admin.call('getPerson', { id: uid })).toMatchObject({ deletedOn: null });
  }
});

test('a password hash without the parameters is refused, and comes with them later', async () => {
  const { send } = await begin();
  const account = accountRow();
  expect(state(await send(account, { parameters: undefined }))).toBe('badHash');
  expect(state(await send(account))).toBe('imported');
});

test('a dry run writes nothing; importing twice changes nothing, nor brings back who is gone; what is done is written down', async () => {
  const { app, send } = await begin();
  const { db } = app.services;
  const account = accountRow();
  const find = () =>
    db.selectFrom('users').select(['displayName', 'lastLogin']).where('uid', '=', account.uid).execute();
  const acts = () => db.selectFrom('auditEntries').select('id').where('act', '=', 'importAccounts').execute();
  const before = await acts();
  expect(await send(account, { dryRun: true })).toEqual({ state: 'imported', reasons: [] });
  expect([await find(), await acts()]).toEqual([[], before]);
  await send(account);
  expect(await acts()).toHaveLength(before.length + 1);
  const there = await find();
  expect(await send({ ...account, displayName: 'Somebody', ...firebaseHash('new') })).toEqual({
    state: 'known',
    reasons: [],
  });
  expect([await find(), (await acts()).length]).toEqual([there, before.length + 1]);
  await db.deleteFrom('authUsers').where('id', '=', account.uid).execute();
  expect(state(await send(account))).toBe('known');
  expect(await find()).toEqual([]);
});

const hashOf = (text: string) => Buffer.from(text).toString('base64url');

test('C-2.06 C-2.07 old addresses of an imported item lead to its page; another prefix and other ids lead nowhere', async () => {
  const { app, send } = await begin();
  const { uid } = accountRow();
  await send(accountRow({ uid }));
  const item = { id: 'old.item~1', owner: uid, name: 'Blue bag', category: 'bag', note: 'Mine', lost: true };
  const data = {
    rows: [item, item, { ...item, id: 'x', owner: 'nobody' }, { ...item, id: '', name: 'x'.repeat(81) }],
    prefix: 'qrt',
  };
  const dry = await importItemRows({ ...data, dryRun: true }, app.services);
  const outcomes = await importItemRows({ ...data, dryRun: false }, app.services);
  expect(outcomes.map(state)).toEqual(['imported', 'known', 'noOwner', 'badId']);
  expect(dry).toEqual(outcomes);
  const again = await importItemRows({ ...data, dryRun: false }, app.services);
  expect(again.map(state)).toEqual(['known', 'known', 'noOwner', 'badId']);

  const finder = app.visitor();
  const old = await finder.get(`/item/${hashOf(`qrt${item.id}`)}`);
  expect(old.status).toBe(301);
  const path = old.headers.get('location') ?? '';
  const page = await finder.get(path);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Blue bag')]);
  const byId = await finder.get(`/items/${item.id}`);
  expect((await finder.get(byId.headers.get('location') ?? '')).headers.get('location')).toBe(path);
  expect(await finder.tryCall('readTag', { hash: hashOf(`qrt${item.id}`) })).toMatchObject({
    result: { state: 'moved', hash: path.slice('/item/'.length) },
  });
  for (const unknown of [`abc${item.id}`, 'qrtother', 'qrt', item.id])
    expect((await finder.get(`/item/${hashOf(unknown)}`)).status, unknown).toBe(404);
});

test('old messages become closed conversations of their owners, read or unread as they were, and nobody is mailed', async () => {
  const { app, send } = await begin();
  const account = accountRow();
  await send(account);
  const { uid } = account;
  const umbrella = { id: `of-${uid}`, owner: uid, name: 'Umbrella', category: 'other' };
  await importItemRows({ rows: [umbrella], prefix: '', dryRun: false }, app.services);
  const at = '2023-05-05T10:00:00.000Z';
  const rows = [
    { id: `1-${uid}`, owner: uid, text: 'I have it.', item: `of-${uid}`, name: 'Kim', createdAt: at, read: true },
    { id: `2-${uid}`, owner: uid, text: 'Found <b>something</b>', item: null, name: { x: 1 }, read: false },
    { id: `3-${uid}`, owner: uid },
    { id: `4-${uid}`, owner: 'nobody', text: 'x' },
    { id: `5-${uid}`, owner: 'a/b', text: 'x' },
  ];
  const once = await importMessages({ rows, dryRun: false }, app.services);
  expect(once.map(state)).toEqual(['imported', 'imported', 'noWords', 'noOwner', 'badOwner']);
  const twice = await importMessages({ rows, dryRun: false }, app.services);
  expect(twice.slice(0, 3).map(state)).toEqual(['known', 'known', 'known']);

  const owner = app.visitor();
  await owner.auth('sign-in/email', { email: account.email, password: oldPassword });
  owner.token = ((await (await owner.auth('token', {})).json()) as { token: string }).token;
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations.map(({ item }) => item.name).sort()).toEqual([
    'Earlier messages',
    'Earlier messages',
    'Umbrella',
  ]);
  const about = conversations.find(({ item }) => item.name === 'Umbrella');
  const thread = await owner.call('readConversation', { id: about?.id ?? '' });
  expect(thread.messages).toMatchObject([{ text: 'I have it.', sentAt: at, readByOwner: true }]);
  expect(thread).toMatchObject({ finderName: 'Kim', closed: true });
  expect(conversations.filter(({ unread }) => unread)).toHaveLength(1);
  const wordless = conversations.find(({ lastMessage }) => !lastMessage.text);
  const neverDeleted = { wordsDeletedAt: null, lastMessage: { deleted: false } };
  expect(wordless, 'nobody deleted what was imported without words').toMatchObject(neverDeleted);
  const { db } = app.services;
  expect(await db.selectFrom('outgoingMails').select('id').where('uid', '=', uid).execute()).toEqual([]);

  const closedAt = new Date(Date.now() - 91 * 86_400_000);
  await db.updateTable('conversations').set({ closedAt }).where('ownerId', '=', uid).execute();
  await deleteOldFinderWords(app.services);
  const later = (await owner.call('listConversations', {})).conversations;
  expect(later.find(({ id }) => id === about?.id)).toMatchObject({ finderName: null, lastMessage: { deleted: true } });
  expect(later.find(({ id }) => id === wordless?.id)?.lastMessage.deleted).toBe(false);
});

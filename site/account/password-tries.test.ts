import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import { makeOwner, type Person, password } from '../../test/make.ts';
import { Visitor } from '../../test/visitor.ts';

const limit = 10;

test('C-8.04 guessing one account’s password ends after a few tries, and keeps nobody else out of it', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const robot = app.visitor();
  expect(await guess(robot, owner.email, limit)).toEqual(Array(limit).fill(401));
  const refused = await signIn(robot, owner.email);
  expect([refused.status, (await refused.json()).code], 'right or wrong').toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  expect((await signIn(app.visitor(), owner.email)).status, 'the owner, elsewhere').toBe(200);
  const newPassword = 'a brand new password';
  expect(await owner.call('changePassword', { currentPassword: password, newPassword })).toEqual({});
});

test('C-8.04 guessing from many networks ends too', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const guessers = Array.from({ length: 10 }, () => app.visitor());
  const statuses = await Promise.all(guessers.map((guesser) => guess(guesser, owner.email, limit)));
  expect(new Set(statuses.flat())).toEqual(new Set([401]));
  expect((await signIn(app.visitor(), owner.email)).status).toBe(429);
  expect((await signIn(owner, owner.email)).status, 'on a device of the owner’s').toBe(200);
});

test('C-8.04 many accounts tried from one network are too many as well', async () => {
  const app = await startApp();
  const robot = app.visitor();
  const guesses = Array.from({ length: 100 }, (_, n) => signIn(robot, `b${n}@example.com`));
  expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
  expect((await signIn(robot, 'one-more@example.com')).status).toBe(429);
});

test('right passwords of one account or of many that come at the same moment are all let in', {
  timeout: 120_000,
}, async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const atOnce = Array.from({ length: 20 }, () => signIn(new Visitor(app, owner.network), owner.email));
  expect((await Promise.all(atOnce)).map(({ status }) => status)).toEqual(Array(20).fill(200));

  const pupils: Person[] = [];
  for (const name of ['Ben', 'Cleo', 'Dan', 'Eva', 'Finn']) pupils.push(await makeOwner(app, name));
  const school = pupils.flatMap(({ email }) =>
    Array.from({ length: 21 }, () => signIn(new Visitor(app, '203.0.113.77'), email)),
  );
  expect(new Set((await Promise.all(school)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('requests that cannot be read, and links that are none, keep nobody on the network from signing in or from a new password', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const neighbour = new Visitor(app, owner.network);
  for (const path of ['sign-in/email', 'request-password-reset', 'reset-password', 'verify-email', 'link']) {
    const bodies = Array.from({ length: 130 }, (_, n) => neighbour.auth(path, { token: `none ${n}`, newPassword: 7 }));
    await Promise.all(bodies);
  }
  for (let n = 0; n < 130; n++) await neighbour.auth('verify-email', { token: `none ${n}` });
  expect((await neighbour.auth('verify-email', { token: 'none' })).status).toBe(429);
  expect((await signIn(owner, owner.email)).status).toBe(200);
  expect((await owner.auth('request-password-reset', { email: owner.email })).status).toBe(200);
  const link = new URL(linkIn(await app.mailbox.find(owner.email, 'new password')));
  const answer = await owner.auth('reset-password', {
    token: link.searchParams.get('token'),
    newPassword: 'a brand new password',
  });
  expect(answer.status).toBe(200);
});

test('the right password takes back the wrong ones before it, and is let in however often; the tries of a stranger do not use up those of the owner’s device, on the same network', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const phone = app.visitor();
  expect(await guess(phone, owner.email, limit - 1)).not.toContain(429);
  expect((await signIn(phone, owner.email)).status).toBe(200);
  expect(await guess(phone, owner.email, 2)).toEqual([401, 401]);
  const neighbour = new Visitor(app, owner.network);
  expect(await guess(neighbour, owner.email, limit + 1)).toContain(429);
  expect((await signIn(owner, owner.email)).status).toBe(200);
  for (let n = 0; n < 21; n++) expect((await signIn(owner, owner.email)).status).toBe(200);
});

test('C-7.04 who sets a new password can use it at once, however often the old one was tried', async () => {
  const app = await startApp();
  const besides = await startApp({ besides: app });
  const owner = await makeOwner(app);
  await guess(owner, owner.email, limit + 1);
  await guess(new Visitor(besides, owner.network), owner.email, 1);
  for (let n = 0; n < limit + 1; n++) await owner.tryCall('deleteAccount', { password: 'wrong' });

  await owner.auth('request-password-reset', { email: owner.email });
  const link = new URL(linkIn(await app.mailbox.find(owner.email, 'new password')));
  const newPassword = 'a brand new password';
  await app.visitor().auth('reset-password', { token: link.searchParams.get('token'), newPassword });
  for (const process of [besides, app]) {
    const back = new Visitor(process, owner.network);
    expect((await signIn(back, owner.email, newPassword)).status).toBe(200);
    back.token = (await (await back.auth('token', {})).json()).token;
    expect((await back.tryCall('deleteAccount', { password: newPassword })).status).toBe(200);
  }
});

function signIn(visitor: Visitor, email: string, typed = password) {
  return visitor.auth('sign-in/email', { email, password: typed });
}

async function guess(visitor: Visitor, email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await signIn(visitor, email, `wrong number ${n}`)).status);
  return statuses;
}

import type { Argon2Parameters } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { linkIn } from '../mailbox.ts';
import { password } from '../make.ts';
import { withOwner } from '../worlds.ts';

const { work } = vi.hoisted(() => ({
  work: { running: 0, most: 0, go: Promise.resolve() },
}));

/** Hashing as ever, but it waits for the test's word, and how many passwords are hashed at once is counted. */
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  type Done = (error: Error | null, tag: Buffer) => void;
  const argon2 = (algorithm: 'argon2id', parameters: Argon2Parameters, done: Done) => {
    work.running += 1;
    work.most = Math.max(work.most, work.running);
    const end: Done = (error, tag) => {
      work.running -= 1;
      done(error, tag);
    };
    work.go.then(() => crypto.argon2(algorithm, parameters, end));
  };
  return { ...crypto, argon2 };
});

test('of 200 sign-ins at once two passwords are hashed at a time, some are told to come back, and nothing else is lost', async () => {
  const { app, owner } = await withOwner();
  await owner.auth('request-password-reset', { email: owner.email });
  const link = new URL(linkIn(await app.mailbox.find(owner.email, 'Set a new password')));
  const token = link.searchParams.get('token') ?? '';
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  Object.assign(work, { most: 0, go: promise });

  let refusals = 0;
  const flood = Array.from({ length: 200 }, async (_, number) => {
    const answer = await app.visitor().auth('sign-in/email', { email: `nobody${number}@example.com`, password });
    if (answer.status === 503) refusals += 1;
    return answer;
  });
  const refused = await Promise.any(flood);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toEqual({
    code: 'BUSY',
    message: 'Many people sign in at this moment. Try again in a few seconds.',
  });
  const reset = () => app.visitor().auth('reset-password', { token, newPassword: 'another horse battery' });
  expect((await reset()).status, 'a link to set a password').toBe(503);
  const passwords = { currentPassword: password, newPassword: 'a third horse battery' };
  expect(await owner.tryCall('changePassword', passwords)).toMatchObject({
    status: 503,
    error: { status: 'UNAVAILABLE' },
  });
  expect((await app.visitor().get('/icon.svg')).status, 'a file').toBe(200);

  await expect.poll(() => refusals, { message: 'all are there' }).toBe(98);
  goOn();
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect([
    statuses.filter((status) => status === 401).length,
    statuses.filter((status) => status === 503).length,
  ]).toEqual([102, 98]);
  expect(work.most).toBe(2);
  expect((await reset()).status, 'the link is not used up').toBe(200);
  const entered = await app.visitor().auth('sign-in/email', { email: owner.email, password: 'another horse battery' });
  expect(entered.status).toBe(200);
});

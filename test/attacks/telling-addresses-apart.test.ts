import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { makeOwner, password } from '../make.ts';
import { withOwner } from '../worlds.ts';

test('a forged token of a change of address tells nothing, of known and unknown addresses alike; the page of a link shows nothing of a token that is not ours; whether the new address has an account is not told by a mail to the old one either', async () => {
  const { app, owner } = await withOwner(startApp());
  const other = await makeOwner(app, 'Bob');
  const answers: unknown[] = [];
  for (const updateTo of [other.email, 'nobody@example.com']) {
    for (const token of await forgedTokens(app, { email: owner.email, updateTo })) {
      for (const visitor of [owner, app.visitor()]) {
        for (const path of ['link', 'verify-email']) {
          const answer = await visitor.auth(path, { token });
          answers.push([answer.status, await answer.text()]);
        }
      }
    }
  }
  const refusal = [401, JSON.stringify({ code: 'INVALID_TOKEN', message: 'This link has been used or has expired.' })];
  expect(answers).toEqual(answers.map(() => refusal));
  const [token] = await forgedTokens(app, { email: 'call-this-number@evil.example', updateTo: 'evil@evil.example' });
  const page = await app.visitor().read(`/auth/emailverification?token=${token}`);
  expect(page).not.toContain('evil');
  const thirdOther = await makeOwner(app, 'Bob');
  const thirdOwner = await makeOwner(app);
  for (const newEmail of [thirdOther.email, 'nobody@example.com']) {
    app.mailbox.received.length = 0;
    await thirdOwner.auth('change-email', { newEmail });
    const mail = await app.mailbox.find(thirdOwner.email, 'Allow a new address');
    expect(mail.text).toContain(newEmail);
  }
});

test('signing up, asking for a link or a password and signing in answer the same for every address', async () => {
  const { app, owner } = await withOwner(startApp());
  await app.visitor().auth('sign-up/email', { name: 'Eve', email: 'eve@example.com', password });
  const paths = {
    'sign-up/email': (email: string) => ({ name: 'Mallory', email, password }),
    'send-verification-email': (email: string) => ({ email }),
    'request-password-reset': (email: string) => ({ email }),
    'sign-in/email': (email: string) => ({ email, password: 'a wrong password' }),
  };
  for (const [path, body] of Object.entries(paths)) {
    const answers: unknown[] = [];
    for (const email of [owner.email, 'eve@example.com', 'nobody@example.com']) {
      const answer = await app.visitor().auth(path, body(email));
      const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''));
      answers.push([answer.status, await answer.json(), cookies]);
    }
    expect(answers, path).toEqual([answers[0], answers[0], answers[0]]);
  }
});

test('after signing up with an address, signing in with that password answers the same whether it had an account', async () => {
  const { app, owner } = await withOwner(startApp());
  const typed = 'words of the stranger';
  const answers: unknown[] = [];
  for (const email of [owner.email, 'nobody@example.com']) {
    await app.visitor().auth('sign-up/email', { name: 'Mallory', email, password: typed });
    const answer = await app.visitor().auth('sign-in/email', { email, password: typed });
    answers.push([answer.status, JSON.stringify(await answer.json()).replace(email, '…')]);
  }
  expect(answers).toEqual([answers[0], answers[0]]);
  expect((await app.visitor().auth('sign-in/email', { email: owner.email, password })).status).toBe(200);
});

async function forgedTokens(app: App, claims: Record<string, string>): Promise<string[]> {
  const payload = { ...claims, requestType: 'change-email-verification' };
  const sign = (key: Uint8Array) => new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(key);
  const other = await sign(new TextEncoder().encode('a key that only the forger knows, long enough'));
  const unsigned = [{ alg: 'none' }, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const ours = await sign(app.services.keys.key('access-token'));
  return [other, `${unsigned.join('.')}.`, ours, ours.slice(0, 40), '', ' ', '\u0000'];
}

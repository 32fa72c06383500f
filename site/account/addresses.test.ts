import { expect, test } from 'vitest';
import { linkIn } from '../../test/mailbox.ts';
import { password } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';

const taken = [
  ['tom&anna@example.com', 'tom&anna@example.com'],
  ['x=y@example.com', 'x=y@example.com'],
  ['first/last@example.com', 'first/last@example.com'],
  ["o'neil+tag@sub.example.com", "o'neil+tag@sub.example.com"],
  ['{kim}|*~@example.com', '{kim}|*~@example.com'],
  ['Kim@Müller.example', 'kim@xn--mller-kva.example'],
  ['kim@例え.テスト', 'kim@xn--r8jz45g.xn--zckzah'],
  [' \u200bkim@\u00a0', null],
  ['\u200flou\u00ad@marks.exam\u200dple\u200e', 'lou@marks.example'],
  ['kim@نامه\u200cای.example', 'kim@xn--mgba3gch31f060k.example'],
  ['kim＠full.example', 'kim@full.example'],
  [' lou@spaces.example\u00a0', 'lou@spaces.example'],
] as const;

test('C-4.05 an address that a browser takes signs up, is confirmed and signs in, however its domain is written', async () => {
  const app = await sharedApp();
  for (const [typed, address] of taken) {
    const visitor = app.visitor();
    const signedUp = await visitor.auth('sign-up/email', { name: 'Kim', email: typed, password });
    expect(signedUp.status, typed).toBe(address ? 200 : 400);
    if (!address) continue;
    const { searchParams } = new URL(linkIn(await app.mailbox.find(address, 'Confirm')));
    await visitor.auth('verify-email', { token: searchParams.get('token') });
    for (const email of [typed, address.toUpperCase()]) {
      const signedIn = await app.visitor().auth('sign-in/email', { email, password });
      expect(signedIn.status, email).toBe(200);
    }
    expect((await app.visitor().auth('sign-in/email', { email: typed, password: 'wrong password' })).status).toBe(401);
  }
});

test.each([
  'kim',
  'kim@localhost',
  '@example.com',
  'kim@',
  'kim lee@example.com',
  'müller@example.com',
  'kim@-x.example',
  'kim@x..example',
  'kim@x_y.example',
  'kim@exa mple.com',
  'a@b@example.com',
  'kim@example.com, lou@example.com',
  'kim@example.com\nBcc: lou@example.com',
  'kim@müller/x.example',
])('what is no address (%j) is refused everywhere in the same words', async (email) => {
  const app = await sharedApp();
  const said = /looks like name@example\.com/;
  for (const request of ['sign-up/email', 'sign-in/email', 'request-password-reset']) {
    const answer = await app.visitor().auth(request, { name: 'Kim', email, password });
    expect([answer.status, ((await answer.json()) as { message: string }).message], request).toEqual([
      400,
      expect.stringMatching(said),
    ]);
  }
  const contact = await app.visitor().post('/contact', { topic: 'tag', text: 'Hello.', email });
  expect([contact.status, await contact.text()]).toEqual([422, expect.stringMatching(said)]);
});

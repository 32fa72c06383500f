import { expect, test } from 'vitest';
import type { PasswordProblem } from '../../domain/accounts/contract/password-problems.ts';
import { translationsIn } from '../../language/languages.ts';
import { startApp } from '../app.ts';
import { linkIn } from '../mailbox.ts';
import { makeOwner, moveAccount, password, signIn } from '../make.ts';
import { withOwner } from '../worlds.ts';

const common = [
  '1234567890',
  'qwertyuiop',
  '1q2w3e4r5t',
  'administrator',
  'password1234',
  'PASSWORD1234',
  'P4ssw0rd1234',
  'Pa$$w0rd!!',
  'drowssap4321',
  'ｐａｓｓｗｏｒｄ１２３４',
  'password password',
  'password-password1',
  'iloveyou1234',
  'letmein12345',
  'football2024',
  'Summer2026!',
  'November 2026',
];

const simple = [
  'aaaaaaaaaa',
  'a'.repeat(128),
  'aaaaaaaaaab',
  'abcabcabcabc',
  'abcdefghij',
  'zyxwvutsrq',
  '11112222333344',
  'aabbccddeeff',
  'xxyxyyxxyxyx',
  'asdfghjkl;',
  'azertyuiop',
  'zxcvbnm,./',
  '24.11.1984',
  '2026-11-21',
];

const personal = [
  'handback123!',
  'H4ndb4ck2026',
  'handbackhandback',
  'ada.byron7@lovelace-family.example.com',
  'lovelace-family1',
  'ada.byron77!',
  'Ada Lovelace',
  'adalovelace1990',
  'Ecalevol Ada',
  'ad4l0v3l4c3',
  'ADÀ-LÓVELACE!',
];

const good = [
  'correct horse battery staple',
  'correcthorsebattery',
  'ada likes green tea',
  'my handback tags are blue',
  'xK9#mQ2$vL',
  '7f3a9c2e1b',
  'дорогая лошадь',
  'موز وتفاح وخبز',
  '我的猫喜欢吃鱼干和虾仁',
  'คิดถึงบ้านเกิด',
  '😀🦊🌵🚲🎸🎺🍋🧦⛵🐌',
  'purple elephants dance '.repeat(5),
];

test('a password that is guessed soon is refused at its field, in words, and the old one stays', async () => {
  const { app, owner } = await withOwner();
  await moveAccount(app, owner, 'ada.byron7@lovelace-family.example.com');
  await owner.call('updateUserProfile', { displayName: 'Ada Lovelace' });
  for (const [code, passwords] of Object.entries({ common, simple, personal })) {
    const message = translationsIn('en')(`account.${code as 'common' | 'simple' | 'personal'}-password`);
    for (const newPassword of passwords) {
      const { status, error } = await owner.tryCall('changePassword', { currentPassword: password, newPassword });
      const details = { reason: `${code}-password`, fields: { newPassword: message } };
      expect.soft({ newPassword, status, error }).toMatchObject({ status: 400, error: { message, details } });
    }
  }
  expect((await signIn(app.visitor(), 'ada.byron7@lovelace-family.example.com')).token).toBeDefined();
});

test('signing up and setting a password by a mailed link refuse them too, and use no link up', async () => {
  const app = await startApp();
  const owner = await makeOwner(app, 'Lovelace');
  await owner.auth('request-password-reset', { email: owner.email });
  const link = new URL(linkIn(await app.mailbox.find(owner.email, 'Set a new password')));
  const token = link.searchParams.get('token');
  const weak = {
    'common-password': 'password1234',
    'simple-password': 'aaaaaaaaaa',
    'personal-password': 'lovelace12',
  };
  for (const [code, typed] of Object.entries(weak)) {
    const account = { name: 'Lovelace', email: 'new@example.com', password: typed };
    for (const answer of [
      await app.visitor().auth('sign-up/email', account),
      await app.visitor().auth('reset-password', { token, newPassword: typed }),
    ]) {
      const message = translationsIn('en')(`account.${code as PasswordProblem}`);
      expect([typed, answer.status, await answer.json()]).toEqual([typed, 400, { code, message }]);
    }
  }
  expect((await app.visitor().auth('reset-password', { token, newPassword: 'a brand new password' })).status).toBe(200);
});

test('words in a row and long random characters may be chosen, in every script; an account that has passwords judged without end has to wait', async () => {
  const { owner } = await withOwner();
  let currentPassword = password;
  for (const newPassword of good) {
    await owner.call('changePassword', { currentPassword, newPassword });
    currentPassword = newPassword;
  }
  const nextOwner = await makeOwner(owner.app);
  const statuses = new Set<number>();
  for (let n = 0; n < 61; n++) {
    const newPassword = 'a'.repeat(10);
    statuses.add((await nextOwner.tryCall('changePassword', { currentPassword: password, newPassword })).status);
  }
  expect([...statuses]).toEqual([400, 429]);
});

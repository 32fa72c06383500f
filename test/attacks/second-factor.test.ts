import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeResetLink } from '../../domain/accounts/reset-password.ts';
import { grantAdmin } from '../../domain/accounts/roles.ts';
import { resetSecondFactor } from '../../domain/second-factor/factors.ts';
import {
  type Administrator,
  appCode,
  drawPicture,
  makeAdministrator,
  makeOwner,
  password,
  proveNewFactor,
  signIn,
} from '../make.ts';
import { sharedApp } from '../shared-app.ts';

const required = { error: { status: 'PERMISSION_DENIED', details: { reason: 'second-factor-required' } } };
const stale = { error: { status: 'PERMISSION_DENIED', details: { reason: 'second-factor-stale' } } };
const wrong = { error: { status: 'INVALID_ARGUMENT', details: { reason: 'wrong-code' } } };

async function signInAgain(admin: Administrator) {
  return signIn((await sharedApp()).visitor(), admin.email);
}

/** The proofs of all sessions were so long ago. */
async function waitMinutes(minutes: number) {
  const { db } = (await sharedApp()).services;
  await sql`update auth_sessions set second_factor_at = ${new Date(Date.now() - minutes * 60_000)} where second_factor_at is not null`.execute(
    db,
  );
}

test('a code of the authenticator app opens what is for administrators, in its session alone, and is good once', async () => {
  const admin = await makeAdministrator(await sharedApp());
  const [one, two] = [await signInAgain(admin), await signInAgain(admin)];
  expect(await one.tryCall('proveByCode', { code: appCode(admin.secret) }), 'used when it was added').toMatchObject(
    wrong,
  );
  const code = appCode(admin.secret, 1);
  expect(await one.tryCall('listOrders', {})).toMatchObject(required);
  await one.call('proveByCode', { code });
  expect(await one.call('listOrders', {})).toMatchObject({ orders: expect.any(Array) });
  expect(await two.tryCall('proveByCode', { code })).toMatchObject(wrong);
  expect(await two.tryCall('listOrders', {})).toMatchObject(required);
});

test.each([
  ['in two groups', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ['with a dash', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
  ['with a space of its own width', (code: string) => `${code.slice(0, 3)}\u202f${code.slice(3)}\u200b`],
  ['in Arabic digits', (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))],
  ['in full width', (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
])('a code of the authenticator app is read %s', async (_how, written) => {
  const admin = await makeAdministrator(await sharedApp());
  const again = await signInAgain(admin);
  await again.call('proveByCode', { code: written(appCode(admin.secret, 1)) });
  expect(await again.call('listOrders', {})).toMatchObject({ orders: expect.any(Array) });
});

test('a recovery code is good once, its use is mailed, and new ones end the old; the operator’s reset signs the account out everywhere and leaves no factor', async () => {
  const app = await sharedApp();
  const admin = await makeAdministrator(app);
  const [first = '', second = '', third = ''] = admin.recoveryCodes;
  const elsewhere = await signInAgain(admin);
  await elsewhere.call('proveByCode', { code: ` ${first.toUpperCase()} ` });
  expect((await app.mailbox.find(admin.email, 'Sign-in security')).text).toContain('authenticator app was added');
  expect(await (await signInAgain(admin)).tryCall('proveByCode', { code: first })).toMatchObject(wrong);
  expect(await elsewhere.call('getSecondFactors', {})).toMatchObject({ recoveryCodesLeft: 9, proof: 'fresh' });
  const { recoveryCodes } = await elsewhere.call('makeRecoveryCodes', { password });
  expect(await elsewhere.tryCall('proveByCode', { code: second })).toMatchObject(wrong);
  expect(await elsewhere.tryCall('proveByCode', { code: third })).toMatchObject(wrong);
  await elsewhere.call('proveByCode', { code: recoveryCodes[0] ?? '' });
  const nextAdmin = await makeAdministrator(app);
  expect(await resetSecondFactor(nextAdmin.email, app.services)).toBe(true);
  expect(await nextAdmin.tryCall('listOrders', {})).toMatchObject({ error: { status: 'UNAUTHENTICATED' } });
  const again = await signInAgain(nextAdmin);
  expect(await again.tryCall('listOrders', {})).toMatchObject(required);
  await proveNewFactor(again);
  expect(await again.call('listOrders', {})).toMatchObject({ orders: expect.any(Array) });
  const { rows } = await again.call('listAuditEntries', { search: 'resetSecondFactor' });
  expect(rows.find(({ subjectId }) => subjectId === nextAdmin.uid)?.changes).toEqual({ factors: [1, 0] });
  expect(await resetSecondFactor('nobody@example.com', app.services)).toBe(false);
});

test('wrong codes are limited, and then the right one waits too', async () => {
  const admin = await makeAdministrator(await sharedApp());
  const elsewhere = await signInAgain(admin);
  for (let n = 0; n < 10; n++) expect(await elsewhere.tryCall('proveByCode', { code: 'wrong' })).toMatchObject(wrong);
  const [code] = admin.recoveryCodes;
  expect(await elsewhere.tryCall('proveByCode', { code })).toMatchObject({ error: { status: 'RESOURCE_EXHAUSTED' } });
  expect(await elsewhere.tryCall('listOrders', {})).toMatchObject(required);
});

test('a link to set a password, and an account that is moved or made anew, pass by no second factor', async () => {
  const app = await sharedApp();
  const admin = await makeAdministrator(app);
  const token = new URL((await makeResetLink(admin.email, app.services)) ?? '').searchParams.get('token');
  expect((await app.visitor().auth('reset-password', { token, newPassword: password })).status).toBe(200);
  const thief = await signInAgain(admin);
  expect(await thief.tryCall('listOrders', {})).toMatchObject(required);
  const { sealed } = await thief.call('offerAuthenticatorApp', {});
  expect(await thief.tryCall('removeAuthenticatorApp', { password })).toMatchObject(required);
  expect(await thief.tryCall('makeRecoveryCodes', { password })).toMatchObject(required);
  expect(await thief.tryCall('deleteAccount', { password })).toMatchObject(required);
  expect(await (await thief.auth('change-email', { newEmail: 'eve@example.com' })).json()).toMatchObject({
    code: 'second-factor-required',
  });
  const other = await makeOwner(app, 'Bob');
  await grantAdmin(other.email, app.services);
  expect(
    await other.tryCall('addAuthenticatorApp', { sealed, code: '123456', password }),
    'of another account',
  ).toMatchObject(wrong);
});

test('who has a factor adds another only with it, not with the password alone', async () => {
  const admin = await makeAdministrator(await sharedApp());
  const thief = await signInAgain(admin);
  const { secret, sealed } = await thief.call('offerAuthenticatorApp', {});
  expect(await thief.tryCall('addAuthenticatorApp', { sealed, code: appCode(secret), password })).toMatchObject(
    required,
  );
  await expect(proveNewFactor(thief)).rejects.toThrow('second-factor-required');
  expect(
    await admin.tryCall('addAuthenticatorApp', { sealed, code: appCode(secret), password: 'wrong' }),
  ).toMatchObject({
    error: { details: { reason: 'wrong-password' } },
  });
});

test('after 15 minutes a refund asks for the factor again, and other work does not', async () => {
  const admin = await makeAdministrator(await sharedApp());
  const refund = { id: 'A'.repeat(22), amountMinor: 1, key: crypto.randomUUID(), password };
  await waitMinutes(14);
  expect(await admin.tryCall('refundOrder', refund)).toMatchObject({ error: { status: 'NOT_FOUND' } });
  await waitMinutes(16);
  expect(await admin.tryCall('refundOrder', refund)).toMatchObject(stale);
  expect(await admin.tryCall('makeRecoveryCodes', { password })).toMatchObject(stale);
  expect(await admin.call('listOrders', {})).toMatchObject({ orders: expect.any(Array) });
  await admin.call('proveByCode', { code: admin.recoveryCodes[0] ?? '' });
  expect(await admin.tryCall('refundOrder', refund)).toMatchObject({ error: { status: 'NOT_FOUND' } });
});

test('after 15 minutes what turns money or trust elsewhere asks again, and the work of each day does not', async () => {
  const admin = await makeAdministrator(await sharedApp());
  const words = { page: 'about', language: 'en', revision: 0 } as const;
  const weighty: (() => Promise<unknown>)[] = [
    () => admin.tryCall('changeShopSettings', { unpaidDays: 9 }),
    () => admin.tryCall('changeBrand', { tagline: 'Changed' }),
    () => admin.tryCall('removeLogo', {}),
    async () => (await admin.upload('setLogo', {}, await drawPicture())).json(),
    () => admin.tryCall('changeLanguages', { finder: { vi: false } }),
    () => admin.tryCall('publishPage', words),
    () => admin.tryCall('showDefaultPage', words),
  ];
  await waitMinutes(16);
  for (const act of weighty) expect(await act(), String(act)).toMatchObject(stale);
  expect((await admin.get('/admin/packing-list.pdf')).status).toBe(403);
  expect(await admin.call('readShopSettings', {})).toMatchObject({ unpaidDays: 14 });
  const notFound = { error: { status: 'NOT_FOUND' } };
  const id = 'A'.repeat(22);
  expect(await admin.tryCall('getOrder', { id })).toMatchObject(notFound);
  expect(await admin.tryCall('packOrder', { id })).toMatchObject(notFound);
  const payment = { id, amountMinor: 1, key: crypto.randomUUID() };
  expect(await admin.tryCall('confirmPayment', payment)).toMatchObject(notFound);
  expect((await admin.get(`/admin/orders/${id}/invoices/1.pdf`)).status).toBe(404);
  await admin.call('proveByCode', { code: admin.recoveryCodes[0] ?? '' });
  for (const act of weighty) expect(await act(), String(act)).not.toMatchObject(stale);
  expect((await admin.get('/admin/packing-list.pdf')).status).toBe(200);
});

test('the last factor of an administrator stays; a replaced app ends the trust of other sessions', async () => {
  const admin = await makeAdministrator(await sharedApp());
  expect(await admin.tryCall('removeAuthenticatorApp', { password })).toMatchObject({
    error: { details: { reason: 'last-factor' } },
  });
  const elsewhere = await signInAgain(admin);
  await elsewhere.call('proveByCode', { code: admin.recoveryCodes[0] ?? '' });
  await proveNewFactor(admin);
  expect(await elsewhere.tryCall('listOrders', {})).toMatchObject(required);
  expect(await admin.call('listOrders', {})).toMatchObject({ orders: expect.any(Array) });
});

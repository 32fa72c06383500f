import { expect, test, vi } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeOwner } from '../../test/make.ts';
import { disableAccount, enableAccount, isDisabled } from './disable-account.ts';
import { grantAdmin, revokeAdmin } from './roles.ts';

test('who becomes administrator or is disabled, and no longer, stands in the log by id', async () => {
  const app = await startApp();
  const { services } = app;
  const { email, uid } = await makeOwner(app);
  await grantAdmin((await makeOwner(app, 'Rosalind')).email, services);
  const logged = vi.spyOn(services.log, 'info');
  await grantAdmin(email, services);
  await revokeAdmin(email, services);
  await disableAccount(email, services);
  await enableAccount(email, services);
  await grantAdmin('nobody@example.com', services);
  expect(logged.mock.calls).toEqual([
    [{ uid, role: 'admin' }, 'a role changed'],
    [{ uid, role: null }, 'a role changed'],
    [{ uid }, 'an account was disabled'],
    [{ uid }, 'an account was enabled'],
  ]);
});

test('whom the operator names is found by the account’s address, whatever the profile says', async () => {
  const app = await startApp();
  const { services } = app;
  const { email, uid } = await makeOwner(app);
  await services.db.updateTable('users').set({ email: 'formerly@example.com' }).where('uid', '=', uid).execute();
  expect(await grantAdmin(email.toUpperCase(), services)).toBe(true);
  expect(await disableAccount(email, services)).toBe('last-administrator');
  await grantAdmin((await makeOwner(app, 'Rosalind')).email, services);
  expect(await disableAccount(email, services)).toBe('done');
  expect(await isDisabled(email, services)).toBe(true);
  expect(await grantAdmin('formerly@example.com', services)).toBe(false);
  expect(await enableAccount('formerly@example.com', services)).toBe('no-account');
});

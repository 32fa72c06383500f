import { expect, test, vi } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeOwner } from '../../test/make.ts';
import { disableAccount, enableAccount, isDisabled } from './disable-account.ts';
import { grantAdmin, revokeAdmin } from './roles.ts';

test('who becomes administrator or is disabled, and no longer, stands in the log by id', async () => {
  const app = await startApp();
  const { installation } = app;
  const { email, uid } = await makeOwner(app);
  await grantAdmin((await makeOwner(app, 'Rosalind')).email, installation);
  const logged = vi.spyOn(installation.log, 'info');
  await grantAdmin(email, installation);
  await revokeAdmin(email, installation);
  await disableAccount(email, installation);
  await enableAccount(email, installation);
  await grantAdmin('nobody@example.com', installation);
  expect(logged.mock.calls).toEqual([
    [{ uid, role: 'admin' }, 'a role changed'],
    [{ uid, role: null }, 'a role changed'],
    [{ uid }, 'an account was disabled'],
    [{ uid }, 'an account was enabled'],
  ]);
});

test('whom the operator names is found by the account’s address, whatever the profile says', async () => {
  const app = await startApp();
  const { installation } = app;
  const { email, uid } = await makeOwner(app);
  await installation.db.updateTable('users').set({ email: 'formerly@example.com' }).where('uid', '=', uid).execute();
  expect(await grantAdmin(email.toUpperCase(), installation)).toBe(true);
  expect(await disableAccount(email, installation)).toBe('last-administrator');
  await grantAdmin((await makeOwner(app, 'Rosalind')).email, installation);
  expect(await disableAccount(email, installation)).toBe('done');
  expect(await isDisabled(email, installation)).toBe(true);
  expect(await grantAdmin('formerly@example.com', installation)).toBe(false);
  expect(await enableAccount('formerly@example.com', installation)).toBe('no-account');
});

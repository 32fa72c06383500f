import { expect, test } from 'vitest';
import { revokeAdmin } from '../domain/accounts/roles.ts';
import { type App, startApp } from '../test/app.ts';
import { makeAdministrator, makeOwner, type Person, password } from '../test/make.ts';

async function makeAdmins(app: App, count: number): Promise<Person[]> {
  const admins: Person[] = [];
  for (let each = 0; each < count; each++) admins.push(await makeAdministrator(app, `Admin${each}`));
  return admins;
}

test('C-8.04 accounts are found by the start of an address or of a word in a name and by uid, and sorted; one that an administrator disables is out within one call; the owner is told when its deletion starts', async () => {
  const app = await startApp();
  const [admin] = await makeAdmins(app, 1);
  const ada = await makeOwner(app, 'Ada');
  const bob = await makeOwner(app, 'Bob_100');
  const list = async (asked: object) => (await admin?.call('listPeople', asked))?.rows.map(({ id }) => id);
  expect(await list({})).toEqual([bob.uid, ada.uid, admin?.uid]);
  expect(await list({ ascending: true })).toEqual([admin?.uid, ada.uid, bob.uid]);
  expect(await list({ sort: 'lastLogin', search: 'ad' })).toEqual([ada.uid, admin?.uid]);
  expect(await list({ search: ada.email.slice(0, -4).toUpperCase() })).toEqual([ada.uid]);
  expect(await list({ search: bob.uid })).toEqual([bob.uid]);
  expect(await list({ search: 'bob_1' })).toEqual([bob.uid]);
  expect(await list({ search: '_ob' }), 'a sign of patterns is a letter').toEqual([]);
  const first = await admin?.call('listPeople', { limit: 2, sort: 'email', ascending: true });
  const second = await admin?.call('listPeople', { limit: 2, sort: 'email', ascending: true, after: first?.next });
  const emails = [...(first?.rows ?? []), ...(second?.rows ?? [])].map(({ email }) => email);
  expect(emails).toEqual([admin?.email, ada.email, bob.email].sort());
  const owner = await makeOwner(app);
  const live = await owner.live();
  await live.next('unread');
  const act = (name: string) => admin?.call('administerAccount', { id: owner.uid, act: name as 'disable' });
  await act('disable');
  expect(await live.next('session')).toEqual({});
  live.close();
  expect((await owner.tryCall('listItems', {})).error?.details).toEqual({ reason: 'user-disabled' });
  const shown = await admin?.call('getPerson', { id: owner.uid });
  expect(shown, 'signed in on no device').toMatchObject({ disabledAt: expect.any(String), sessions: 0 });
  await act('enable');
  expect((await owner.tryCall('listItems', {})).error?.details).toEqual({ reason: 'user-token-expired' });
  expect((await admin?.call('getPerson', { id: owner.uid }))?.sessions).toBe(0);

  await owner.auth('sign-in/email', { email: owner.email, password });
  await act('enable');
  const acts = (await admin?.call('listAuditEntries', {}))?.rows.map((entry) => entry.act);
  expect(
    acts?.filter((each) => each === 'enableAccount'),
    'once more, it changes nothing',
  ).toEqual(['enableAccount']);
  expect((await admin?.call('getPerson', { id: owner.uid }))?.sessions).toBe(1);
  const id = owner.uid;
  await admin?.call('administerAccount', { id, act: 'delete' });
  await admin?.call('administerAccount', { id, act: 'delete' });
  const mail = await app.mailbox.find(owner.email, 'will be deleted in 7 days');
  expect(mail.text).toContain('The people who run Handback have begun to delete your account');
  expect((await admin?.call('getPerson', { id }))?.deletedOn).toEqual(expect.any(String));
  await admin?.call('administerAccount', { id, act: 'keep' });
  expect((await admin?.call('getPerson', { id }))?.deletedOn).toBeNull();
  await admin?.call('administerAccount', { id, act: 'sign-out' });
  expect((await owner.tryCall('listItems', {})).error?.details).toEqual({ reason: 'user-token-expired' });
  const again = await admin?.tryCall('administerAccount', { id, act: 'resend-confirmation' });
  expect(again?.error?.message).toBe('The address is confirmed already.');
  const thirdActs = (await admin?.call('listAuditEntries', { search: id }))?.rows.map(({ act }) => act);
  expect(thirdActs?.slice(0, 3)).toEqual(['signOutAccount', 'keepAccountOf', 'deleteAccountOf']);
});

test('nobody changes their own account, and of administrators who all take each other’s role at once one remains', async () => {
  const app = await startApp();
  const admins = await makeAdmins(app, 5);
  for (const act of ['disable', 'revoke', 'delete', 'sign-out'] as const) {
    const own = await admins[0]?.tryCall('administerAccount', { id: admins[0].uid, act });
    expect(own?.error?.details).toMatchObject({ reason: 'own-account' });
  }
  const acts = ['revoke', 'disable'] as const;
  await Promise.all(
    admins.flatMap((by, n) =>
      admins
        .filter((other) => other !== by)
        .map((other, m) => by.tryCall('administerAccount', { id: other.uid, act: acts[(n + m) % 2] ?? 'revoke' })),
    ),
  );
  const left = app.services.db.selectFrom('users').select('email').where('role', '=', 'admin');
  const [last, ...more] = await left.where('disabledAt', 'is', null).execute();
  expect([last?.email, more]).toEqual([expect.any(String), []]);
  expect(await revokeAdmin(last?.email ?? '', app.services)).toBe('last-administrator');
  const lastOne = admins.find(({ email }) => email === last?.email);
  const deletes = await lastOne?.tryCall('deleteAccount', { password });
  expect(deletes?.error?.details).toMatchObject({ reason: 'last-administrator' });
});

test('an administrator whose account is about to be deleted does not count: the other one stays', async () => {
  const app = await startApp();
  const [leaving, staying] = await makeAdmins(app, 2);
  await leaving?.call('deleteAccount', { password });
  const last = { reason: 'last-administrator' };
  expect((await staying?.tryCall('deleteAccount', { password }))?.error?.details).toMatchObject(last);
  for (const act of ['revoke', 'disable', 'delete'] as const) {
    const taken = await leaving?.tryCall('administerAccount', { id: staying?.uid, act });
    expect(taken?.error?.details).toMatchObject(last);
  }
  await staying?.call('administerAccount', { id: leaving?.uid ?? '', act: 'revoke' });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../test/app.ts';
import { makeAdministrator } from '../test/make.ts';

async function startWithAdmin() {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  return { app, admin };
}

test('an act says who did it, and the values before and after; it is found by act and its words, by day, by address and by what it was done to', async () => {
  const { admin } = await startWithAdmin();
  await admin.call('setMaintenance', { enabled: true, keepTagPagesOpen: true });
  const { rows } = await admin.call('listAuditEntries', {});
  const [changed, , granted] = rows;
  expect(changed).toMatchObject({
    by: admin.email,
    act: 'setMaintenance',
    subjectKind: 'setting',
    subjectId: 'maintenance',
    changes: { enabled: [false, true], keepTagPagesOpen: [false, true] },
  });
  expect(granted).toMatchObject({ by: null, byUid: null, act: 'setRole', changes: { role: [null, 'admin'] } });
  const found = async (search: string) => (await admin.call('listAuditEntries', { search })).rows.map(({ act }) => act);
  expect(await found('setRole')).toEqual(['setRole']);
  expect(await found(admin.email.toUpperCase())).toEqual(['setMaintenance', 'changeSecondFactor', 'setRole']);
  expect(await found('maintenance')).toEqual(['setMaintenance']);
  expect(await found('nobody@example.com')).toEqual([]);
  expect(await found('CHANGED MAIN')).toEqual(['setMaintenance']);
  await admin.call('updateUserProfile', { language: 'de' });
  expect(await found('Wartung')).toEqual(['setMaintenance']);
  const [today = ''] = changed?.at.split('T') ?? [];
  expect(await found(today)).toHaveLength(3);
  for (const empty of ['2020-02-29', '2026-02-31', '2026-99-99']) expect(await found(empty)).toEqual([]);
});

test('saving what is so already is no act; a table as a file has all pages, with formulas made text, and taking it is one; what was written down nobody changes, deletes or empties until its time is over', async () => {
  const { admin, app } = await startWithAdmin();
  const details = { names: { en: 'Tag' }, descriptions: {}, priceMinor: 500, tagsEach: 1 };
  const product = { ...details, kind: 'key-ring' as const, slug: 'tag', key: crypto.randomUUID() };
  const { id } = await admin.call('addProduct', product);
  const { rows: before } = await admin.call('listAuditEntries', {});
  await admin.call('setMaintenance', { enabled: false, keepTagPagesOpen: false });
  await admin.call('changeBrand', { productName: '' });
  await admin.call('changeLanguages', { finder: { en: true } });
  await admin.call('changeShopSettings', { unpaidDays: 14 });
  await admin.call('changeProduct', { id, ...details });
  await admin.call('hideProduct', { id, hidden: true });
  expect((await admin.call('listAuditEntries', {})).rows).toEqual(before);
  await insertEntries(app, 450);
  const response = await admin.get('/admin/tables/audit?search=thing&ascending=yes');
  const [head, ...lines] = (await response.text()).trim().split('\r\n');
  expect(head).toBe('When,Who,What,Kind,To what,Before → after');
  expect(lines).toHaveLength(450);
  expect(lines.every((line) => line.includes(",'=1+1,"))).toBe(true);
  expect((await admin.call('listAuditEntries', {})).rows[0]).toMatchObject({
    act: 'readTableFile',
    subjectId: 'audit',
  });
  expect((await admin.get('/admin/tables/nothing')).status).toBe(400);
  await sql`update auth_sessions set second_factor_at = now() - interval '16 minutes'`.execute(app.services.db);
  const address = '/admin/tables/audit?search=thing';
  expect((await admin.get(address)).status).toBe(403);
  const headers = { accept: 'text/html' };
  for (const each of [admin, app.visitor()])
    expect((await each.fetch(address, { headers })).headers.get('location')).toBe(
      `/admin?file=${encodeURIComponent(address)}`,
    );
  await insertEntries(app, 2);
  const { db } = app.services;
  const refused = 'Entries of the audit are only added.';
  for (const statement of [
    "update audit_entries set act = 'none'",
    'delete from audit_entries',
    'truncate audit_entries',
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(refused);
  await insertEntries(app, 3, '731 days');
  const deleted = await sql`delete from audit_entries where created_at < now() - interval '730 days'`.execute(db);
  expect(deleted.numAffectedRows).toBe(3n);
});

/** Entries of a command that was done to “thing”, so long ago. */
async function insertEntries({ services }: App, count: number, ago = '0 days'): Promise<void> {
  await sql`
    insert into audit_entries (id, by_uid, act, subject_kind, subject_id, created_at)
    select gen_random_uuid()::text, '=1+1', 'setRole', 'account', 'thing', now() - ${ago}::interval
    from generate_series(1, ${count})`.execute(services.db);
}

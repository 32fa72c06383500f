import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { makeOwner, password } from '../../test/make.ts';
import { runDueJobs } from '../schedule.ts';

test('a sign-up that nobody confirms goes after 7 days with all that hangs on it, and its address is free again', async () => {
  const app = await startApp();
  await signUp(app, 'eve@example.com');
  await signUp(app, 'late@example.com');
  await signedUpDaysAgo(app, 'eve@example.com', 7.1);
  await signedUpDaysAgo(app, 'late@example.com', 6.9);
  await runDueJobs(app.services);
  expect(await emails(app)).toEqual(['late@example.com']);
  for (const table of ['users', 'authAccounts', 'accountLinks', 'outgoingMails'] as const)
    expect(await app.services.db.selectFrom(table).selectAll().execute(), table).toHaveLength(1);
  expect((await signUp(app, 'eve@example.com')).status).toBe(200);
});

test('a newer sign-up with the address begins the 7 days anew', async () => {
  const app = await startApp();
  await signUp(app, 'eve@example.com');
  await signedUpDaysAgo(app, 'eve@example.com', 30);
  await signUp(app, 'eve@example.com');
  await runDueJobs(app.services);
  expect(await emails(app)).toEqual(['eve@example.com']);
});

test('a sign-up that a process with a clock behind by 8 days wrote has its 7 days all the same', async () => {
  const app = await startApp();
  await signUp(app, 'eve@example.com');
  await sql`update auth_users set created_at = created_at - make_interval(days => 8)`.execute(app.services.db);
  await runDueJobs(app.services);
  expect(await emails(app)).toEqual(['eve@example.com']);
});

test('C-4.03 C-4.04 confirmed and exempt accounts stay, and those that came by an import', async () => {
  const app = await startApp();
  const { db } = app.services;
  const owner = await makeOwner(app);
  const [early, profiled, imported] = ['early@example.com', 'profiled@example.com', 'imported@example.com'];
  for (const email of [early, profiled, imported]) await signUp(app, email);
  await sql`update auth_users set signed_up_at = ${new Date('2020-01-01')}`.execute(db);
  await sql`update auth_users set created_at = ${new Date('2024-02-09')} where email = ${early}`.execute(db);
  await db.updateTable('users').set({ emailVerified: true }).where('email', '=', profiled).execute();
  await db.updateTable('authUsers').set({ signedUpAt: null }).where('email', '=', imported).execute();
  await runDueJobs(app.services);
  expect(await emails(app)).toEqual([owner.email, early, imported, profiled].sort());
});

function signUp(app: App, email: string): Promise<Response> {
  return app.visitor().auth('sign-up/email', { name: 'Eve', email, password });
}

function signedUpDaysAgo(app: App, email: string, days: number) {
  const signedUpAt = sql<Date>`now() - make_interval(secs => ${days * 86_400})`;
  return app.services.db.updateTable('authUsers').set({ signedUpAt }).where('email', '=', email).execute();
}

async function emails({ services: { db } }: App): Promise<string[]> {
  const rows = await db.selectFrom('authUsers').select('email').orderBy('email').execute();
  return rows.map(({ email }) => email);
}

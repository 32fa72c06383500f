import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { makeResetLink } from '../../domain/accounts/reset-password.ts';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, type AppOptions, startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import {
  drawPicture,
  makeAdministrator,
  makeConversation,
  makeFinder,
  makeItem,
  makeOwner,
  type Person,
  passTime,
  password,
} from '../../test/make.ts';

const publicUrl = 'http://handback.test';
const message = 'New shelves are being put up. Back at six.';

async function startWithAdmin(options: AppOptions = { publicUrl }): Promise<{ app: App; admin: Person }> {
  const app = await startApp(options);
  const admin = await makeAdministrator(app, 'Root');
  return { app, admin };
}

const closed = async (answer: Response) => [
  answer.status,
  answer.headers.get('retry-after'),
  answer.headers.get('cache-control'),
  (await answer.text()).includes(message),
];
const maintenancePage = [503, '120', 'no-store', true];

test('C-2.18 C-4.13 during maintenance every page is the maintenance page with the message, whoever asks', async () => {
  const { app, admin } = await startWithAdmin();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { finder, path } = await makeConversation(app, item);
  await admin.call('setMaintenance', { enabled: true, message });
  const pages = [
    '/',
    '/about',
    '/signin',
    '/items',
    '/inbox',
    '/signup',
    '/auth/emailverification',
    '/nothing',
    `/item/${item.hash}`,
    path,
  ];
  for (const person of [app.visitor(), owner, finder])
    for (const page of pages) expect(await closed(await person.get(page)), page).toEqual(maintenancePage);
  expect((await owner.post(`/item/${item.hash}/lost`, {})).status).toBe(503);
  for (const open of ['/healthz', '/readyz', '/readyz?from=probe', '/servez', '/icon.svg'])
    expect((await app.visitor().get(open)).status, open).toBe(200);
  const host = { headers: { host: 'localhost' } };
  expect((await app.visitor().fetch('/about', host)).status, 'the Host header decides nothing').toBe(503);
});

test('C-4.13 pages that were in the cache are closed at once too, and open again, in every process', async () => {
  const { app, admin } = await startWithAdmin();
  const second = await startApp({ besides: app });
  const statuses = () => Promise.all([app, second].map(async (each) => (await each.visitor().get('/about')).status));
  for (const each of [app, second])
    await expect.poll(async () => (await each.visitor().get('/about')).headers.get('etag')).toBeTruthy();
  await admin.call('setMaintenance', { enabled: true, message });
  expect((await app.visitor().get('/about')).status).toBe(503);
  await expect.poll(statuses).toEqual([503, 503]);
  await admin.call('setMaintenance', { enabled: false });
  expect((await app.visitor().get('/about')).status).toBe(200);
  await expect.poll(statuses).toEqual([200, 200]);
});

test('C-4.14 C-4.15 C-4.16 C-6.03 /admin: sign-in for those signed out, closed to other accounts, open to administrators', async () => {
  const { app, admin } = await startWithAdmin();
  const owner = await makeOwner(app);
  await admin.call('setMaintenance', { enabled: true, message });
  const door = await app.visitor().get('/admin');
  expect([door.status, await door.text()]).toEqual([200, expect.stringContaining('id="app"')]);
  const shut = await owner.get('/admin');
  expect([shut.status, shut.headers.get('retry-after'), shut.headers.get('cache-control')]).toEqual([
    503,
    '120',
    'no-store',
  ]);
  expect(await shut.text(), 'the app’s maintenance page, with a way to sign out').toContain('id="app"');
  for (const page of ['/', '/about', '/admin', '/items', '/profile']) expect((await admin.get(page)).status).toBe(200);

  const again = app.visitor();
  expect((await again.auth('sign-in/email', { email: admin.email, password })).status).toBe(200);
  expect((await again.auth('token', {})).status).toBe(200);
  expect((await again.get('/admin')).status).toBe(200);
  expect((await again.auth('sign-out', {})).status).toBe(200);
  const signUp = await again.auth('sign-up/email', {
    name: 'Eve',
    email: 'eve@example.com',
    password: 'a long password',
  });
  expect([signUp.status, signUp.headers.get('retry-after'), await signUp.json()]).toEqual([
    503,
    '120',
    { code: 'MAINTENANCE', message },
  ]);
});

test('C-3.05 C-4.13 functions refuse everybody but administrators, except the one that tells of maintenance; finders can be let in', async () => {
  const { app, admin } = await startWithAdmin();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const report = { hash: item.hash, key: 'a-found-key-made-at-random', text: 'Here it is' };
  await admin.call('setMaintenance', { enabled: true, message });
  const refused = {
    status: 503,
    error: { status: 'UNAVAILABLE', message, details: { retryAfter: 120, reason: 'maintenance' } },
  };
  expect(await owner.tryCall('listItems', {})).toEqual(refused);
  expect(await app.visitor().tryCall('reportFound', report)).toEqual(refused);
  expect(await owner.tryCall('setMaintenance', { enabled: false })).toEqual(refused);
  expect(await app.visitor().call('getMaintenance', {})).toEqual({
    enabled: true,
    message,
    keepTagPagesOpen: false,
    exempt: false,
  });
  expect(await admin.call('listItems', {})).toEqual({ items: [] });

  await admin.call('setMaintenance', { enabled: true, keepTagPagesOpen: true });
  expect((await app.visitor().tryCall('reportFound', report)).status).toBe(200);
  expect((await owner.tryCall('listItems', {})).status).toBe(503);
});

test('what would be over before maintenance is can be undone: the deletion of an account', async () => {
  const { app, admin } = await startWithAdmin();
  const owner = await makeOwner(app);
  const other = await makeOwner(app, 'Bob');
  for (const person of [owner, other]) await person.call('deleteAccount', { password });
  await admin.call('setMaintenance', { enabled: true, message });
  const link = new URL(linkIn(await app.mailbox.find(owner.email, 'will be deleted')));
  expect((await app.visitor().get(link.pathname + link.search)).status).toBe(200);
  await app.visitor().call('keepAccountByToken', { token: link.searchParams.get('token') ?? '' });
  await other.call('keepAccount', {});
  await app.services.db
    .updateTable('scheduledJobs')
    .set({ begunAt: new Date(0) })
    .execute();
  passTime(8 * 86_400_000);
  await runDueJobs(app.services);
  const kept = app.services.db.selectFrom('users').select('uid').where('uid', 'in', [owner.uid, other.uid]);
  expect(await kept.execute()).toHaveLength(2);
});

test('C-4.14 C-7.04 an administrator who forgot the password sets a new one, by mail or by the operator’s link', async () => {
  const { app, admin } = await startWithAdmin();
  await admin.call('setMaintenance', { enabled: true, message });
  expect((await app.visitor().auth('request-password-reset', { email: admin.email })).status).toBe(200);
  const ways = [
    async () => linkIn(await app.mailbox.find(admin.email, 'password')),
    async () => (await makeResetLink(admin.email, app.services)) ?? '',
  ];
  for (const way of ways) {
    const link = new URL(await way());
    const visitor = app.visitor();
    expect((await visitor.get(link.pathname + link.search)).status).toBe(200);
    const newPassword = `new words ${link.searchParams.get('token')}`;
    const token = link.searchParams.get('token');
    expect((await visitor.auth('reset-password', { token, newPassword })).status).toBe(200);
    await visitor.auth('sign-in/email', { email: admin.email, password: newPassword });
    expect((await visitor.get('/about')).status).toBe(200);
  }
});

test('only administrators change the setting; what they leave out stays', async () => {
  const { app, admin } = await startWithAdmin();
  expect((await (await makeOwner(app)).tryCall('setMaintenance', { enabled: true })).status).toBe(403);
  expect((await app.visitor().tryCall('setMaintenance', { enabled: true })).status).toBe(401);
  expect((await admin.tryCall('setMaintenance', { enabled: 'yes' })).status).toBe(400);
  expect((await admin.tryCall('setMaintenance', { enabled: true, message: ' ' })).status).toBe(400);
  expect((await admin.tryCall('setMaintenance', { enabled: true, message: 'x'.repeat(501) })).status).toBe(400);
  expect(await app.visitor().call('getMaintenance', {})).toMatchObject({ enabled: false });

  await Promise.all([
    admin.call('setMaintenance', { enabled: true, message: 'Back at noon.' }),
    admin.call('setMaintenance', { keepTagPagesOpen: true }),
  ]);
  expect(await admin.call('setMaintenance', { message })).toMatchObject({ enabled: true, keepTagPagesOpen: true });
  await admin.call('setMaintenance', { enabled: false });
  expect(await admin.call('getMaintenance', {})).toMatchObject({ enabled: false, message, keepTagPagesOpen: true });
});

test('tag pages can be kept open: finders read and write on, everything else is closed', async () => {
  const { app, admin } = await startWithAdmin();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const { finder, path } = await makeConversation(app, item);
  await admin.call('setMaintenance', { enabled: true, message, keepTagPagesOpen: true });
  expect((await app.visitor().get(`/item/${item.hash}`)).status).toBe(200);
  expect((await finder.get(path)).status).toBe(200);
  expect((await finder.post(path, { key: 'one-more-key', text: 'Still here' })).status).toBe(303);
  const another = await makeFinder(app, item);
  expect((await another.post(`/item/${item.hash}`, { text: 'Me too' })).status).toBe(303);
  expect(await closed(await finder.get('/about'))).toEqual(maintenancePage);

  await admin.call('setMaintenance', { enabled: true, keepTagPagesOpen: false });
  expect((await app.visitor().get(`/item/${item.hash}`)).status, 'nor from the cache').toBe(503);
});

test('what a finder sends during maintenance is not sent, comes back, and can be sent afterwards, once', async () => {
  const { app, admin } = await startWithAdmin();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const finder = await makeFinder(app, item);
  await admin.call('setMaintenance', { enabled: true, message });
  const form = { answer: 'have', text: 'Under the "third" bench.\nI <3 it', name: 'Kim' };
  const refused = await finder.post(`/item/${item.hash}`, form);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '120']);
  const page = await refused.text();
  for (const words of [message, 'Nothing was sent', 'I &lt;3 it', 'value="Kim"', 'value="have"'])
    expect(page).toContain(words);
  await admin.call('setMaintenance', { enabled: false });
  for (const _ of ['sent', 'sent again']) await finder.post(`/item/${item.hash}`, form);
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations).toMatchObject([{ unread: 1, finderName: 'Kim', lastMessage: { text: form.text } }]);
});

test('a place that is sent during maintenance comes back in its fields; a picture is asked for again afterwards', async () => {
  const { app, admin } = await startWithAdmin();
  const { finder, path } = await makeConversation(app, await makeItem(await makeOwner(app)));
  await admin.call('setMaintenance', { enabled: true, message });
  const details = {
    key: 'a-key-of-mine',
    place: 'Platform 2',
    openingHours: '9–17',
    latitude: '52.52',
    longitude: '13.4',
  };
  const page = await (await finder.post(path, details)).text();
  expect(page).toMatch(/<input(?=[^>]*type="text")(?=[^>]*name="place")[^>]*value="Platform 2"/);
  for (const value of ['9–17', '52.52', '13.4']) expect(page).toContain(`value="${value}"`);
  const refused = await finder.postFile(`${path}/pictures?key=a-key-of-mine`, await drawPicture(20));
  const screen = await refused.text();
  expect([refused.status, screen]).toEqual([503, expect.stringContaining('This was not sent.')]);
  const [, again = ''] = /href="([^"]+)"[^>]*>Try again</.exec(screen) ?? [];
  await admin.call('setMaintenance', { enabled: false });
  const form = await finder.get(again);
  expect([form.status, form.headers.get('location')]).toEqual([303, path]);
  expect(await (await finder.get(path)).text()).toContain('id="send-picture"');
});

test('C-4.17 C-9.06 on an exempt host nothing is closed, and the administrator is told so', async () => {
  for (const options of [{}, { publicUrl, maintenanceExemptHosts: ['handback.test'] }]) {
    const { app, admin } = await startWithAdmin(options);
    await admin.call('setMaintenance', { enabled: true, message });
    expect(await admin.call('getMaintenance', {})).toMatchObject({ enabled: true, exempt: true });
    for (const page of ['/', '/about', '/signin']) expect((await app.visitor().get(page)).status, page).toBe(200);
    expect(await (await makeOwner(app)).call('listItems', {})).toEqual({ items: [] });
    await app.close();
  }
});

test('C-4.12 C-7.08 every open page hears of maintenance: when it connects, and at each change, from any process', async () => {
  const { app, admin } = await startWithAdmin();
  const second = await startApp({ besides: app });
  const owner = await makeOwner(app);
  const { finder } = await makeConversation(app, await makeItem(owner));
  const readers = [await owner.live(), await finder.live(), await second.visitor().live('/live/everybody')];
  for (const reader of readers) expect(await reader.next('maintenance')).toMatchObject({ enabled: false });
  await admin.call('setMaintenance', { enabled: true, message });
  const on = { enabled: true, message, keepTagPagesOpen: false, exempt: false };
  for (const reader of readers) expect(await reader.next('maintenance')).toEqual(on);
  const late = await app.visitor().live('/live/everybody');
  expect(await late.next('maintenance')).toEqual(on);
  await admin.call('setMaintenance', { enabled: false });
  for (const reader of [...readers, late]) {
    expect(await reader.next('maintenance')).toMatchObject({ enabled: false });
    reader.close();
  }
});

test('C-8.05 calls that need the setting are unavailable while it cannot be read; administrators’ do not need it', async () => {
  const { app, admin } = await startWithAdmin();
  const owner = await makeOwner(app);
  await takeSettingsAway(app);
  const unavailable = { status: 503, error: { status: 'UNAVAILABLE', details: { retryAfter: 5 } } };
  for (const person of [owner, app.visitor()]) expect(await person.tryCall('listItems', {})).toMatchObject(unavailable);
  expect(await admin.call('listItems', {})).toEqual({ items: [] });
});

test('C-8.03 C-2.17 a setting that cannot be read is said so, and what was typed comes back', async () => {
  const { app } = await startWithAdmin();
  const item = await makeItem(await makeOwner(app));
  const finder = await makeFinder(app, item);
  await takeSettingsAway(app);
  const broken = await finder.get('/terms');
  expect(broken.status).toBe(503);
  const page = await broken.text();
  for (const words of [
    'Error checking maintenance status',
    'Please try refreshing the page or contact support if the issue persists.',
    'Refresh Page',
  ])
    expect(page).toContain(words);
  const sent = await finder.post(`/item/${item.hash}`, { text: 'In the tree' });
  expect([sent.status, await sent.text()]).toEqual([503, expect.stringContaining('In the tree')]);
  await sql`alter table elsewhere rename to settings`.execute(app.services.db);
  expect((await finder.get('/terms')).status).toBe(200);
});

test('a change that no process hears of shows after 5 seconds at the latest', async () => {
  const { app } = await startWithAdmin();
  const visitor = app.visitor();
  expect((await visitor.get('/signin')).status).toBe(200);
  const value = { enabled: true, message };
  await app.services.db.insertInto('settings').values({ key: 'maintenance', value }).execute();
  const asked = vi.spyOn(performance, 'now');
  expect((await visitor.get('/signin')).status, 'as it is remembered').toBe(200);
  asked.mockImplementation(() => Number.MAX_SAFE_INTEGER);
  expect((await visitor.get('/signin')).status).toBe(503);
  asked.mockRestore();
});

/** The settings can no longer be read, and none is remembered. */
async function takeSettingsAway({ services, expectLogError }: App): Promise<void> {
  expectLogError(/could not (check maintenance|tell about maintenance|read the brand)/);
  await sql`alter table settings rename to elsewhere`.execute(services.db);
  await services.events.publish({ kind: 'settings' });
}

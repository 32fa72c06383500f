import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isOutsideUrl, postOutside, publicServersOnly } from '../../server/outgoing/post-outside.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeConversation, makeItem, makeOwner, password, shareItem, signIn } from '../../test/make.ts';
import { newSubscription, nowhere, openOutsideServer } from '../../test/push-service.ts';
import { unzip } from '../../test/unzip.ts';
import { withOwner } from '../../test/worlds.ts';
import { runDueJobs } from '../schedule.ts';

const patiently = { timeout: 20_000 };

test('each device of the owner and of those who share the item is notified, encrypted, without what the finder wrote', async () => {
  const { app, service, owner, item } = await begin();
  const member = await makeOwner(app, 'Bob');
  await shareItem(owner, member, item);
  const [phone, laptop, other] = [
    newSubscription(service.url),
    newSubscription(service.url),
    newSubscription(service.url),
  ];
  for (const [person, subscription] of [
    [owner, phone],
    [owner, laptop],
    [member, other],
  ] as const)
    await person.call('addPushDevice', subscription);
  await makeConversation(app, item, 'My words');
  await expect.poll(() => service.received.length, patiently).toBe(3);
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  for (const { endpoint, decrypt } of [phone, laptop, other]) {
    const request = service.received.find(({ path }) => endpoint.endsWith(path));
    expect(request?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(request?.body.toString('latin1')).not.toContain('backpack');
    expect(JSON.parse(decrypt(request?.body ?? Buffer.alloc(0)))).toMatchObject({
      title: 'Handback',
      body: 'Somebody wrote to you about “Blue backpack”',
      path: `/inbox/${conversation?.id}`,
      language: 'en',
    });
  }
  const { devices } = await owner.call('listPushDevices', {});
  expect(devices.map(({ deliveredAt }) => typeof deliveredAt)).toEqual(['string', 'string']);
});

test('the push service knows the installation by one key, which the browser got, and by a token for this service alone (RFC 8292)', async () => {
  const { app, service, owner, item } = await begin();
  const { pushKey } = await owner.call('getNotificationSettings', {});
  await owner.call('addPushDevice', newSubscription(service.url));
  await makeConversation(app, item);
  await expect.poll(() => service.received.length, patiently).toBe(1);
  const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(String(service.received[0]?.headers.authorization)) ?? [];
  expect(key).toBe(pushKey);
  const point = Buffer.from(pushKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const { jwtVerify } = await import('jose');
  const { payload } = await jwtVerify(
    token,
    { kty: 'EC', crv: 'P-256', alg: 'ES256', x, y },
    { audience: service.url },
  );
  expect(payload.sub).toMatch(/^mailto:/);
});

test('who chose it reads what the finder wrote, without links and numbers', async () => {
  const { app, service, owner, item } = await begin();
  const phone = newSubscription(service.url);
  await owner.call('addPushDevice', phone);
  await owner.call('setNotificationSettings', { pushQuotes: true });
  await makeConversation(app, item, 'At the desk, call +49 (171) 234-5678');
  await expect.poll(() => service.received.length, patiently).toBe(1);
  const { quote } = JSON.parse(phone.decrypt(service.received[0]?.body ?? Buffer.alloc(0)));
  expect(quote).toBe('“At the desk, call …”');
});

test('a notification that quotes what resembles a known scam says so first', async () => {
  const { app, service, owner, item } = await begin();
  const phone = newSubscription(service.url);
  await owner.call('addPushDevice', phone);
  await owner.call('setNotificationSettings', { pushQuotes: true });
  await makeConversation(app, item, 'Send me the code that you got');
  await expect.poll(() => service.received.length, patiently).toBe(1);
  const { quote } = JSON.parse(phone.decrypt(service.received[0]?.body ?? Buffer.alloc(0)));
  expect(quote).toMatch(/^Careful: never pass on a code .*\n“Send me the code that you got”$/);
});

test('what a finder deletes is in no notification that waits', async () => {
  const { app, service, owner, item } = await begin();
  const phone = newSubscription(service.url);
  await owner.call('addPushDevice', phone);
  await owner.call('setNotificationSettings', { pushQuotes: true });
  service.answers.push({ status: 503 });
  const { finder, path } = await makeConversation(app, item, 'My words');
  await expect.poll(() => lastError(app), patiently).toContain('503');
  await finder.call('deleteFinderWords', { secret: path.split('/').at(-1) ?? '' });
  await tryAgain(app);
  await expect.poll(() => service.received.length, patiently).toBe(2);
  const [first, second] = service.received.map(({ body }) => JSON.parse(phone.decrypt(body)));
  expect([first.quote, second.quote]).toEqual(['“My words”', undefined]);
  expect(second.body).toBe(first.body);
});

test('ten messages in a minute are one notification at once, and one a minute later for the rest', async () => {
  const { app, service, owner, item } = await begin();
  const phone = newSubscription(service.url);
  await owner.call('addPushDevice', phone);
  for (let n = 0; n < 10; n++)
    await app.visitor().call('reportFound', { hash: item.hash, key: crypto.randomUUID(), text: 'Found' });
  await expect.poll(() => service.received.length, patiently).toBe(1);
  await sql`update outgoing_requests set created_at = created_at - interval '61 seconds'`.execute(app.services.db);
  await sql`update pending_notifications set due_at = now() where budget = 'push'`.execute(app.services.db);
  await runDueJobs(app.services);
  await expect.poll(() => service.received.length, patiently).toBe(2);
  const { body, path } = JSON.parse(phone.decrypt(service.received[1]?.body ?? Buffer.alloc(0)));
  expect(body).toBe('9 new messages about “Blue backpack”');
  expect(path).toBe('/inbox');
});

test.each([404, 410])('a device whose push service answers %i is notified no more', async (status) => {
  const { app, service, owner, item } = await begin();
  await owner.call('addPushDevice', newSubscription(service.url));
  service.answers.push({ status });
  await makeConversation(app, item);
  await expect.poll(async () => (await owner.call('listPushDevices', {})).devices, patiently).toEqual([]);
});

test('a push service that is away is asked again, and one that redirects is followed nowhere', async () => {
  const { app, service, owner, item } = await begin();
  await owner.call('addPushDevice', newSubscription(service.url));
  service.answers.push({ status: 503 }, { status: 307, headers: { location: `${service.url}/elsewhere` } });
  await makeConversation(app, item);
  const [first, second] = ['The server answered 503.', 'The server answered 307.'];
  await expect.poll(() => lastError(app), patiently).toBe(first);
  await tryAgain(app);
  await expect.poll(() => lastError(app), patiently).toBe(second);
  await tryAgain(app);
  await expect.poll(() => service.received.length, patiently).toBe(3);
  expect(service.received.map(({ path }) => path)).not.toContain('/elsewhere');
  await expect.poll(async () => (await requests(app))[0], patiently).toMatchObject({ body: '', failedAt: null });
});

test('a notification in the hands of a dead worker is sent when its lease is over, not before', async () => {
  const { app, service, owner, item } = await begin();
  await owner.call('addPushDevice', newSubscription(service.url));
  service.answers.push({ status: 503 });
  await makeConversation(app, item);
  await expect.poll(() => lastError(app), patiently).toContain('503');
  const lease = (seconds: number) =>
    sql`update outgoing_requests set send_after = now(), leased_until = now() + make_interval(secs => ${seconds})`.execute(
      app.services.db,
    );
  await lease(25);
  app.services.events.publish({ kind: 'mail' });
  await owner.call('addPushDevice', newSubscription(service.url));
  await makeConversation(app, await makeItem(owner));
  expect(service.received).toHaveLength(1);
  await lease(-1);
  app.services.events.publish({ kind: 'mail' });
  await expect.poll(() => service.received.length, patiently).toBe(2);
});

test('only known push services and keys that a browser makes are taken; no request goes to an address that is not public, whatever name stands for it', async () => {
  const { owner } = await withOwner();
  const good = newSubscription('https://fcm.googleapis.com');
  const wrong = [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://127.0.0.1/x',
    'https://push.services.mozilla.com.evil.example/x',
    'file:///etc/passwd',
    'no address',
  ].map((endpoint) => ({ ...good, endpoint }));
  const keys = [
    { ...good, p256dh: Buffer.alloc(65, 4).toString('base64url') },
    { ...good, auth: 'short' },
  ];
  for (const subscription of [...wrong, ...keys])
    expect(await owner.tryCall('addPushDevice', subscription), subscription.endpoint).toMatchObject({ status: 400 });
  for (const host of [
    'fcm.googleapis.com',
    'updates.push.services.mozilla.com',
    'db5p.notify.windows.com',
    'web.push.apple.com',
  ])
    expect(publicServersOnly.isPushHost(host), host).toBe(true);
  expect((await owner.call('listPushDevices', {})).devices).toEqual([]);
  const signal = AbortSignal.timeout(5_000);
  const post = (url: string) => postOutside({ url, headers: {}, body: '', signal }, publicServersOnly);
  const service = await openOutsideServer();
  for (const url of [
    service.url,
    service.url.replace('localhost', '127.0.0.1'),
    service.url.replace('localhost', '[::1]'),
  ])
    await expect(post(url), url).rejects.toMatchObject({ code: 'ENOTPUBLIC' });
  for (const address of (
    '10.0.0.1 172.16.3.4 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 ::1 fe80::1 fd00::1 ' +
    '::ffff:10.0.0.1 64:ff9b::a00:1 224.0.0.1'
  ).split(' '))
    expect(publicServersOnly.mayReach(address), address).toBe(false);
  for (const address of ['9.9.9.9', '2620:fe::fe']) expect(publicServersOnly.mayReach(address), address).toBe(true);
  expect(isOutsideUrl('http://sms.example.com/')).toBe(false);
  expect(service.received).toEqual([]);
});

test('a notification to an address that is not public is given up', async () => {
  const { app, service, owner, item } = await begin(await startApp({ outgoing: nowhereButKnown }));
  await owner.call('addPushDevice', newSubscription(service.url));
  await makeConversation(app, item);
  await expect.poll(async () => (await requests(app))[0]?.failedAt, patiently).toBeInstanceOf(Date);
  expect(service.received).toEqual([]);
});

test('a browser is on the list once, becomes another account’s only with its keys, and 20 of an account are enough', async () => {
  const { app, owner } = await begin(await startApp({ outgoing: nowhere }));
  const other = await makeOwner(app, 'Bob');
  const phone = newSubscription();
  await owner.call('addPushDevice', phone);
  await owner.call('addPushDevice', phone);
  const devicesOf = async (person: typeof owner) => (await person.call('listPushDevices', {})).devices.length;
  expect(await devicesOf(owner)).toBe(1);
  const stolen = { ...newSubscription(), endpoint: phone.endpoint };
  expect((await other.tryCall('addPushDevice', stolen)).status).toBe(400);
  await other.call('addPushDevice', phone);
  expect([await devicesOf(owner), await devicesOf(other)]).toEqual([0, 1]);
  for (let n = 0; n < 19; n++) await other.call('addPushDevice', newSubscription());
  const refused = await other.tryCall('addPushDevice', newSubscription());
  expect(refused).toMatchObject({
    status: 409,
    error: { message: '20 devices are notified already. Remove one first.' },
  });
  const { devices, next } = await other.call('listPushDevices', { limit: 15 });
  const rest = await other.call('listPushDevices', { limit: 15, after: next });
  expect(new Set([...devices, ...rest.devices].map(({ id }) => id)).size).toBe(20);
});

test('a new password ends the notifications on all devices but the one on which it was set', async () => {
  const { app, owner } = await begin(await startApp({ outgoing: nowhere }));
  const elsewhere = await signIn(app.visitor(), owner.email);
  await elsewhere.call('addPushDevice', newSubscription());
  const { id } = await owner.call('addPushDevice', newSubscription());
  await owner.call('changePassword', { currentPassword: password, newPassword: 'a brand new password' });
  expect((await owner.call('listPushDevices', {})).devices.map((device) => device.id)).toEqual([id]);
});

test('the export tells of devices and notifications, without what would let somebody notify them', async () => {
  const { app, service, owner, item } = await begin();
  const phone = newSubscription(service.url);
  await owner.call('addPushDevice', phone);
  await makeConversation(app, item);
  await expect.poll(() => service.received.length, patiently).toBe(1);
  const files = await unzip(await (await owner.get('/profile/export')).blob());
  expect(JSON.parse(files['push-devices.json'] ?? '')).toMatchObject([{ device: expect.any(String) }]);
  expect(JSON.parse(files['notifications.json'] ?? '')).toMatchObject([{ kind: 'push' }]);
  expect(JSON.stringify(files)).not.toContain(phone.auth);
  expect(JSON.stringify(files)).not.toContain(phone.endpoint);
});

/** Reaches a push service on this machine by name only. */
const nowhereButKnown = { ...nowhere, isPushHost: (host: string) => host.startsWith('localhost') };

async function begin(given?: App) {
  const service = await openOutsideServer();
  const app = given ?? (await startApp({ outgoing: service.outgoing }));
  const owner = await makeOwner(app);
  const item = await makeItem(owner, { name: 'Blue backpack' });
  return { app, service, owner, item };
}

function requests({ services: { db } }: App) {
  return db.selectFrom('outgoingRequests').selectAll().orderBy('createdAt').execute();
}

async function lastError(app: App): Promise<string | null | undefined> {
  return (await requests(app))[0]?.lastError;
}

async function tryAgain({ services: { db, events } }: App): Promise<void> {
  await sql`update outgoing_requests set send_after = now()`.execute(db);
  events.publish({ kind: 'mail' });
}

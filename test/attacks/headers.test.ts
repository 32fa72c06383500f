import { get } from 'node:http';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { makeConversation, makeItem, makeOwner } from '../make.ts';
import { sharedApp } from '../shared-app.ts';

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(/^camera=\(\).*geolocation=\(\)/),
  'strict-transport-security': expect.stringContaining('max-age='),
};
/** Owners may add where they lost something, and scan a tag. */
const mayAskWhere = { 'permissions-policy': expect.stringMatching(/^camera=\(self\).*geolocation=\(self\)/) };
/** One policy, no more: a list of them would have a comma. */
const nothing = /^default-src 'none';[^,]* frame-ancestors 'none'$/;
const document = /^default-src 'self';[^,]* script-src 'self'; [^,]* frame-ancestors 'none'; [^,]*$/;
/** One inline script is allowed, by its hash. */
const ofApp = /^default-src 'self';[^,]* script-src 'self' 'sha256-[\w+/]{43}='; [^,]* frame-ancestors 'none'; [^,]*$/;

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json' };

test('every kind of answer says that nobody may frame it, embed it elsewhere or guess its type', async () => {
  const app = await startApp({ publicUrl: 'https://tags.example' });
  // The live stream of the owner may count once more when the table is gone.
  app.expectLogError(/a (page|function) failed|could not count unread messages/);
  const owner = await makeOwner(app);
  const { hash } = await makeItem(owner);
  const { path, finder } = await makeConversation(app, await makeItem(owner));
  const visitor = app.visitor();
  const about = await visitor.get('/about');
  await expect.poll(async () => (await visitor.get('/about')).headers.get('etag')).toBeTruthy();
  const again = await visitor.get('/about');
  const ifNoneMatch = { 'if-none-match': again.headers.get('etag') ?? '' };
  const icon = await visitor.get('/icon.svg');
  const ifUnchanged = { 'if-none-match': icon.headers.get('etag') ?? '' };
  const call = (name: string, init: RequestInit = {}) =>
    visitor.fetch(`/functions/us-central1/${name}`, { method: 'POST', headers: json, body: '{"data":{}}', ...init });
  const foreign = { ...form, origin: 'https://evil.example' };

  const answers: [kind: string, status: number, policy: RegExp, Response][] = [
    ['a page', 200, document, about],
    ['a page from the cache', 200, document, again],
    ['a cached page that did not change', 304, document, await visitor.fetch('/about', { headers: ifNoneMatch })],
    ['the head of a cached page', 200, document, await visitor.fetch('/about', { method: 'HEAD' })],
    ['a page for somebody', 200, document, await owner.get('/about')],
    ['a page with a query', 200, document, await visitor.get('/about?a=b')],
    ['a finder’s page', 200, document, await visitor.get(`/item/${hash}`)],
    ['a form that was not filled in', 422, document, await visitor.post(`/item/${hash}`, { text: '' })],
    ['a form that was taken', 303, nothing, await finder.post(path, { text: 'Hello again' })],
    ['a form from elsewhere', 403, document, await visitor.fetch('/item/x', { method: 'POST', headers: foreign })],
    ['a conversation', 200, document, await finder.get(path)],
    ['an unknown tag', 404, document, await visitor.get('/item/nosuchtag')],
    ['a page of the app', 200, ofApp, await owner.get('/items')],
    ['the way to the sign-in page', 302, nothing, await visitor.get('/items')],
    ['the way home', 302, nothing, await visitor.get('/nowhere')],
    ['what a program asks for in vain', 404, nothing, await visitor.get('/assets/gone.js')],
    ['another method', 404, nothing, await visitor.fetch('/about', { method: 'DELETE', headers: json })],
    ['a picture', 200, nothing, await visitor.get('/og-image.png')],
    ['an icon', 200, nothing, icon],
    ['an icon that did not change', 304, nothing, await visitor.fetch('/icon.svg', { headers: ifUnchanged })],
    ['a font', 200, nothing, await visitor.get('/fonts/bricolage-grotesque-1.woff2')],
    ['the manifest', 200, nothing, await visitor.get('/manifest.webmanifest')],
    ['a QR code as vectors', 200, nothing, await visitor.get(`/item/${hash}/qr.svg`)],
    ['a QR code as pixels', 200, nothing, await visitor.get(`/item/${hash}/qr.png`)],
    ['a QR code of no tag', 404, nothing, await visitor.get('/item/nosuchtag/qr.png')],
    ['an export', 200, nothing, await owner.get('/profile/export')],
    ['security.txt', 200, nothing, await visitor.get('/.well-known/security.txt')],
    ['a function’s answer', 200, nothing, await call('getMaintenance')],
    ['a function’s refusal', 401, nothing, await call('listItems')],
    ['no such function', 404, nothing, await call('nothing')],
    ['a function asked from elsewhere', 204, nothing, await call('listItems', { method: 'OPTIONS', body: null })],
    ['a function whose address is broken', 400, nothing, await call('%ff')],
    ['no token', 204, nothing, await visitor.auth('token', {})],
    ['a wrong password', 401, nothing, await visitor.auth('sign-in/email', { email: owner.email, password: 'wrong' })],
    ['an unknown door', 404, nothing, await visitor.auth('nothing', {})],
    ['the health', 200, nothing, await visitor.get('/healthz')],
    ['the readiness', 200, nothing, await visitor.get('/readyz')],
    ['whether pages are served', 200, nothing, await visitor.get('/servez')],
    ['no live stream', 204, nothing, await visitor.get('/live')],
    ['a live stream', 200, nothing, await owner.get('/live')],
    ['a stranger’s live stream', 200, nothing, await visitor.get('/live/everybody')],
    ['an address that cannot be read', 400, document, await visitor.get('/%ff')],
    ['an address that is too long', 414, document, await visitor.get(`/${'a'.repeat(5_000)}`)],
  ];
  // The export is still being read from the tables.
  for (const [what, , , answer] of answers) if (what === 'an export') await answer.bytes();
  await sql`alter table items rename to elsewhere`.execute(app.services.db);
  answers.push(['a failure', 500, document, await owner.get(`/item/${hash}`)]);
  answers.push([
    'a function’s failure',
    500,
    nothing,
    await owner.fetch('/functions/us-central1/listItems', callAs(owner)),
  ]);
  answers.push(['a failure of a picture', 500, document, await visitor.get(`/item/${hash}/qr.png`)]);
  const value = JSON.stringify({ enabled: true, message: 'Back at six.' });
  await sql`insert into settings (key, value) values ('maintenance', ${value})`.execute(app.services.db);
  await app.services.events.publish({ kind: 'settings' });
  answers.push(['maintenance', 503, document, await visitor.get('/about?closed')]);

  for (const [kind, status, policy, { status: given, headers }] of answers) {
    expect(given, kind).toBe(status);
    const ofKind = kind === 'a page of the app' ? { ...everywhere, ...mayAskWhere } : everywhere;
    expect(Object.fromEntries(headers), kind).toMatchObject(ofKind);
    expect(headers.get('content-security-policy'), kind).toMatch(policy);
  }
});

function callAs({ token }: { token: string | undefined }): RequestInit {
  return { method: 'POST', headers: { ...json, authorization: `Bearer ${token}` }, body: '{"data":{}}' };
}

test('a host that is none is answered with a page that says so', async () => {
  const app = await sharedApp();
  for (const host of ['a b', 'evil.example/..', 'user@evil.example', '[::1', 'localhost:99999', 'ä.example']) {
    const { status, headers, body } = await askHost(app, host);
    expect(status, host).toBe(400);
    expect(body, host).toContain('This address cannot be read.');
    expect(headers['content-security-policy'], host).toMatch(document);
  }
  expect((await app.visitor().get('/about')).status).toBe(200);
});

function askHost(app: App, host: string) {
  return new Promise<{ status?: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    get({ hostname, port, path: '/about', headers: { host } }, async (answer) => {
      const chunks = await answer.toArray();
      resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() });
    }).on('error', reject);
  });
}

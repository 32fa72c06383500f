import { connect } from 'node:net';
import naughtyStrings from 'big-list-of-naughty-strings';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cleanText } from '../../domain/texts/contract/clean-text.ts';
import * as paths from '../../paths/paths.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeAdministrator, makeConversation, makeFinder, makeItem, makeOwner } from '../../test/make.ts';

/** Sends the bytes as they are: fetch would mend them. */
function sendRaw(app: App, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
    socket.write(`${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}

test('malformed addresses are refused with a page, in the language that they ask for, else that of the browser; none leads to another host, and the process lives on', async () => {
  const app = await startApp();
  for (const [target, status] of [
    ['//', 400],
    ['//evil.example/x', 400],
    ['/%', 400],
    ['/%ff%fe', 400],
    ['/item/%E0%A4%A', 400],
    ['/\\evil.example', 400],
    ['*', 400],
    [`/${'a'.repeat(8_000)}`, 414],
  ] as const) {
    const answer = await sendRaw(app, `GET ${target} HTTP/1.1`);
    expect(answer.split('\r\n')[0], target.slice(0, 40)).toContain(` ${status} `);
    expect(answer).toMatch(/<main[^>]*>.*<h1>.*href="\/".*<\/main>.*<footer/s);
    expect(answer).toMatch(/content-security-policy: .*style-src 'sha256-/i);
  }
  for (const [path, status] of [
    ['/product/%00', 404],
    ['/reviews?product=%00', 200],
    ['/about', 200],
  ] as const)
    expect((await app.visitor().get(path)).status, path).toBe(status);
  for (const target of [
    '/.//evil.example/',
    '/x/..//evil.example/',
    '/x/%2e%2e//evil.example/',
    '/.//evil.example',
    '/.//evil.example).',
  ]) {
    const location = /^location: (.*)$/im.exec(await sendRaw(app, `GET ${target} HTTP/1.1`))?.[1];
    expect(new URL(location ?? '', app.url).origin, target).toBe(app.url);
  }
  const read = async (target: string, header = '') => {
    const answer = await sendRaw(app, `GET ${target} HTTP/1.1\r\nAccept-Language: ${header}`);
    return [/<html lang="(\w+)"/.exec(answer)?.[1], /<h1>([^<]*)/.exec(answer)?.[1]];
  };
  expect(await read('/%ff?lang=de', 'en')).toEqual(['de', 'Nicht verstanden']);
  expect(await read('/%ff?a=%ff&lang=de')).toEqual(['de', 'Nicht verstanden']);
  expect(await read('/%ff', 'de')).toEqual(['de', 'Nicht verstanden']);
  expect(await read('/%ff?lang=tlh')).toEqual(['en', 'Not understood']);
});

test('a zero byte in an address, a query or a form breaks no page', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const administrator = await makeAdministrator(app);
  const item = await makeItem(owner);
  const finder = await makeFinder(app, item);
  const zero = 'a\0b';
  // A page of the site is named, not typed.
  const { packingListPath, adminReadingPath, adminProductsPath, staticPath: _, ...others } = paths;
  const builders = Object.values(others).filter((path) => typeof path === 'function') as ((id: string) => unknown)[];
  const addresses = [
    ...builders.map((path) => path(zero)).filter((path) => typeof path === 'string'),
    ...[
      packingListPath([zero]),
      adminReadingPath(zero, { kind: 'report', id: zero }),
      adminProductsPath({ product: zero }),
    ],
  ].map((path) => path.replaceAll('\0', '%00'));
  expect(addresses.filter((address) => address.includes('%00')).length).toBeGreaterThan(40);
  const names = [
    'code',
    'search',
    'state',
    'sort',
    'after',
    'next',
    'tag',
    'item',
    'person',
    'order',
    'message',
    'text',
  ];
  const query = new URLSearchParams(names.map((name) => [name, 'a\0b']));
  for (const address of new Set(addresses)) {
    const full = `${address}${address.includes('?') ? '&' : '?'}${query}`;
    for (const person of [finder, owner, administrator]) {
      expect((await person.fetch(full, { redirect: 'manual' })).status, full).toBeLessThan(500);
      const sent = await person.post(address, { ...Object.fromEntries(query), name: 'a\0b', email: 'a\0@example.com' });
      expect(sent.status, `POST ${address}`).toBeLessThan(500);
    }
  }
});

test('an address with the end of its sentence leads to its page; a line break in one leads to a page, and is no failure', async () => {
  const app = await startApp();
  const { path } = await makeConversation(app, await makeItem(await makeOwner(app)));
  const pages = [
    '/about',
    '/support',
    '/guides/pet',
    path,
    '/signin',
    '/auth/reset',
    '/items/new',
    '/product/key-ring',
  ];
  for (const page of pages)
    for (const end of [
      '.',
      ',',
      '%22',
      ').',
      '%E2%80%9D!',
      '…',
      '%C2%BB',
      '%20',
      '。',
      '」。',
      '）',
      '؟',
      '।',
      '—',
      '\u200f',
    ])
      for (const query of ['', '?lang=de'])
        expect((await app.visitor().get(page + end + query)).headers.get('location'), page + end).toBe(page + query);
  for (const page of ['/unsubscribe', '/invitation', '/auth/keep-account'])
    expect((await app.visitor().get(`${page}?token=a.b-c_d).`)).headers.get('location')).toBe(`${page}?token=a.b-c_d`);
  expect((await app.visitor().get('/support?search=No.')).status).toBe(200);
  const owner = await makeOwner(app);
  const breaks = '%0D%0Ax';
  expect((await owner.get(`/item/${breaks}/lost`)).headers.get('location')).toBe(`/item/${breaks}`);
  for (const [path, to] of [
    [`/item/${breaks}/lost`, `/item/${breaks}`],
    [`/item/${breaks}/restored`, `/item/${breaks}`],
    [`/order/${breaks}/pay`, `/order/${breaks}`],
  ] as const) {
    expect((await owner.post(path, {})).headers.get('location'), path).toBe(to);
    expect((await owner.get(to)).status, to).toBeLessThan(500);
  }
});

test('when not even the page of an error can be drawn, a sentence says so in the language of the reader', async () => {
  const app = await startApp();
  app.expectLogError(/a page failed|a request failed/);
  const visitor = app.visitor();
  await visitor.get('/about?lang=de');
  const { settings } = app.services;
  const lastRead = (key: string) => {
    if (key === 'brand') throw new Error('broken');
    return settings.lastRead(key);
  };
  app.services.settings = { ...settings, lastRead };
  for (const [path, sentence] of [
    ['/support', 'Etwas ist schiefgegangen.'],
    ['/support?lang=en', 'Something went wrong.'],
  ] as const) {
    const answer = await visitor.get(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 500, sentence]);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=UTF-8');
    expect(answer.headers.get('answered-by')).toBe('Handback');
  }
});

test('a body that is too large, not UTF-8 or of another type is refused, clearly, also by functions; a form on another site sends nothing in anybody’s name', async () => {
  const app = await startApp();
  const item = await makeItem(await makeOwner(app));
  const finder = await makeFinder(app, item);
  const form = 'application/x-www-form-urlencoded';
  const send = (type: string, body: BodyInit) =>
    finder.fetch(`/item/${item.hash}`, { method: 'POST', headers: { 'content-type': type }, body });
  for (const [type, body, status] of [
    [form, `text=${'a'.repeat(70_000)}`, 413],
    [form, 'text=%ff%fe', 400],
    [form, new Uint8Array([0x74, 0x3d, 0xff]), 400],
    ['application/json', '{"text":"hello"}', 415],
    ['text/plain', 'text=hello', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
  ] as const) {
    const answer = await send(type, body);
    expect([type, answer.status]).toEqual([type, status]);
    const page = await answer.text();
    for (const said of ['This was not sent.', `href="/item/${item.hash}"`]) expect(page).toContain(said);
  }
  const call = (body: BodyInit, type = 'application/json') =>
    app
      .visitor()
      .fetch('/functions/us-central1/listItems', { method: 'POST', headers: { 'content-type': type }, body });
  for (const body of ['', '{', 'null', '[]', '"data"', '{"other":1}', new Uint8Array([0xff])]) {
    const answer = await call(body);
    expect([body, answer.status]).toEqual([body, 400]);
    expect(await answer.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  }
  expect((await call(`{"data":"${'a'.repeat(70_000)}"}`)).status).toBe(400);
  expect((await call('{"data":{}}', 'text/plain')).status).toBe(400);
  const unknown = await app.visitor().fetch('/functions/us-central1/none', { method: 'POST' });
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { error: { status: 'NOT_FOUND' } }]);
  expect((await app.visitor().fetch('/functions/europe-west1/listItems', { method: 'POST' })).status).toBe(404);
  const owner = await makeOwner(app);
  const thirdItem = await makeItem(owner);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: app.url },
    { 'sec-fetch-site': 'same-site' },
  ] as Record<string, string>[]) {
    const answer = await owner.fetch(`/item/${thirdItem.hash}/lost`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([headers, answer.status]).toEqual([headers, 403]);
    const token = await owner.fetch('/auth/token', { method: 'POST', headers });
    expect([headers, token.status]).toEqual([headers, 403]);
  }
  expect(await owner.call('getItem', { id: thirdItem.id })).toMatchObject({ lostAt: null });
});

test('C-5.02 hostile text arrives as text: nothing of it becomes markup, and the pages live on', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const texts = (naughtyStrings as string[]).filter((text) => String(cleanText(text)).length > 0);
  // With the finder's own message, as many as a page shows.
  for (let sent = 0; sent < texts.length; sent += 49) {
    const { finder, path } = await makeConversation(app, item);
    const [conversation] = (await owner.call('listConversations', {})).conversations;
    const conversationId = conversation?.id ?? '';
    const some = texts.slice(sent, sent + 49);
    for (const [n, text] of some.entries())
      await owner.call('replyToFinder', { conversationId, key: `naughty-${n}`, text: text.slice(0, 1900) });
    const html = await (await finder.get(path)).text();
    const thread = /<ol class="thread".*<\/ol>/s.exec(html)?.[0] ?? '';
    expect(thread.match(/<(?!\/?(ol|li|p|time)\b|!-- -->)[^>]*>/g) ?? []).toEqual([]);
    const { messages } = await owner.call('readConversation', { id: conversationId });
    expect(messages).toHaveLength(some.length + 1);
  }
});

test('hostile names stay names: in the page, its metadata and the mail', async () => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const name = 'x" onload="alert(1) \u2028 $& & "quoted", <b';
  const item = await makeItem(owner, { name });
  expect(await (await app.visitor().get(`/item/${item.hash}`)).text()).not.toContain('" onload="');
  await makeConversation(app, item);
  const mail = await app.mailbox.find(owner.email, 'Somebody wrote');
  expect(mail.to).toEqual([{ address: owner.email, name: 'Ada' }]);
  expect(mail.subject).not.toMatch(/[\r\n]/);
});

test('C-2.15 when the database fails, the finder is told, and what was typed comes back to be sent again, once', async () => {
  const app = await startApp();
  app.expectLogError(/a page failed/);
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  const finder = await makeFinder(app, item);
  await sql`alter table web_messages rename to elsewhere`.execute(app.services.db);
  const failed = await finder.post(`/item/${item.hash}`, { text: 'Under the third bench', name: 'Kim' });
  expect(failed.status).toBe(500);
  const page = await failed.text();
  expect(page).toContain('We could not confirm that it arrived. Send it again: it arrives once.');
  for (const said of ['Under the third bench', 'value="Kim"']) expect(page).toContain(said);

  await sql`alter table elsewhere rename to web_messages`.execute(app.services.db);
  for (const _ of ['again', 'and again'])
    await finder.post(`/item/${item.hash}`, { text: 'Under the third bench', name: 'Kim' });
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations).toMatchObject([{ unread: 1, finderName: 'Kim' }]);

  await sql`alter table tags rename to elsewhere`.execute(app.services.db);
  const broken = await app.visitor().get('/item/aGJrOHEyd24zdjdrNWQxbTl4YQ');
  expect(broken.status).toBe(500);
  const screen = await broken.text();
  expect(screen).toContain('Something went wrong.');
  expect(screen).toContain('Please try refreshing the page.');
});

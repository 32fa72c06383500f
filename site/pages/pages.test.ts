import { expect, test } from 'vitest';
import { hideProduct } from '../../domain/shop/products.ts';
import { appPageNames, appPages } from '../../paths/app-pages.ts';
import { sitePages } from '../../paths/site-pages.ts';
import { startApp } from '../../test/app.ts';
import { makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import { makeProduct, openShop } from '../../test/shop.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withItem, withOwner } from '../../test/worlds.ts';

/** C-2.01, C-2.04. */
const promised =
  '/ /about /contact /terms /guides /support /privacy /legal /buy /product /reviews /instructions /terms-and-conditions';
const publicPages = [...new Set([...promised.split(' '), ...Object.values(sitePages).map(({ path }) => path)])];
const accountPages = ['/signup', '/signin', '/auth/emailverification'];

const text = (html: string) =>
  html
    .replace(/<style.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const robotsOf = (html: string) => /<meta name="robots" content="([^"]*)"/.exec(html)?.[1];
const links = (html: string, part: string) => {
  const [, inside = ''] = new RegExp(`<${part}[ >](.*?)</${part}>`, 's').exec(html) ?? [];
  return [...inside.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/gs)].map((link) => [
    link[1],
    text(link[2] ?? '').trim(),
  ]);
};

test('C-2.01 C-2.02 C-2.03 C-2.04 C-2.05 C-2.07 C-2.08 C-2.12 C-1.03 every public page is there for everybody, with a navigation to tags, sign-in, sign-up, home and about, pages behind sign-in send a stranger to /signin, and any other path leads home, except where programs ask', async () => {
  const visitor = (await sharedApp()).visitor();
  for (const path of [...publicPages, ...accountPages]) {
    const answer = await visitor.get(path);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
  }
  for (const path of ['/items', '/profile', '/inbox', '/admin', '/items/new']) {
    const answer = await visitor.get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/signin?next=${encodeURIComponent(path)}`]);
  }
  const answer = await visitor.get('/items/8q2wn3v7k5d1m9xa');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/item/aGJrOHEyd24zdjdrNWQxbTl4YQ']);
  for (const path of ['/nothing', '/about/us', '/item', '/.env', '/wp-login.php', '/ABOUT']) {
    const answer = await visitor.get(path);
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 302, '/']);
  }
  const forPrograms = ['/assets/none.js', '/fonts/none.woff2', '/live/none', '/favicon.ico', '/.well-known/nothing'];
  for (const path of [...forPrograms, '/feed.xml']) expect((await visitor.get(path)).status, path).toBe(404);
  expect((await visitor.post('/nothing', {})).status).toBe(404);
  expect(await visitor.read('/robots.txt')).toMatch(/^User-agent: \*\nDisallow: /);
  for (const [path = '', location] of [
    ['/about/', '/about'],
    ['/item/aGJrOHEyd24zdjdrNWQxbTl4YQ//?lang=de', '/item/aGJrOHEyd24zdjdrNWQxbTl4YQ?lang=de'],
  ]) {
    const answer = await visitor.get(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location]);
  }
  const person = await visitor.fetch('/auth/typo', { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect([person.status, person.headers.get('location')]).toEqual([302, '/']);
  const program = await visitor.fetch('/auth/typo', { headers: { accept: 'application/json' } });
  expect([program.status, await program.json()]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })]);
  expect((await visitor.get('/guides/zebra')).status).toBe((await visitor.get('/zebra')).status);
  expect(links(await visitor.app.visitor().read('/about'), 'nav')).toEqual([
    ['/buy', expect.stringContaining('Handback')],
    ['/signin', 'Sign In'],
    ['/signup', 'Sign Up'],
    ['/', 'Home'],
    ['/about', 'About'],
    ['/support', 'Help'],
  ]);
});

test('C-1.07 each page says what it is, without any script, allows no inline scripts and asks no third party for anything; the support page and each guide tell search engines, too; a code typed by hand finds its tag; pages come compressed, and not again when the browser has them', async () => {
  const { app, item } = await withItem(startApp());
  const titles = new Set<string>();
  const paths = [...publicPages, ...accountPages, `/item/${item.hash}`];
  for (const path of paths) {
    const html = await app.visitor().read(path);
    const meta = (attribute: string) => new RegExp(`<meta ${attribute} content="([^"]+)"`).exec(html)?.[1] ?? '';
    titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
    expect(meta('name="description"').length, path).toBeGreaterThan(20);
    expect(meta('name="keywords"'), path).not.toBe('');
    expect(meta('property="og:title"'), path).not.toBe('');
    const picture = /^\/(?:item|signup|signin|auth)/.test(path)
      ? /^\/og-image\.png$/
      : /^\/social\/[\w-]+\.[\w-]+\.png$/;
    expect(meta('property="og:image"').replace(app.url, ''), path).toMatch(picture);
    expect(html, path).toContain(`<link rel="canonical" href="${app.url}${path}"/>`);
    expect(robotsOf(html), path).toBe(path.startsWith('/item/') ? 'noindex' : undefined);
  }
  expect(titles.size, 'each title is its own').toBe(paths.length);
  expect((await app.visitor().get('/og-image.png')).status).toBe(200);
  const home = await app.visitor().read('/');
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(home)?.[1] ?? '';
  expect(JSON.parse(data)).toHaveProperty('@context', 'https://schema.org');
  const nextData = async (path: string) => {
    const html = await app.visitor().read(path);
    return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');
  };
  const questions = await nextData('/support');
  expect(questions['@type']).toBe('FAQPage');
  for (const { name, acceptedAnswer } of questions.mainEntity) {
    expect(name.length, name).toBeGreaterThan(5);
    expect(acceptedAnswer.text, name).toMatch(/^[^<>]{20,}$/);
  }
  const crumbs = (await nextData('/guides/pet')).itemListElement.map(({ item }: { item: string }) => item);
  expect(crumbs).toEqual([`${app.url}/`, `${app.url}/guides`, `${app.url}/guides/pet`]);
  for (const path of ['/', '/about', '/signin', `/item/${item.hash}`]) {
    const answer = await app.visitor().get(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy, path).toContain("default-src 'self'");
    expect(policy, path).toContain("object-src 'none'");
    expect(policy, path).not.toContain('unsafe-inline');
    expect(policy, path).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text(), path).not.toMatch(/(src|srcset)="https?:/);
  }
  const typed = item.id.toUpperCase().match(/.{4}/g)?.join(' ') ?? '';
  const found = await app.visitor().get(`/?code=${encodeURIComponent(typed)}`);
  expect(found.headers.get('location')).toBe(`/item/${item.hash}`);
  const unknown = await app.visitor().get('/?code=abcd-efgh');
  expect(unknown.status).toBe(404);
  const html = await unknown.text();
  for (const said of ['We don’t know this code.', 'value="abcd-efgh"']) expect(html).toContain(said);
  const headers = { 'accept-encoding': 'br' };
  for (const path of ['/about', `/item/${item.hash}`]) {
    const first = await app.visitor().fetch(path, { headers });
    expect(first.headers.get('content-encoding')).toBe('br');
    await first.text();
    await expect.poll(async () => (await app.visitor().fetch(path, { headers })).headers.get('etag')).toMatch(/-br"$/);
    const etag = (await app.visitor().fetch(path, { headers })).headers.get('etag') ?? '';
    const again = await app.visitor().fetch(path, { headers: { ...headers, 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
});

test('C-2.10 C-2.11 C-2.02 C-1.07 signed in, the navigation leads to what is theirs, with a badge only above 0; pages for one person, and tags, are not for search engines', async () => {
  const { app, owner } = await withOwner();
  const badge = async () => /<span[^>]*data-unread[^>]*>/.exec(await owner.read('/about'))?.[0];
  const html = await owner.read('/about');
  expect(links(html, 'nav').map(([href, label]) => [href, label?.split(' ')[0]])).toEqual([
    ['/buy', 'Buy'],
    ['/items', 'My'],
    ['/inbox', 'Messages'],
    ['/profile', 'Profile'],
    ['/', 'Home'],
    ['/about', 'About'],
    ['/support', 'Help'],
  ]);
  expect(await badge()).toContain('hidden');
  await makeConversation(app, await makeItem(owner));
  expect(await badge()).not.toContain('hidden');
  const item = await makeItem(owner);
  const { finder, path: conversation } = await makeConversation(app, item);
  const own = appPageNames.filter((name) => appPages[name].only).map((name) => appPages[name].path);
  const robots = async (visitor: Visitor, path: string) => robotsOf(await visitor.read(path));
  for (const path of own) expect(await robots(owner, path.replace(/:\w+/g, item.id)), path).toBe('noindex');
  for (const path of [`/item/${item.hash}`, conversation]) expect(await robots(finder, path), path).toBe('noindex');
  for (const path of ['/items', '/profile', '/inbox', '/items/new']) expect((await owner.get(path)).status).toBe(200);
});

test('C-2.10 C-6.03 an administrator’s navigation leads to /admin too', async () => {
  const { app, owner } = await withOwner(startApp({ adminEmail: 'root@example.com' }));
  await app.services.db.updateTable('users').set({ role: 'admin' }).where('uid', '=', owner.uid).execute();
  expect(links(await owner.read('/about'), 'nav')).toContainEqual(['/admin', 'Admin']);
  expect((await owner.get('/admin')).status).toBe(200);
});

test('C-1.06 C-2.14 the footer carries tagline, app-store badge, copyright line and the small print', async () => {
  const appStoreUrl = 'https://store.example/trove';
  const app = await startApp({
    brand: { productName: 'Trove', tagline: 'Found.', legalName: 'Trove Ltd', appStoreUrl },
  });
  const html = await app.visitor().read('/about');
  expect(html).toContain('Trove</title>');
  expect(text(/<footer.*<\/footer>/s.exec(html)?.[0] ?? '')).toMatch(/^ Found\..*© Trove Ltd/);
  expect(links(html, 'footer').map(([href]) => href)).toEqual([
    appStoreUrl,
    '/privacy',
    '/terms',
    '/legal',
    '/contact',
    '/support',
    '/language?to=%2Fabout',
  ]);
  const owner = await makeOwner(app);
  expect(await app.mailbox.find(owner.email, 'Confirm your address for Trove')).toBeDefined();
  const item = await makeItem(owner);
  expect(await app.visitor().read(`/item/${item.hash}`), 'on the finder’s page').not.toContain(appStoreUrl);
});

test('C-1.06 the stored brand comes before the environment’s, on cached pages within a second; without a link there is no badge; a logo in mails is called like the product', async () => {
  const app = await startApp({ brand: { productName: 'Trove', legalName: 'Trove Ltd' } });
  const about = () => app.visitor().read('/about');
  expect(await about()).not.toContain('store-badge"');
  const logo = JSON.stringify({ logo: `${app.url}/logo.png` });
  await app.services.db.insertInto('settings').values({ key: 'brand', value: logo }).execute();
  const { email } = await makeOwner(app);
  expect((await app.mailbox.find(email, 'Confirm')).html).toContain('alt="Trove"');
  const value = JSON.stringify({ productName: 'Hoard', legalName: '', appStoreUrl: 'https://store.example/hoard' });
  await app.services.db.updateTable('settings').set({ value }).where('key', '=', 'brand').execute();
  await app.services.events.publish({ kind: 'settings' });
  await expect.poll(about, { timeout: 1_000 }).toContain('https://store.example/hoard');
  expect(text(await about())).toMatch(/Hoard.*© Trove Ltd/);
});

test('the support page shows the questions that hold all words that are searched for, or come closest to a sentence, also in the words of those who ask, those about orders while the shop is open, and says when none does', async () => {
  const app = await startApp();
  const visitor = app.visitor();
  const titles = async (path: string) =>
    [...(await visitor.read(path)).matchAll(/<section id="([\w-]+)"/g)].map(([, id]) => id);
  expect(await titles('/support')).toContain('mail');
  expect(await titles('/support?q=JUNK%20mail')).toEqual(['lost', 'mail']);
  expect(await titles('/support?q=zebra')).toEqual([]);
  const none = await visitor.read('/support?q=%3Cb%3Ezebra');
  expect(text(none)).toContain('No answer has all of these words: “&lt;b&gt;zebra”.');

  expect(await titles('/support?q=gift')).toEqual([]);
  await openShop(app);
  expect(await titles('/support?q=gift')).toEqual(['bought']);
  visitor.language = 'de';
  expect(await titles('/support?q=stornieren')).toEqual(['withdraw']);
  const searches = {
    en: {
      withdraw: ['refund', 'Return', 'money back', 'faulty', 'withdrawal', 'exchange', 'cancel'],
      order: ['delivery', 'shipping', 'tracking', 'parcel'],
      pay: ['payment', 'receipt', 'credit card'],
      bought: ['voucher', 'activate'],
      found: ['contact owner', 'give back'],
      unreadable: ['qr code', 'damaged'],
      'sign-in': ['login', 'forgot password'],
      unpleasant: ['scam', 'fraud'],
      mail: ['notification', 'spam'],
      lost: ['stolen', 'missing'],
      'order-address': ['change address'],
    },
    de: {
      withdraw: ['Rückgabe', 'Geld zurück', 'Widerruf', 'Rückerstattung', 'Umtausch', 'Retoure', 'defekt'],
      order: ['Versand', 'Lieferung', 'Paket'],
      pay: ['Zahlung', 'Überweisung', 'Quittung'],
      bought: ['Gutschein', 'aktivieren'],
      found: ['Finder', 'zurückgeben'],
      unreadable: ['QR-Code', 'kaputt'],
      'sign-in': ['einloggen', 'Passwort vergessen'],
      unpleasant: ['Betrug', 'melden'],
      mail: ['Benachrichtigung'],
      lost: ['gestohlen', 'vermisst'],
      'order-address': ['Lieferadresse', 'umgezogen'],
    },
  };
  for (const [language, answers] of Object.entries(searches)) {
    visitor.language = language;
    for (const [id, asked] of Object.entries(answers))
      for (const words of asked)
        expect.soft(await titles(`/support?q=${encodeURIComponent(words)}`), words).toContain(id);
  }
  const sentences = {
    en: {
      withdraw: 'How do I get my money back for my broken tag?',
      order: 'my parcel has not arrived yet',
      'order-address': 'I want to change the address of what I bought',
    },
    de: {
      'sign-in': 'Ich habe mein Passwort verlegt. Was tun?',
      withdraw: 'Wie kann ich meine Sachen zurückgeben und widerrufen?',
    },
  };
  for (const [language, answers] of Object.entries(sentences)) {
    visitor.language = language;
    for (const [id, sentence] of Object.entries(answers)) {
      const found = await titles(`/support?q=${encodeURIComponent(sentence)}`);
      expect.soft(found, sentence).toContain(id);
      expect.soft(found.length, sentence).toBeLessThan(4);
    }
  }
  const close = text(await visitor.read('/support?q=Passwort%20Zebra'));
  expect(close).toContain('Keine Antwort enthält alle diese Wörter: „Passwort Zebra“. Diese kommen');
  expect(await titles('/support?q=%3F%3F')).toEqual([]);
  expect(await visitor.read('/support')).toContain('"name":"Sie warten auf Ihre Bestellung"');
});

test('the sitemap names every public page that may be found, with the products of an open shop, and each is there', async () => {
  const app = await startApp();
  await makeProduct(app, { slug: 'before-it-opens' });
  expect(await app.visitor().read('/sitemap.xml')).not.toContain('before-it-opens');
  await openShop(app);
  await makeProduct(app, { slug: 'key-ring' });
  const { id } = await makeProduct(app, { slug: 'hidden' });
  await hideProduct({ uid: 'test' }, { id, hidden: true }, app.services);
  const visitor = app.visitor();
  expect(await visitor.read('/robots.txt')).toContain(`Sitemap: ${app.url}/sitemap.xml`);
  const xml = await visitor.read('/sitemap.xml');
  const paths = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(paths).toEqual(expect.arrayContaining([...publicPages, '/guides/pet', '/product/key-ring']));
  for (const path of paths) {
    const answer = await visitor.get(path);
    expect([path, answer.status, robotsOf(await answer.text())]).toEqual([path, 200, undefined]);
  }
  expect(xml.match(/hreflang="de"/g)).toHaveLength(paths.length);
});

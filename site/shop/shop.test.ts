import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Product } from '../../domain/shop/contract/product.ts';
import { archiveProduct, changeProduct, hideProduct } from '../../domain/shop/products.ts';
import { changeStock } from '../../domain/shop/stock.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeOwner } from '../../test/make.ts';
import { makeProduct, openShop } from '../../test/shop.ts';
import type { Visitor } from '../../test/visitor.ts';

const admin = { uid: 'test' };

const read = async (visitor: Visitor, path: string) => {
  const answer = await visitor.get(path);
  return { status: answer.status, html: await answer.text() };
};
const words = (html: string) =>
  html
    .replace(/<(style|script).*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
const dataOf = (html: string) => /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1];

/** What the browser would send of the cart's form. */
const formOf = (html: string) => {
  const inputs = [...html.matchAll(/<input [^>]*name="((?:quantity|price|gone)-[^"]+)"[^>]*>/g)];
  return Object.fromEntries(inputs.map(([input, name]) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? '']));
};
const quantitiesIn = (html: string) =>
  Object.entries(formOf(html))
    .filter(([name]) => name.startsWith('quantity-'))
    .map(([, quantity]) => quantity);

async function add(visitor: Visitor, { id }: Product, quantity = '1') {
  const answer = await visitor.post('/cart/add', { id, quantity });
  return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() };
}

async function shopWith(details: Parameters<typeof makeProduct>[1] = {}): Promise<{ app: App; product: Product }> {
  const app = await startApp();
  await openShop(app);
  return { app, product: await makeProduct(app, { slug: 'key-ring', ...details }) };
}

test('C-1.03 a closed shop shows nothing to buy on any of its pages, but what can be printed at home; a price in another currency than the shop’s is no price here', async () => {
  const { app, product } = await shopWith();
  const visitor = app.visitor();
  await add(visitor, product);
  await openShop(app, { open: false });
  for (const path of ['/buy', '/product', '/product/key-ring', '/cart']) {
    const { status, html } = await read(visitor, path);
    expect([path, status]).toEqual([path, 200]);
    expect(html, path).not.toMatch(/€|Key ring|Add to cart|\/checkout/);
    expect(dataOf(html), path).toBeUndefined();
    expect(html, path).toContain('href="/signup?next=%2Fitems%2Fnew%3Fthen%3Dprint"');
  }
  const { html } = await add(visitor, product);
  expect(words(html)).toContain('The shop is closed');
  await openShop(app);
  expect(quantitiesIn((await read(visitor, '/cart')).html), 'the cart is kept').toEqual(['1']);
  const buyer = app.visitor();
  await add(buyer, product);
  await openShop(app, { currency: 'JPY' });
  expect(await read(buyer, '/product/key-ring')).toMatchObject({ status: 410 });
  expect(words((await read(buyer, '/cart')).html)).toContain('“Key ring” is no longer sold.');
  await changeProduct(admin, { id: product.id, priceMinor: 800 }, app.services);
  expect(words((await read(buyer, '/product/key-ring')).html)).toContain('¥800');
});

test('C-1.03 an open shop in which nothing is for sale says so, and what can be printed at home', async () => {
  const { app, product } = await shopWith();
  const visitor = app.visitor();
  expect(words((await read(visitor, '/product')).html)).toContain('Tags made to last are in the shop');
  await hideProduct(admin, { id: product.id, hidden: true }, app.services);
  await expect.poll(async () => words((await read(visitor, '/product')).html)).toContain('are not for sale yet');
  const { html } = await read(visitor, '/buy');
  expect(words(html)).toContain('Nothing is for sale at the moment.');
  expect(html).toContain('href="/signup?next=%2Fitems%2Fnew%3Fthen%3Dprint"');
  expect(html.split('<main')[1]).not.toMatch(/€|Add to cart|prices|href="\/cart"/i);
});

test('C-1.01 C-6.01 an open shop shows price, tax, delivery and what is there, beside the tag that costs nothing', async () => {
  const { app } = await shopWith({ stock: 3 });
  await makeProduct(app, { slug: 'pet', kind: 'pet-tag', names: { en: 'Pet tag' }, stock: null });
  await makeProduct(app, { slug: 'gone', names: { en: 'Nothing left' }, stock: 0 });
  const visitor = app.visitor();
  const list = words((await read(visitor, '/buy')).html);
  for (const text of ['Key ring', '€4.90', 'No VAT is charged', 'Only 3 left', 'Made when you order', 'Sold out'])
    expect(list).toContain(text);
  expect(list.match(/No VAT/g), 'once for all products').toHaveLength(1);
  expect(list).toContain('Print a tag at home, free');
  const page = words((await read(visitor, '/product/key-ring')).html);
  expect(page).toMatch(/A tag of brass\..*1 tag .*Germany and Austria €3.90, free from €30.00 2 to 4 working days/);
  expect(page).toContain('Add to cart');
  expect(words((await read(visitor, '/product/gone')).html)).not.toContain('Add to cart');

  visitor.language = 'de';
  const german = words((await read(visitor, '/product/key-ring')).html);
  expect(german).toMatch(/Schlüsselring.*4,90\s€.*Deutschland und Österreich/);
  expect(words((await read(visitor, '/product/pet')).html), 'English where there is no German').toContain('Pet tag');
  await openShop(app, { taxScheme: 'destination', taxRates: { DE: 1900, AT: 2000 } });
  expect(words((await read(visitor, '/product/key-ring')).html)).toContain('inkl. MwSt.');
});

test('C-1.07 a product says to search engines what it costs, whether it is there, and the way to it', async () => {
  const { app, product } = await shopWith({ stock: 1 });
  const offer = async () => JSON.parse(dataOf((await read(app.visitor(), '/product/key-ring')).html) ?? '').offers;
  const url = `${app.url}/product/key-ring`;
  const { html } = await read(app.visitor(), '/product/key-ring');
  const [, picture] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  expect(picture).toContain('/social/');
  expect(JSON.parse(dataOf(html) ?? '').image).toBe(picture);
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts.map(([, json = '']) => JSON.parse(json))).toMatchObject([
    { '@context': 'https://schema.org', '@type': 'Product' },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, item: `${app.url}/` },
        { position: 2, item: `${app.url}/buy` },
        { position: 3, name: 'Key ring', item: url },
      ],
    },
  ]);
  const common = { '@type': 'Offer', url, price: '4.90', priceCurrency: 'EUR' };
  expect(await offer()).toMatchObject({ ...common, availability: 'https://schema.org/InStock' });
  await changeStock(admin, { id: product.id, difference: -1, key: 'the-last-one' }, app.services);
  await expect.poll(offer).toMatchObject({ ...common, availability: 'https://schema.org/OutOfStock' });
  await changeProduct(admin, { id: product.id, madeToOrder: true }, app.services);
  await expect.poll(offer).toMatchObject({ ...common, availability: 'https://schema.org/MadeToOrder' });
});

test('C-1.03 an address that never was is not found; a product no longer sold says so; a hidden one is not there', async () => {
  const { app, product } = await shopWith();
  const visitor = app.visitor();
  const unknown = await read(visitor, '/product/none');
  expect([unknown.status, words(unknown.html)]).toEqual([404, expect.stringContaining('There is no such product')]);
  await archiveProduct(admin, { id: product.id, archived: true }, app.services);
  const gone = await read(visitor, '/product/key-ring');
  expect([gone.status, words(gone.html)]).toEqual([410, expect.stringContaining('We no longer sell “Key ring”')]);
  expect(dataOf(gone.html)).toBeUndefined();
  await archiveProduct(admin, { id: product.id, archived: false }, app.services);
  await hideProduct(admin, { id: product.id, hidden: true }, app.services);
  expect(await read(visitor, '/product/key-ring')).toMatchObject({ status: 404 });
  expect((await read(visitor, '/buy')).html).not.toContain('Key ring');
});

test('what changes in the shop is on its cached pages at once', async () => {
  const { app, product } = await shopWith();
  const pages = ['/buy', '/product/key-ring'];
  const texts = () => Promise.all(pages.map(async (path) => (await read(app.visitor(), path)).html));
  for (const html of await texts()) expect(html).toContain('€4.90');
  await changeProduct(admin, { id: product.id, priceMinor: 12_345 }, app.services);
  await expect
    .poll(async () => (await texts()).every((html) => html.includes('€123.45') && !html.includes('€4.90')))
    .toBe(true);
  await openShop(app, { open: false });
  await expect.poll(async () => (await texts()).some((html) => html.includes('€'))).toBe(false);
});

test('C-6.01 a cart needs no account, adds up, survives signing in, and no script', async () => {
  const { app, product } = await shopWith();
  const pet = await makeProduct(app, { names: { en: 'Pet tag' }, priceMinor: 1250 });
  const visitor = app.visitor();
  expect(words((await read(visitor, '/cart')).html)).toContain('Your cart is empty.');
  expect(await add(visitor, product, '2')).toMatchObject({ status: 303, location: '/cart' });
  await add(visitor, product);
  await add(visitor, pet, ' 2 ');
  const { html } = await read(visitor, '/cart');
  expect(quantitiesIn(html)).toEqual(['3', '2']);
  expect(words(html)).toMatch(/Sum without delivery: €39.70/);
  expect(html).toContain('value="checkout"');
  expect(visitor.cookies.get('handback.cart_count')).toBe('5');

  const owner = await makeOwner(app);
  for (const [name, value] of owner.cookies) visitor.cookies.set(name, value);
  const signedIn = (await read(visitor, '/cart')).html;
  expect(signedIn).toContain('href="/profile"');
  expect(quantitiesIn(signedIn)).toEqual(['3', '2']);

  const typed = { ...formOf(signedIn), [`quantity-${pet.id}`]: '5' };
  expect((await visitor.post('/cart', typed)).headers.get('location')).toBe('/cart');
  expect(quantitiesIn((await read(visitor, '/cart')).html)).toEqual(['3', '5']);
  const onward = { ...typed, [`quantity-${pet.id}`]: '6', next: 'checkout' };
  expect((await visitor.post('/cart', onward)).headers.get('location')).toBe('/checkout');
  expect(words((await read(visitor, '/checkout')).html)).toContain('6 × Pet tag');
  const removed = { ...typed, [`quantity-${pet.id}`]: '4', remove: product.id };
  await visitor.post('/cart/remove', removed);
  expect(quantitiesIn((await read(visitor, '/cart')).html)).toEqual(['4']);
  await visitor.post('/cart', { [`quantity-${pet.id}`]: '0', [`price-${pet.id}`]: '1250 EUR' });
  expect(words((await read(visitor, '/cart')).html)).toContain('Your cart is empty.');
});

test('the menu of an open shop says Cart to everybody alike, whatever is in the cart; how much that is stands in a cookie that scripts can read, and is what the cart shows', async () => {
  const { app, product } = await shopWith();
  const visitor = app.visitor();
  const cartLink = async () => /<a href="\/cart">.*?<\/a>/.exec((await read(visitor, '/about')).html)?.[0];
  expect(await cartLink()).toBe('<a href="/cart">Cart<span class="unread-badge" data-cart="" hidden=""></span></a>');
  const empty = await cartLink();
  const added = await visitor.post('/cart/add', { id: product.id, quantity: '4' });
  const cookies = added.headers.getSetCookie();
  expect(cookies.find((cookie) => cookie.startsWith('handback.cart_count='))).toMatch(
    /^handback\.cart_count=4;(?!.*HttpOnly)/,
  );
  expect(cookies.find((cookie) => cookie.startsWith('handback.cart='))).toContain('HttpOnly');
  expect(await cartLink()).toBe(empty);
  visitor.cookies.set('handback.cart', 'unreadable');
  expect(words((await read(visitor, '/cart')).html)).toContain('Your cart is empty.');
  expect(visitor.cookies.get('handback.cart_count')).toBe('0');
  await openShop(app, { open: false });
  await expect.poll(cartLink).toBeUndefined();
});

test('the checkout begins with the country of the browser, where the shop delivers to it, else with the first one; it says that there are no others', async () => {
  const { app, product } = await shopWith();
  const visitor = app.visitor();
  await add(visitor, product);
  const countryFor = async (language: string) => {
    visitor.language = language;
    return /<option value="(\w\w)" selected/.exec((await read(visitor, '/checkout')).html)?.[1];
  };
  const expected = {
    'de-AT,de;q=0.9,en-DE': 'AT',
    de: 'DE',
    'fr-CH': 'DE',
    'es-419': 'DE',
    'en-AT;q=0.8': 'AT',
    '*': 'DE',
  };
  for (const [language, country] of Object.entries(expected))
    expect(await countryFor(language), language).toBe(country);
  visitor.language = 'en-US';
  const said = /id="country-hint"[^>]*>We do not deliver to other countries/;
  expect((await read(visitor, '/checkout')).html).toMatch(said);
});

test('what costs nothing is called free on the shelf, its page and in the cart; of sixty products whole rows come first, and the rest on a second page, which says so and leads back', async () => {
  const { app, product } = await shopWith({ priceMinor: 0 });
  for (let n = 2; n <= 60; n++) await makeProduct(app, { slug: `product-${n}` });
  const visitor = app.visitor();
  const { html } = await read(visitor, '/buy');
  const productsIn = (page: string) => page.match(/href="\/product\//g)?.length;
  expect(productsIn(html)).toBe(48);
  const [, next = ''] = /href="(\/buy\?after=[^"]+)"/.exec(html) ?? [];
  const { html: more } = await read(visitor, next);
  expect(productsIn(more)).toBe(12);
  for (const [page, isMore] of [
    [html, false],
    [more, true],
  ] as const)
    expect(
      [/<title>More products ·/, />More products<\/h2>/, /href="\/buy"[^>]*>Back to/].map((each) => each.test(page)),
    ).toEqual([isMore, isMore, isMore]);
  await add(visitor, product);
  const pages = [html, (await read(visitor, '/product/key-ring')).html, (await read(visitor, '/cart')).html];
  for (const page of pages) expect(words(page).split('Sum without')[0]).toMatch(/ Free /);
  for (const page of pages.slice(1)) expect(words(page)).not.toMatch(/€0\.00|No VAT/);
});

test('each photograph of a product is opened by a link with its number; what one shows says its language where that is another', async () => {
  const { app, product } = await shopWith();
  const pictures = [{}, { en: 'On a suitcase' }, { en: 'On a bag', de: 'An einer Tasche' }];
  const stored = JSON.stringify(pictures.map((texts, n) => ({ id: `photo-${n}`, texts })));
  await sql`update products set pictures = ${stored} where id = ${product.id}`.execute(app.services.db);
  const visitor = app.visitor();
  visitor.language = 'de';
  const { html } = await read(visitor, '/product/key-ring');
  const links = [...html.matchAll(/<span class="sr-only">([^<]*)<\/span><img[^>]*? alt="([^"]*)"(?: lang="(\w+)")?/g)];
  expect(links.map(([, link, ...shown]) => [link, ...shown])).toEqual([
    ['Foto 1 von 3 von Schlüsselring öffnen', '', 'en'],
    ['Foto 2 von 3 von Schlüsselring öffnen', 'On a suitcase', 'en'],
    ['Foto 3 von 3 von Schlüsselring öffnen', 'An einer Tasche', undefined],
  ]);
});

test('a sample of one tag is drawn as one, a sheet as twelve; a product’s page has one primary button', async () => {
  const { app } = await shopWith();
  const tagsOn = async (tagsEach: number) => {
    const { slug } = await makeProduct(app, { kind: 'sticker-sheet', tagsEach });
    return app.visitor().read(`/product/${slug}`);
  };
  const [sample, sheet] = [await tagsOn(1), await tagsOn(12)];
  expect([sample, sheet].map((html) => html.split('href="#tag-artwork"').length - 1)).toEqual([1, 12]);
  expect(/<main.*<\/main>/s.exec(sheet)?.[0].match(/button-primary/g)).toHaveLength(1);
});

test('what another tab put into the cart is still there when this one sends its form; quantities are taken in any digits, and come back as typed when they are none; another site’s form puts nothing in', async () => {
  const { app, product } = await shopWith();
  const pet = await makeProduct(app);
  const visitor = app.visitor();
  await add(visitor, product);
  const { html } = await read(visitor, '/cart');
  await add(visitor, pet, '4');
  await visitor.post('/cart', { ...formOf(html), [`quantity-${product.id}`]: '7' });
  expect(quantitiesIn((await read(visitor, '/cart')).html)).toEqual(['7', '4']);
  const arab = app.visitor();
  expect((await add(arab, product, '٣')).status).toBe(303);
  for (const [typed, quantity] of [
    ['２', '2'],
    ['۱۰', '10'],
    [' १ ', '1'],
  ] as const) {
    const { html } = await read(arab, '/cart');
    await arab.post('/cart', { ...formOf(html), [`quantity-${product.id}`]: typed });
    expect(quantitiesIn((await read(arab, '/cart')).html), typed).toEqual([quantity]);
  }
  const { html: nextHtml } = await read(arab, '/cart');
  await arab.post('/cart', { ...formOf(nextHtml), [`quantity-${product.id}`]: '٠' });
  expect(quantitiesIn((await read(arab, '/cart')).html)).toEqual([]);
  const mistaken = app.visitor();
  await add(mistaken, product, '2');
  const { html: thirdHtml } = await read(mistaken, '/cart');
  for (const quantity of ['-1', '1.5', '1,5', '100', '99999999', 'two', '', '1e1', '<b>']) {
    const added = await add(mistaken, product, quantity);
    expect([quantity, added.status, words(added.html)]).toEqual([
      quantity,
      400,
      expect.stringContaining('Write a whole number from 1 to 99.'),
    ]);
    const answer = await mistaken.post('/cart', { ...formOf(thirdHtml), [`quantity-${product.id}`]: quantity });
    const page = await answer.text();
    expect([quantity, answer.status, words(page)]).toEqual([
      quantity,
      400,
      expect.stringContaining('Write a whole number from 1 to 99.'),
    ]);
    expect(quantitiesIn(page)).toEqual([quantity.replace('<', '&lt;').replace('>', '&gt;')]);
    expect(quantitiesIn((await read(mistaken, '/cart')).html), quantity).toEqual(['2']);
  }
  const again = await mistaken.get('/cart/add');
  expect(again.headers.get('location'), 'the address of what was refused, opened again').toBe('/buy');
  const lured = app.visitor();
  const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
  for (const path of ['/cart', '/cart/add', '/cart/remove']) {
    const body = new URLSearchParams({ id: product.id, quantity: '1', [`quantity-${product.id}`]: '1' }).toString();
    const answer = await lured.fetch(path, { method: 'POST', headers, body });
    expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 403, []]);
  }
});

test('more than there is, than one may take, or than fits is refused in words, and the cart is kept', async () => {
  const { app, product } = await shopWith({ stock: 3 });
  const endless = await makeProduct(app, { stock: null });
  const soldOut = await makeProduct(app, { stock: 0 });
  const visitor = app.visitor();
  await add(visitor, product, '2');
  expect(words((await add(visitor, product, '2')).html)).toContain('Only 3 are left, and 2 of them are in your cart.');
  await add(visitor, endless, '99');
  expect(words((await add(visitor, endless)).html)).toContain('More than 99 of one kind do not fit');
  expect(words((await add(visitor, soldOut)).html)).toContain('This is sold out.');
  expect(quantitiesIn((await read(visitor, '/cart')).html)).toEqual(['2', '99']);
  const others = await Promise.all(Array.from({ length: 19 }, () => makeProduct(app)));
  for (const other of others) await add(visitor, other);
  const [last] = others.slice(-1);
  expect(words((await add(app.visitor(), last as Product)).html)).not.toContain('holds 20');
  const { html } = await read(visitor, '/cart');
  expect(quantitiesIn(html)).toHaveLength(20);
  expect(words((await add(visitor, await makeProduct(app))).html)).toContain('holds 20 kinds of things already');
});

test('a cart says what has changed, keeps the rest, and goes on once that is accepted', async () => {
  const { app, product } = await shopWith();
  const pet = await makeProduct(app, { names: { en: 'Pet tag' } });
  const card = await makeProduct(app, { names: { en: 'Gift card' } });
  const strap = await makeProduct(app, { names: { en: 'Strap' } });
  const visitor = app.visitor();
  for (const each of [product, pet, card, strap]) await add(visitor, each, '5');
  await changeProduct(admin, { id: product.id, priceMinor: 590 }, app.services);
  await changeStock(admin, { id: pet.id, difference: -7, key: 'seven-sold' }, app.services);
  await archiveProduct(admin, { id: card.id, archived: true }, app.services);
  await changeStock(admin, { id: strap.id, difference: -10, key: 'ten-sold' }, app.services);

  for (const _ of ['read', 'read again']) {
    const { html } = await read(visitor, '/cart');
    expect(quantitiesIn(html)).toEqual(['5', '3']);
    for (const text of [
      '“Key ring” now costs €5.90 instead of €4.90.',
      'Of “Pet tag” only 3 are left.',
      '“Gift card” is no longer sold.',
      '“Strap” is sold out.',
      'Sum without delivery: €44.20',
    ])
      expect(words(html)).toContain(text);
    expect(html).not.toContain('value="checkout"');
  }

  const { html } = await read(visitor, '/cart');
  await changeProduct(admin, { id: product.id, priceMinor: 690 }, app.services);
  await visitor.post('/cart', formOf(html));
  expect(words((await read(visitor, '/cart')).html), 'accepted is what was shown').toContain(
    'now costs €6.90 instead of €5.90.',
  );
  await visitor.post('/cart', formOf((await read(visitor, '/cart')).html));
  const settled = (await read(visitor, '/cart')).html;
  expect(words(settled)).not.toContain('Something has changed');
  expect(settled).toContain('value="checkout"');
});

test('a cookie that somebody else wrote is an empty cart, or bounded, and names no hidden product', async () => {
  const { app, product } = await shopWith({ stock: null });
  const visitor = app.visitor();
  await add(visitor, product);
  const [name = ''] = [...visitor.cookies.keys()].filter((each) => each.endsWith('cart'));
  const cart = async (value: string) => {
    visitor.cookies.set(name, value);
    return read(visitor, '/cart');
  };
  for (const value of [
    'x',
    '***',
    `${product.id}*0*490*EUR`,
    `${product.id}*-1*490*EUR`,
    `${product.id}*1*490*EUR*extra`,
    '%00',
    `${'a'.repeat(5000)}`,
  ]) {
    const { status, html } = await cart(value);
    expect([value, status, quantitiesIn(html)]).toEqual([value, 200, []]);
  }
  const many = Array.from({ length: 500 }, (_, n) => `p${n}*1*1*EUR`).join('.');
  const { html } = await cart(`${product.id}*99*490*EUR.${many}`.slice(0, 6000));
  expect(quantitiesIn(html)).toEqual(['99']);
  expect(words(html).match(/Something in your cart is no longer sold/g)?.length).toBeLessThanOrEqual(20);
  await hideProduct(admin, { id: product.id, hidden: true }, app.services);
  expect(words((await cart(`${product.id}*1*490*EUR`)).html)).not.toContain('Key ring');
});

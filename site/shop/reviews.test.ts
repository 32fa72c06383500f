import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inviteToReview } from '../../domain/reviews/invite-to-review.ts';
import { deleteOldOrders } from '../../domain/shop/end-order.ts';
import { newOrderId, orderSecret } from '../../domain/shop/orders.ts';
import type { App } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import { makeAdministrator } from '../../test/make.ts';
import { shareApp } from '../../test/shared-app.ts';
import { makeProduct, openShop } from '../../test/shop.ts';

const sharedApp = shareApp();

type Made = { days?: number | null; email?: string; language?: string; products?: string[] };

/** An order that arrived so many days ago, or not yet. */
async function makeOrder(app: App, { days = 1, email = `${crypto.randomUUID()}@example.com`, ...made }: Made = {}) {
  const { db, keys } = app.services;
  const id = newOrderId();
  const products = made.products ?? [(await makeProduct(app)).id];
  const address = {
    country: 'DE',
    name: 'Kim',
    company: '',
    line1: '',
    line2: '',
    district: '',
    city: '',
    state: '',
    zip: '',
  };
  await sql`
    insert into orders (id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor,
      tax_scheme, tax_rate, tax_minor, delivery_days, due_at, delivered_at)
    values (${id}, ${id}, ${email}, ${made.language ?? 'en'}, ${JSON.stringify(address)}, 'EUR', 100, 0, 100,
      'small-business', 0, 0, '[1, 2]', now(), now() - make_interval(days => ${days}))`.execute(db);
  for (const [n, productId] of products.entries())
    await sql`
      insert into order_lines (order_id, position, product_id, name, quantity, unit_minor, total_minor, tags_each, takes_stock)
      values (${id}, ${n}, ${productId}, ${`Ring ${n}`}, 1, 100, 100, 1, false)`.execute(db);
  const secret = orderSecret({ id, secretVersion: 1 }, keys);
  const [productId = ''] = products;
  const path = `/order/${secret}/reviews/${productId}`;
  return { id, email, secret, productId, path, about: { secret, productId } };
}

async function makeModerator(app: App) {
  const admin = await makeAdministrator(app);
  const find = async (text: string, state: 'waiting' | 'published' | 'refused' = 'waiting') =>
    (await admin.call('listReviews', { state, limit: 200 })).reviews.find((review) => review.text === text) ??
    expect.fail(`no review ${text} is ${state}`);
  const publish = async (text: string) => {
    const { id, version } = await find(text);
    await admin.call('publishReview', { id, version });
  };
  return { admin, find, publish };
}

const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');

test('a buyer reviews by a form without scripts: what is wrong comes back with all that was typed, and it is shown when it is published', async () => {
  const app = await sharedApp();
  await openShop(app);
  const { path, secret, productId } = await makeOrder(app);
  const { slug } = await app.services.db
    .selectFrom('products')
    .select('slug')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow();
  const buyer = app.visitor();
  expect(await buyer.read(`/order/${secret}`)).toContain(`href="${path}"`);
  const form = { stars: '4', text: 'Solid, and <b>heavy</b>.', name: 'Kim' };
  const cases: [typed: object, error: string][] = [
    [{ stars: '' }, 'Choose one to five stars.'],
    [{ stars: '6' }, 'Choose one to five stars.'],
    [{ stars: '4.5' }, 'Choose one to five stars.'],
    [{ text: 'See www.example.com' }, 'Leave out web addresses and links.'],
    [{ text: 'x'.repeat(2_001) }, 'at most 2000 characters'],
    [{ name: 'kim@example.com' }, ''],
  ];
  for (const [typed, error] of cases) {
    const refused = await buyer.post(path, { ...form, text: 'Kept words', ...typed });
    const html = await refused.text();
    expect([typed, refused.status]).toEqual([typed, 422]);
    expect(html).toContain(error);
    expect(html).toContain('text' in typed ? String(typed.text) : 'Kept words');
  }
  const sent = await buyer.post(path, form);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/order/${secret}?done=reviewed#reviews`]);
  expect(await buyer.read(`/order/${secret}?done=reviewed`)).toContain('Thank you for your review');
  expect(await buyer.read(path)).toMatch(/checked="" name="stars" value="4"|name="stars"[^>]*checked=""[^>]*value="4"/);

  const [onProduct, onReviews] = [`/product/${slug}`, `/reviews?product=${slug}`];
  const read = (address: string) => app.visitor().read(address);
  for (const address of [onProduct, onReviews]) expect(await read(address)).not.toContain('Solid');
  expect(dataOf(await read(onProduct)).aggregateRating).toBeUndefined();
  const { publish } = await makeModerator(app);
  await publish('Solid, and heavy.');
  for (const address of [onProduct, onReviews, '/reviews'])
    await expect.poll(() => read(address)).toContain('Solid, and heavy.');
  expect(dataOf(await read(onProduct))).toMatchObject({
    '@type': 'Product',
    aggregateRating: { ratingValue: 4, reviewCount: 1 },
    review: [{ reviewBody: 'Solid, and heavy.', author: { name: 'Kim' }, reviewRating: { ratingValue: 4 } }],
  });

  await buyer.post(path, { ...form, text: 'Broke.', stars: '1' });
  await expect.poll(() => read(onProduct)).not.toContain('Solid');
  expect((await buyer.post(`${path}/delete`, {})).headers.get('location')).toContain('done=unreviewed');
  expect((await app.visitor().call('listOrderReviews', { secret })).products).toMatchObject([{ review: null }]);
});

test('only a product of a delivered order is reviewed, once; nobody without its link; reviews are searched by the order, and by words of the review, of its author’s name and of the product, and sorted by their stars, in the list and in its file', async () => {
  const app = await sharedApp();
  const { about, secret } = await makeOrder(app);
  const words = { stars: 5, text: `Once ${secret}` };
  const visitor = app.visitor();
  const waiting = await makeOrder(app, { days: null });
  expect((await visitor.tryCall('writeReview', { ...waiting.about, ...words })).error?.details).toEqual({
    reason: 'not-delivered',
  });
  expect((await visitor.call('listOrderReviews', { secret: waiting.secret })).products).toEqual([]);
  expect((await visitor.get(waiting.path)).status).toBe(404);
  expect((await visitor.tryCall('writeReview', { secret, productId: waiting.productId, ...words })).status).toBe(404);
  expect((await visitor.tryCall('writeReview', { ...about, secret: 'A'.repeat(43), ...words })).status).toBe(404);

  await Promise.all(Array.from({ length: 6 }, () => app.visitor().call('writeReview', { ...about, ...words })));
  const { admin } = await makeModerator(app);
  const listed = (await admin.call('listReviews', { limit: 200 })).reviews.filter(({ text }) => text === words.text);
  expect(listed).toMatchObject([{ version: 1 }]);
  const lines = (await admin.read('/admin/tables/reviews')).split('\n');
  expect(lines.filter((line) => line.includes(words.text))).toHaveLength(1);
  const { admin: nextAdmin, publish } = await makeModerator(app);
  const product = await makeProduct(app, { names: { en: 'Zinc plate', de: 'Zinkschild' } });
  const written = [
    { stars: 2, text: 'Zebra stripes came off.', name: 'Kim' },
    { stars: 5, text: 'Holds well.', name: 'Zora' },
    { stars: 4, text: 'It is „zesty“.', name: '' },
  ];
  const orders = [];
  for (const words of written) {
    const order = await makeOrder(app, { products: [product.id] });
    await app.visitor().call('writeReview', { ...order.about, ...words });
    orders.push(order);
  }
  const list = async (request: object) =>
    (await nextAdmin.call('listReviews', request)).reviews.map((review) => review.stars);
  expect(await list({ search: 'zebra str' })).toEqual([2]);
  expect(await list({ search: 'zor' })).toEqual([5]);
  expect(await list({ search: 'zesty' })).toEqual([4]);
  expect(await list({ search: 'zinc' })).toEqual([4, 5, 2]);
  expect(await list({ search: 'zinks', sort: 'stars' })).toEqual([5, 4, 2]);
  expect(await list({ search: 'zinks', sort: 'stars', ascending: true })).toEqual([2, 4, 5]);
  for (const search of ['ebra', `'`, '& | !', '“”']) expect([search, await list({ search })]).toEqual([search, []]);
  const { number } = await app.services.db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', orders[1]?.id ?? '')
    .executeTakeFirstOrThrow();
  for (const search of [`${number}`, `#${number}`]) expect(await list({ search })).toEqual([5]);
  expect(await list({ search: '99999999999999' })).toEqual([]);
  await publish('Holds well.');
  expect([await list({ search: 'zinc' }), await list({ search: 'zinc', state: 'published' })]).toEqual([[4, 2], [5]]);
  const file = await nextAdmin.read('/admin/tables/reviews?search=zinc&sort=stars&ascending=yes');
  expect(file.match(/Zebra|zesty|Holds/g)).toEqual(['Zebra', 'zesty']);
});

test('an administrator publishes what was read and nothing newer, refuses with a reason that is mailed, and answers; each act is written down; a week after the delivery the buyer is asked once, in the language of the order; by the mail’s link never again', async () => {
  const app = await sharedApp();
  const { admin, find } = await makeModerator(app);
  const { about, email, secret } = await makeOrder(app, { language: 'de' });
  const buyer = app.visitor();
  await buyer.call('writeReview', { ...about, stars: 2, text: `First ${secret}` });
  const read = await find(`First ${secret}`);
  await buyer.call('writeReview', { ...about, stars: 2, text: `Second ${secret}` });
  expect((await admin.tryCall('publishReview', { id: read.id, version: read.version })).error?.details).toMatchObject({
    reason: 'changed-elsewhere',
    now: { text: `Second ${secret}` },
  });
  const { id, version } = await find(`Second ${secret}`);
  expect((await admin.tryCall('refuseReview', { id, version, refusal: ' ' })).status).toBe(400);
  await admin.call('refuseReview', { id, version, refusal: 'It names another person.' });
  await admin.call('refuseReview', { id, version, refusal: 'It names another person.' });
  const mail = await app.mailbox.find(email, 'wurde nicht veröffentlicht');
  expect(mail.text).toContain('It names another person.');
  expect(linkIn(mail)).toBe(`${app.url}/order/${secret}/reviews/${about.productId}`);
  buyer.language = 'de';
  expect(await buyer.read(`/order/${secret}/reviews/${about.productId}`)).toContain('It names another person.');
  await buyer.call('writeReview', { ...about, stars: 2, text: `Third ${secret}` });
  const third = await find(`Third ${secret}`);
  expect(third.refusal).toBeNull();
  await admin.call('answerReview', { id, version: third.version, answer: 'We are sorry.' });
  await admin.call('publishReview', { id, version: third.version });
  await expect.poll(() => app.visitor().read('/reviews')).toContain('We are sorry.');
  const acts = await app.services.db
    .selectFrom('auditEntries')
    .select(['act', 'changes'])
    .where('subjectId', '=', id)
    .orderBy('createdAt')
    .execute();
  expect(acts).toEqual([
    { act: 'refuseReview', changes: { state: ['waiting', 'refused'] } },
    { act: 'answerReview', changes: { answered: [false, true] } },
    { act: 'publishReview', changes: { state: ['waiting', 'published'] } },
  ]);
  const invite = () => inviteToReview(app.services);
  const invited = async (email: string) => {
    const mails = app.services.db.selectFrom('outgoingMails').select('id').where('purpose', '=', 'review');
    return (await mails.where('toAddress', '=', email).execute()).length;
  };
  const early = await makeOrder(app, { days: 3 });
  const late = await makeOrder(app, { days: 40 });
  const reviewed = await makeOrder(app, { days: 8 });
  await app.visitor().call('writeReview', { ...reviewed.about, stars: 5 });
  const due = await makeOrder(app, { days: 8, language: 'de' });
  await openShop(app, { reviewMails: false });
  await invite();
  await openShop(app, { reviewMails: true });
  await Promise.all([invite(), invite()]);
  await invite();
  const nextMail = await app.mailbox.find(due.email, 'Wie gefällt es Ihnen?');
  expect(linkIn(nextMail)).toBe(app.url + due.path);
  const [, unsubscribe = ''] =
    /<([^>]+)>/.exec(nextMail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '') ?? [];
  expect(nextMail.text).toContain(unsubscribe);
  const { pathname, search } = new URL(unsubscribe);
  const nextBuyer = app.visitor();
  expect(await nextBuyer.read(pathname + search)).toContain('No more emails that ask for reviews?');
  expect(await (await nextBuyer.post(pathname + search, {})).text()).toContain(
    'We do not ask you for reviews any more',
  );
  const next = await makeOrder(app, { days: 8, email: due.email });
  const last = await makeOrder(app, { days: 8 });
  await invite();
  await app.mailbox.find(last.email, 'how is it?');
  expect(await invited(due.email)).toBe(1);
  for (const { email } of [early, late, reviewed]) expect(await invited(email)).toBe(0);
  const forged = unsubscribe.replace(/reviews\.[\w-]+\./, `reviews.${next.id}.`);
  expect((await nextBuyer.post(new URL(forged).pathname + new URL(forged).search, {})).status).toBe(404);
});

test('the list of all reviews is read a page at a time, says the average and count that are real, and a review goes with its order', async () => {
  const app = await sharedApp();
  await sql`delete from reviews`.execute(app.services.db);
  await app.services.events.publish({ kind: 'products' });
  const read = (path: string) => app.visitor().read(path);
  await expect.poll(() => read('/reviews')).toContain('There are none yet.');
  expect(await read('/reviews')).not.toContain('ld+json');
  const { publish } = await makeModerator(app);
  const products = await Promise.all(Array.from({ length: 23 }, () => makeProduct(app)));
  const order = await makeOrder(app, { products: products.map((product) => product.id) });
  for (const [n, product] of products.entries()) {
    const stars = n < 22 ? 5 : 1;
    await app.visitor().call('writeReview', { secret: order.secret, productId: product.id, stars, text: `Nr. ${n}!` });
    if (n < 22) await publish(`Nr. ${n}!`);
  }
  await expect.poll(() => read('/reviews')).toContain('5.0 of 5 stars, from 22 reviews');
  const first = await read('/reviews');
  expect(dataOf(first)).toMatchObject({ aggregateRating: { ratingValue: 5, reviewCount: 22 } });
  const [, more = ''] = /href="(\/reviews\?after=[^"]+)"/.exec(first) ?? [];
  const pages = [first, await read(more)].map((html) => [...html.matchAll(/>Nr\. (\d+)!</g)].map(([, n]) => Number(n)));
  expect(pages.flat()).toEqual(Array.from({ length: 22 }, (_, n) => 21 - n));

  await sql`update orders set created_at = now() - interval '12 years' where id = ${order.id}`.execute(app.services.db);
  await deleteOldOrders(app.services);
  const { rows } = await sql`select from reviews`.execute(app.services.db);
  expect(rows).toEqual([]);
});

import { expect, test } from 'vitest';
import { printedAddress } from '../../domain/items/contract/qr-code.ts';
import { giftLabel, placesOfTags } from '../../domain/print/gift-cards.ts';
import { type App, startApp } from '../../test/app.ts';
import { makeAdministrator, makeOwner } from '../../test/make.ts';
import { boxOf, textOf } from '../../test/pdf-text.ts';
import { scanSpots } from '../../test/scanned-codes.ts';
import { berlin, confirmPayment, makeProduct, openShop, orderIdOf } from '../../test/shop.ts';
import type { Visitor } from '../../test/visitor.ts';

/** Of these products, so many each. */
async function packedOrder(app: App, admin: Visitor, ordered: [id: string, quantity: number][], language = 'en') {
  const lines = ordered.map(([productId, quantity]) => ({ productId, quantity, unitMinor: 490 }));
  const totalMinor = lines.reduce((sum, { quantity }) => sum + quantity * 490, 390);
  const key = crypto.randomUUID();
  const buyer = app.visitor();
  buyer.language = language;
  const { secret } = await buyer.call('placeOrder', {
    key,
    email: `${key}@example.com`,
    address: berlin,
    lines,
    totalMinor,
  });
  const id = await orderIdOf(admin, secret);
  await confirmPayment(admin, id, totalMinor);
  await admin.call('packOrder', { id });
  return `/admin/orders/${id}/files`;
}

test('the page and the mail of an order with gift cards say how they come, what is on them and what to do with them', async () => {
  const app = await startApp();
  await openShop(app);
  const said = 'Gift cards come by post';
  for (const kind of ['gift-card', 'key-ring'] as const) {
    const { id } = await makeProduct(app, { kind });
    const email = `${kind}@example.com`;
    const lines = [{ productId: id, quantity: 1, unitMinor: 490 }];
    const order = { key: crypto.randomUUID(), email, address: berlin, lines, totalMinor: 880 };
    const { secret } = await app.visitor().call('placeOrder', order);
    const { text = '' } = await app.mailbox.find(email, 'Your order');
    const told = [await app.visitor().read(`/order/${secret}`), text].map((each) => each.includes(said));
    expect(told, kind).toEqual([kind === 'gift-card', kind === 'gift-card']);
  }
});

test('a gift card is its tags: each code on it scans, stands once, and is activated by whoever has the code beside it', async () => {
  const app = await startApp();
  await openShop(app);
  const admin = await makeAdministrator(app);
  const ring = await makeProduct(app, { tagsEach: 2 });
  const card = await makeProduct(app, { kind: 'gift-card', tagsEach: 6 });
  const page = await app.visitor().read(`/product/${card.slug}`);
  expect(page).toContain('It holds no money, and it does not expire.');

  const files = await packedOrder(app, admin, [
    [ring.id, 1],
    [card.id, 2],
  ]);
  const rows = (await admin.read(`${files}/tags.csv`)).trim().split('\r\n').slice(1);
  const activationCodes = new Map(rows.map((row) => row.split(',').slice(0, 2) as [string, string]));
  expect(activationCodes.size).toBe(2 + 2 * 6);
  const pdf = new Uint8Array(await (await admin.get(`${files}/gift-cards.pdf`)).arrayBuffer());
  const scanned: string[] = [];
  for (const page of [0, 1, 2, 3]) {
    const spots = placesOfTags(6).filter((place) => place.page === page % 2);
    const { printed } = await scanSpots(
      pdf,
      spots.map(({ x, y }) => ({ x, y, ...giftLabel })),
      ['printed'],
      page + 1,
    );
    scanned.push(...printed);
  }
  const addresses = new Map([...activationCodes.keys()].map((code) => [printedAddress(app.url, code), code]));
  const codes = scanned.map((address) => addresses.get(address) ?? `not of this order: ${address}`);
  expect(new Set(codes).size).toBe(12);
  const text = (await textOf(pdf)).replaceAll(' ', '');
  for (const code of codes) expect(text).toContain(activationCodes.get(code));

  const friend = await makeOwner(app, 'Friend');
  const [code = ''] = codes;
  const gift = { code, key: crypto.randomUUID(), name: 'Keys', category: 'keys' } as const;
  expect((await friend.tryCall('activateTag', gift)).status).toBe(404);
  await friend.call('activateTag', { ...gift, activationCode: activationCodes.get(code) ?? '' });

  const german = `${await packedOrder(app, admin, [[card.id, 1]], 'de')}/gift-cards.pdf`;
  const last = await boxOf(new Uint8Array(await (await admin.get(german)).arrayBuffer()), 'niemandem.');
  expect(last.yMax).toBeLessThan(((placesOfTags(6)[0]?.y ?? 0) * 72) / 25.4);

  const without = await packedOrder(app, admin, [[ring.id, 1]]);
  expect((await admin.get(`${without}/gift-cards.pdf`)).status).toBe(404);
  expect((await app.visitor().get(`${files}/gift-cards.pdf`)).status).toBe(401);
});

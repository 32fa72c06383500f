import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { proveNewFactor, signIn } from '../../test/make.ts';
import { keyRing, shopOpen } from '../../test/shop.ts';
import { type StripeServer, webhookPath } from '../../test/stripe.ts';
import type { Visitor } from '../../test/visitor.ts';
import { ask } from './external-postgres.ts';
import { type Load, newcomer, pauseAfterFailureMs, read, startLoad, type Trying, untilMore } from './people.ts';
import { visitorAt, type World } from './world.ts';

const buyers = 12;
const patienceMs = 8_000;
const stock = 100_000;

export type Goods = { id: string; priceMinor: number; stock: number };

export type Buyers = Load & {
  /** The addresses of those whose payment Stripe was told that it arrived. */
  paid: Set<string>;
  onePaidMore(): Promise<void>;
};

/** Opens the shop with one product, as an administrator does. */
export async function openShopIn({ product, owner, database }: World): Promise<Goods> {
  await ask(await database(), `update users set role = 'admin' where email = '${owner.email}'`);
  const admin = await proveNewFactor(await signIn(visitorAt(product.url), owner.email));
  await admin.call('changeShopSettings', shopOpen);
  const { id, priceMinor } = await admin.call('addProduct', { ...keyRing, key: randomUUID() });
  await admin.call('changeStock', { id, difference: stock, key: randomUUID() });
  await admin.call('hideProduct', { id, hidden: false });
  return { id, priceMinor, stock };
}

/**
 * Buyers who order without end, each from a browser, a network and an address of its own, every second one to pay by card. The same form
 * is sent until it is acknowledged. Stripe tells of each payment twice at once, and again until each was answered with 200.
 */
export function sendBuyers(url: string, goods: Goods, stripe: StripeServer): Buyers {
  const paid = new Set<string>();
  const buy = async (number: number, email: string, trying: Trying) => {
    const quantity = 1 + (number % 3);
    const payment = number % 2 ? 'card' : 'transfer';
    const buyer = newcomer(url);
    buyer.cookies.set('handback.cart', `${goods.id}*${quantity}*${goods.priceMinor}*EUR`);
    const location = await order(buyer, { email, payment }, trying);
    if (!location) return;
    trying.ledger.acknowledged.add(email);
    const session = stripe.sessions.find((each) => each.url === location);
    if (!session) return;
    const event = { id: `evt_${randomUUID()}` };
    const complete = { ...stripe.pay({}, session) };
    const request = () => stripe.tell('checkout.session.completed', complete, event);
    const tell = async () => {
      if (await deliver(url, request, trying)) paid.add(email);
    };
    await Promise.all([tell(), tell()]);
  };
  const load = startLoad(buyers, (buyer, number, trying) =>
    buy(buyer + number, `buyer${buyer}-${number}@example.com`, trying),
  );
  return { ...load, paid, onePaidMore: () => untilMore(paid, 1) };
}

/** @returns where the buyer is sent to pay; undefined when time was over */
async function order(
  buyer: Visitor,
  typed: Record<string, string>,
  { goesOn, noteFailure }: Trying,
): Promise<string | undefined> {
  let form: Record<string, string> | undefined;
  for (; goesOn(); await setTimeout(pauseAfterFailureMs)) {
    if (!form) {
      const page = await read(buyer, '/checkout');
      if (page?.status === 200) form = { ...typed, ...address, ...hiddenIn(page.text) };
      else noteFailure(page?.status);
      if (!form) continue;
    }
    const sent = await read(buyer, '/checkout', form);
    if (sent?.status === 303) return sent.location;
    noteFailure(sent?.status);
  }
  return undefined;
}

/** Of every buyer. */
export const address = { country: 'DE', name: 'Kim', line1: 'Weg 1', zip: '10115', city: 'Berlin' };

/** What the form of the checkout sends beside what is typed. */
export function hiddenIn(html: string): Record<string, string> {
  const fields = html.matchAll(/name="(key|lines|total)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name, value]) => [name, value]));
}

async function deliver(url: string, request: () => RequestInit, { goesOn, noteFailure }: Trying): Promise<boolean> {
  for (; goesOn(); await setTimeout(pauseAfterFailureMs)) {
    const signal = AbortSignal.timeout(patienceMs);
    const answered = await fetch(url + webhookPath, { ...request(), signal }).catch(() => undefined);
    await answered?.text().catch(() => undefined);
    if (answered?.status === 200) return true;
    noteFailure(answered?.status);
  }
  return false;
}

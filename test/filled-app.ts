import { sql } from 'kysely';
import { newOrderId } from '../domain/shop/orders.ts';
import { type App, type AppOptions, startApp } from './app.ts';
import {
  handOver,
  invite,
  makeConversation,
  makeItem,
  makeLabelTemplate,
  makeOwner,
  makePicture,
  shareItem,
} from './make.ts';
import { newSubscription, nowhere } from './push-service.ts';

/** An app in which people did most of what leaves rows: what is said of an account stands in its tables. */
export async function startFilledApp(options: AppOptions = {}) {
  const app = await startApp({ outgoing: nowhere, ...options });
  const owner = await makeOwner(app);
  await owner.call('addPushDevice', newSubscription());
  const item = await makeItem(owner);
  await makePicture(owner, item);
  await makeConversation(app, item);
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  await owner.call('reportConversation', { id, key: crypto.randomUUID(), reason: 'other' });
  await sql`
    insert into message_readings (id, conversation_id, reason, about_kind, about_id)
    values ('r', ${id}, 'They asked for help.', 'contact-request', 'c')`.execute(app.services.db);
  await owner.call('markItemLost', { id: item.id });
  await sql`
    insert into scans (tag_code, item_id, owner_id, kind, scanned_at)
    select id, id, owner_id, 'opened', now() from items`.execute(app.services.db);
  await sql`
    with passkey as (
      insert into passkeys (id, uid, name, public_key, sign_count, transports, last_challenge_ms)
      select 'p', id, 'Phone', '', 0, '{}', 0 from auth_users
    ), app as (
      insert into authenticator_apps (uid, sealed_secret, last_step) select id, '', 0 from auth_users
    )
    insert into recovery_codes (uid, code_hash) select id, '' from auth_users`.execute(app.services.db);
  await owner.call('makeUnassignedTags', { count: 1, key: crypto.randomUUID() });
  await makeLabelTemplate(owner);
  await owner.auth('request-password-reset', { email: owner.email });
  await owner.post('/contact', { topic: 'data', text: 'Hello.', email: owner.email });
  const other = await makeOwner(app, 'Bob');
  await shareItem(other, owner);
  await shareItem(owner, other);
  await handOver(owner, other, await makeItem(owner));
  await invite(owner, item);
  const orderId = newOrderId();
  await placeOrder(app, orderId, owner.email);
  return { app, owner, item, orderId };
}

const invoice = {
  language: 'en',
  orderNumber: 1,
  orderedAt: '2026-01-01T00:00:00Z',
  seller: { name: 'Trove Ltd', address: '', email: '', taxNumber: '' },
  buyer: ['Kim'],
  currency: 'EUR',
  taxScheme: 'small-business',
  taxRate: 0,
  lines: [{ name: 'Tag', quantity: 1, unitMinor: 1, totalMinor: 1 }],
  deliveryMinor: 0,
  totalMinor: 1,
  taxMinor: 0,
  corrects: null,
};

async function placeOrder({ services: { db } }: App, id: string, email: string): Promise<void> {
  await sql`
    with product as (
      insert into products (id, slug, kind, names, price_minor, currency) values ('p', 'p', 'key-ring', '{}', 1, 'EUR') returning id
    ), placed as (
      insert into orders (id, creation_key, email, language, address, currency, items_minor, delivery_minor, total_minor,
        tax_scheme, tax_rate, tax_minor, delivery_days, due_at)
      values (${id}, 'o', ${email}, 'en', '{}', 'EUR', 1, 0, 1, 'small-business', 0, 0, '[1, 2]', now()) returning id
    ), line as (
      insert into order_lines select placed.id, 0, product.id, 'Tag', 1, 1, 1, 1, false from placed, product
    ), event as (
      insert into order_events (order_id, kind, actor) select id, 'placed', 'buyer' from placed
    ), payment as (
      insert into payments select 'y', id, 'y', 'payment', 1, 'EUR' from placed
    ), shipment as (
      insert into shipments select id, 'Post', '' from placed
    ), note as (
      insert into order_notes (id, order_id, text) select 'n', id, 'Rings twice.' from placed
    ), session as (
      insert into checkout_sessions (id, order_id, attempt, amount_minor, currency) select 'c', id, 1, 1, 'EUR' from placed
    ), problem as (
      insert into payment_problems (id, order_id, reason, amount_minor, currency, provider_id)
      select 'q', id, 'wrongAmount', 1, 'EUR', 'pi' from placed
    ), reviewed as (
      insert into reviews (id, order_id, product_id, stars, text, name, language)
        select placed.id, placed.id, product.id, 5, '', '', 'en' from placed, product
    )
    insert into invoices select 1, id, 'invoice', ${JSON.stringify(invoice)}::jsonb from placed`.execute(db);
}

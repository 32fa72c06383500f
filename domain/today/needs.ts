import { type RawBuilder, sql } from 'kysely';
import {
  adminOrdersInPath,
  adminProductsPath,
  adminReportsPath,
  adminReviewsPath,
  adminShopPath,
  adminSitePath,
} from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isHeldAndUnread } from '../messages/message-limits.ts';
import type { SettledKind } from '../moderation/contract/limits.ts';
import { untaxedIn } from '../shop/contract/delivery.ts';
import type { OrderFilter } from '../shop/contract/order-states.ts';
import { readCurrentSettings } from '../shop/current-settings.ts';
import { isLowOnStock } from '../shop/for-sale.ts';
import { isMailFailing, waitsForMoney } from '../shop/list-orders.ts';
import { mostCounted, type NeedName, type Today } from './contract/schema.ts';

type Definition = { table: string; since: string; where: RawBuilder<unknown>; path: string };

/** @param where holds no parameter: each has a partial index with the same words */
const inTable = (table: string, since: string, where: RawBuilder<unknown>, path: string): Definition => {
  return { table, since, where, path };
};

const ofOrders = (since: string, where: RawBuilder<unknown>, filter: OrderFilter) =>
  inTable('orders', since, where, adminOrdersInPath(filter));
const toldTo = (table: string, kind: SettledKind) =>
  inTable(table, 'created_at', sql`settled_at is null`, adminReportsPath(kind));

const isOpen = sql`withdrawn_at is null and cancelled_at is null and refunded_at is null`;
const notPaid = sql`paid_at is null and packed_at is null and cancelled_at is null`;
const notSent = sql`sent_at is null and last_error_at is not null`;
/** A mail that failed within the last hour may still arrive. */
const forLong = sql`(failed_at is not null or created_at < now() - interval '1 hour')`;

/** In the order in which they are shown. The counts of a page may not cost more than an index of what waits. */
const definitions: Record<Exclude<NeedName, 'untaxed'>, Definition> = {
  unpaid: ofOrders('created_at', sql`${notPaid} and due_at > now()`, 'placed'),
  overdue: ofOrders('due_at', sql`${notPaid} and due_at <= now()`, 'placed'),
  'to-pack': ofOrders('paid_at', sql`paid_at is not null and packed_at is null and ${isOpen}`, 'paid'),
  'to-send': ofOrders('packed_at', sql`packed_at is not null and shipped_at is null and ${isOpen}`, 'packed'),
  withdrawn: ofOrders('withdrawn_at', waitsForMoney, 'withdrawn'),
  'payment-problems': inTable(
    'payment_problems',
    'created_at',
    sql`settled_at is null`,
    adminOrdersInPath('payment-problem'),
  ),
  'order-mails': inTable(
    'order_events',
    'created_at',
    sql`kind = 'mailFailed' and order_id in (select id from orders where ${isMailFailing})`,
    adminOrdersInPath('mail-failed'),
  ),
  'low-stock': inTable('products', 'updated_at', isLowOnStock, adminProductsPath({ state: 'low-stock' })),
  'held-messages': inTable('web_messages', 'created_at', isHeldAndUnread, adminReportsPath('held-message')),
  reports: toldTo('reports', 'report'),
  'tag-reports': toldTo('tag_reports', 'tag-report'),
  'contact-requests': toldTo('contact_requests', 'contact-request'),
  reviews: inTable('reviews', 'created_at', sql`published_at is null and refused_at is null`, adminReviewsPath()),
  'failed-mails': inTable(
    'outgoing_mails',
    'created_at',
    sql`${notSent} and refused_at is null and ${forLong}`,
    adminSitePath(),
  ),
  // Until the webhook takes a request again.
  'failed-webhook': inTable(
    'outgoing_requests',
    'last_error_at',
    sql`kind = 'webhook' and ${notSent} and ${forLong} and last_error_at > coalesce(
      (select max(sent_at) from outgoing_requests where kind = 'webhook' and sent_at is not null), '-infinity')`,
    adminSitePath(),
  ),
};

/** Counts what waits for an administrator, each up to 100, in one statement; and what the settings of the shop leave open. */
export async function readToday({ db, machine }: Pick<Services, 'db' | 'machine'>): Promise<Today> {
  const names = Object.keys(definitions) as (keyof typeof definitions)[];
  const counts = names.map((name) => countOf(name, definitions[name]));
  const { rows } = await sql<Counted>`${sql.join(counts, sql` union all `)}`.execute(db);
  const needs = rows.flatMap(({ name, count, oldest }) => {
    if (count === 0 || !oldest) return [];
    const { path } = definitions[name];
    const shown = { count: Math.min(count, mostCounted), more: count > mostCounted };
    return { name, ...shown, oldest: oldest.toISOString(), path };
  });
  const { secretReplaced, mailServer } = machine;
  return { secretReplaced, noMailServer: !mailServer, needs: [...(await readUntaxed(db)), ...needs] };
}

/** A shop of an older release may sell where no tax is said. */
async function readUntaxed(db: Executor): Promise<Today['needs']> {
  const shop = await readCurrentSettings(db);
  const count = shop.open ? untaxedIn(shop).length : 0;
  if (count === 0) return [];
  const row = db.selectFrom('settings').select('updatedAt').where('key', '=', 'shop');
  const { updatedAt } = await row.executeTakeFirstOrThrow();
  return [{ name: 'untaxed', count, more: false, oldest: updatedAt.toISOString(), path: adminShopPath() }];
}

type Counted = { name: keyof typeof definitions; count: number; oldest: Date | null };

function countOf(name: string, { table, since, where }: Definition) {
  return sql`
    (select ${sql.lit(name)} as name, count(*)::int as count, min(since) as oldest from (
      select ${sql.ref(since)} as since from ${sql.table(table)} where ${where}
      order by ${sql.ref(since)} limit ${sql.lit(mostCounted + 1)}
    ) as oldest_of_it)`;
}

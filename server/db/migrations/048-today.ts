import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const held = sql`held_reason in ('too-many', 'too-quick', 'hidden-field') and not read_by_owner`;
const isOpen = sql`withdrawn_at is null and cancelled_at is null and refunded_at is null`;
const notSent = sql`sent_at is null and last_error_at is not null`;

/** Anonymous counts of each day; what people told the operator can be marked as settled; an index for each count of what needs an administrator. */
export const dailyCountsTable: Migration = {
  async up(db) {
    await sql`
      create table daily_counts (
        day date not null,
        name text not null,
        hours integer not null default 0,
        count integer not null check (count >= 0),
        primary key (day, name, hours)
      )`.execute(db);
    for (const table of ['reports', 'tag_reports', 'contact_requests']) {
      await sql`alter table ${sql.table(table)} add column settled_at timestamptz`.execute(db);
      await sql`
        create index ${sql.ref(`${table}_open`)} on ${sql.table(table)} (created_at desc, id desc)
        where settled_at is null`.execute(db);
    }
    await sql`
      create index orders_unpaid on orders (created_at) where paid_at is null and cancelled_at is null`.execute(db);
    await sql`
      create index orders_to_pack on orders (paid_at)
      where paid_at is not null and packed_at is null and ${isOpen}`.execute(db);
    await sql`
      create index orders_to_send on orders (packed_at)
      where packed_at is not null and shipped_at is null and ${isOpen}`.execute(db);
    await sql`
      create index orders_withdrawn on orders (withdrawn_at)
      where withdrawn_at is not null and cancelled_at is null and refunded_at is null`.execute(db);
    await sql`create index web_messages_held_unread on web_messages (created_at) where ${held}`.execute(db);
    await sql`create index outgoing_mails_troubled on outgoing_mails (created_at desc, id desc) where ${notSent}`.execute(
      db,
    );
    await sql`
      create index outgoing_mails_not_refused on outgoing_mails (created_at)
      where ${notSent} and refused_at is null`.execute(db);
    await sql`
      create index outgoing_requests_webhook_troubled on outgoing_requests (last_error_at)
      where kind = 'webhook' and ${notSent}`.execute(db);
    await sql`
      create index outgoing_requests_webhook_sent on outgoing_requests (sent_at)
      where kind = 'webhook' and sent_at is not null`.execute(db);
    await sql`
      create index products_low on products (updated_at)
      where stock <= 3 and hidden_at is null and archived_at is null`.execute(db);
    await sql`create index conversations_created on conversations (created_at)`.execute(db);
    await sql`create index item_states_returned on item_states (created_at) where state = 'returned'`.execute(db);
  },
};

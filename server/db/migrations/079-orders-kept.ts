import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const ordersKept: Migration = {
  async up(db) {
    await sql`
      create table invoice_files (
        number integer primary key references invoices (number) on delete cascade,
        id text not null unique,
        bytes integer not null,
        sha256 text not null,
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`
      create trigger invoice_files_stay before update on invoice_files
      for each row execute function refuse_change()`.execute(db);
    await sql`alter table outgoing_mails add column from_name text`.execute(db);
    await sql`create index order_events_mail_failed on order_events (created_at) where kind = 'mailFailed'`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What administrators did. A trigger lets nothing be changed, and nothing be deleted before its time. */
export const audit: Migration = {
  async up(db) {
    await sql`
      create table audit_entries (
        id text primary key,
        by_uid text,
        act text not null,
        subject_kind text not null,
        subject_id text not null,
        changes jsonb not null default '{}',
        created_at timestamptz not null default now()
      )`.execute(db);
    await sql`create index audit_entries_page on audit_entries (created_at desc, id desc)`.execute(db);
    await sql`create index audit_entries_by on audit_entries (by_uid, created_at desc, id desc)`.execute(db);
    await sql`create index audit_entries_act on audit_entries (act, created_at desc, id desc)`.execute(db);
    await sql`create index audit_entries_subject on audit_entries (subject_id, created_at desc, id desc)`.execute(db);
    await sql`
      create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        if tg_op = 'DELETE' and old.created_at < now() - interval '730 days' then return old; end if;
        raise exception 'Entries of the audit are only added.';
      end $$`.execute(db);
    await sql`
      create trigger audit_entries_stay before update or delete on audit_entries
      for each row execute function refuse_audit_change()`.execute(db);
    await sql`
      create trigger audit_entries_stay_all before truncate on audit_entries
      for each statement execute function refuse_audit_change()`.execute(db);
  },
};

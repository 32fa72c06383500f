import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const unread = sql`not read_by_owner and deleted_at is null`;

/**
 * Nothing is held for being sent quickly. What a program may have sent is told of as a notice, within limits of its own: also what waited
 * for the mail of the day.
 */
export const automaticNotices: Migration = {
  async up(db) {
    await sql`alter table notices rename column channel to budget`.execute(db);
    await sql`
      alter table outgoing_requests add column possibly_automatic boolean not null default false`.execute(db);
    await sql`
      insert into notices (uid, budget, message_id, due_at)
      select owner_id, budget, id, now() from web_messages,
        unnest(case held_reason when 'too-quick' then '{mail,push,webhook}' else '{possibly-automatic}' end::text[]) as budget
      where held_reason in ('too-many', 'too-quick', 'hidden-field') and held_mail_at is null and ${unread}
      on conflict do nothing`.execute(db);
    await sql`alter table web_messages drop column held_mail_at`.execute(db);
    await sql`update web_messages set held_reason = null where held_reason = 'too-quick'`.execute(db);
    await sql`update contact_requests set held_reason = null where held_reason = 'too-quick'`.execute(db);
    await sql`drop index web_messages_held_unread`.execute(db);
    await sql`
      create index web_messages_held_unread on web_messages (created_at, id)
      where held_reason in ('too-many', 'hidden-field') and not read_by_owner`.execute(db);
  },
};

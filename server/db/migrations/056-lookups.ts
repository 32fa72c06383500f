import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const stateOfItem = sql`(case
  when deleted_at is not null then 'deleted' when archived_at is not null then 'archived'
  when returned_at is not null then 'returned' when stolen_at is not null then 'stolen'
  when lost_at is not null then 'lost' else 'kept' end)`;
/** The parser takes a mark that is not of ASCII for a letter. */
const marks = '“”„‚‘’«»‹›…–—¿¡。、，！？：；（）「」『』؟،؛';
const words = sql`to_tsvector('simple', translate(name || ' ' || text, ${sql.lit(marks)}, ${sql.lit(' '.repeat(marks.length))}))`;
const stateOfTold = sql`(case when settled_at is null then 'open' when decision = 'spam' then 'spam' else 'done' end)`;

export const lookups: Migration = {
  async up(db) {
    await sql`create index items_created on items (created_at, id)`.execute(db);
    await sql`create index items_name on items (lower(name), id)`.execute(db);
    await sql`create index items_state_created on items (${stateOfItem}, created_at, id)`.execute(db);
    await sql`create index items_state_name on items (${stateOfItem}, lower(name), id)`.execute(db);
    await sql`create index items_name_start on items (lower(name) text_pattern_ops)`.execute(db);

    await sql`alter table contact_requests add column note text not null default ''`.execute(db);
    await sql`
      alter table contact_requests
        drop constraint contact_requests_decision_check,
        add constraint contact_requests_decision_check check (decision in ('done', 'answered', 'closed', 'spam'))`.execute(
      db,
    );
    const sorted = [
      ['reports', sql`lower(item_name)`, 'item'],
      ['tag_reports', sql`tag_code`, 'code'],
      ['contact_requests', sql`email`, 'email'],
    ] as const;
    for (const [table, column, name] of sorted) {
      const index = (rest: string) => sql.ref(`${table}_${rest}`);
      await sql`create index ${index(name)} on ${sql.table(table)} (${column}, id)`.execute(db);
      await sql`create index ${index('state_created')} on ${sql.table(table)} (${stateOfTold}, created_at, id)`.execute(
        db,
      );
      await sql`create index ${index(`state_${name}`)} on ${sql.table(table)} (${stateOfTold}, ${column}, id)`.execute(
        db,
      );
    }
    await sql`create index reports_item_start on reports (lower(item_name) text_pattern_ops)`.execute(db);
    await sql`create index contact_requests_email_start on contact_requests (email text_pattern_ops)`.execute(db);
    await sql`
      create index contact_requests_words on contact_requests
      using gin (${words}) with (fastupdate = off)`.execute(db);
    await sql`
      create index contact_requests_spam on contact_requests (settled_at) where decision = 'spam'`.execute(db);
  },
};

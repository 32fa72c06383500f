import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An owner sends the link of an invitation themself. Those that were open, by mail or by a code, end. */
export const linksToItems: Migration = {
  async up(db) {
    await sql`delete from item_invitations`.execute(db);
    await sql`
      alter table item_invitations
      drop column email,
      drop column refused_at,
      add column purpose text not null check (purpose in ('sharing', 'handover'))`.execute(db);
    await sql`delete from item_handovers where accepted_at is null`.execute(db);
    await sql`update item_handovers set item_name = '' where item_name is null`.execute(db);
    await sql`
      alter table item_handovers
      drop column email,
      drop column refused_at,
      drop column expires_at,
      alter column item_name set not null,
      alter column accepted_at set default now(),
      alter column accepted_at set not null`.execute(db);
    await sql`drop index item_handovers_accepted`.execute(db);
    await sql`create index item_handovers_accepted on item_handovers (owner_id, accepted_at desc, id desc)`.execute(db);
    await sql`create index item_handovers_old on item_handovers (accepted_at)`.execute(db);
    await sql`drop table invitation_refusals`.execute(db);
    await sql`delete from outgoing_mails where purpose in ('invitation', 'handover') and sent_at is null`.execute(db);
  },
};

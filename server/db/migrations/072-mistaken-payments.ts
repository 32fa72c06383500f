import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A payment that was noted by mistake is taken back by a row of its own, once: what was noted is never changed. */
export const mistakenPayments: Migration = {
  async up(db) {
    await sql`
      alter table payments
        drop constraint payments_kind_check,
        add constraint payments_kind_check check (kind in ('payment', 'refund', 'mistake')),
        add column takes_back text unique references payments (id) on delete cascade`.execute(db);
  },
};

import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Pictures that a report keeps, whatever is deleted meanwhile. Those of earlier reports are not among them: nobody was told that they would be. */
export const reportedPictures: Migration = {
  async up(db) {
    await sql`
      create table reported_pictures (
        report_id text not null references reports (id) on delete cascade,
        picture_id text not null,
        primary key (picture_id, report_id)
      )`.execute(db);
    await sql`create index reported_pictures_report on reported_pictures (report_id)`.execute(db);
  },
};

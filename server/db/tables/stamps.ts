import type { ColumnType } from 'kysely';

/** A time that the database fills in when nothing is given. */
export type Stamp = ColumnType<Date, Date | undefined, Date>;
export type OptionalStamp = ColumnType<Date | null, Date | null | undefined, Date | null>;

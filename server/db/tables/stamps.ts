import type { ColumnType } from 'kysely';

export type Stamp = ColumnType<Date, Date | undefined, Date>;
export type OptionalStamp = ColumnType<Date | null, Date | null | undefined, Date | null>;

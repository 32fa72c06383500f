import type { ColumnType } from 'kysely';

export type Stamp = ColumnType<Date, Date | undefined, Date>;

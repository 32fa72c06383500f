import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { ItemTables } from './tables/items.ts';
import type { MessageTables } from './tables/messages.ts';
import type { OperationTables } from './tables/operation.ts';

/**
 * Every table, in the camel case of the code (the columns are snake case: Kysely's CamelCasePlugin).
 * test/tables.ts says of each who deletes its rows and where they are exported.
 */
export type Tables = AccountTables & ItemTables & MessageTables & OperationTables;

export type Database = Kysely<Tables>;
/** A database handle that may be inside a transaction. */
export type Executor = Kysely<Tables> | Transaction<Tables>;

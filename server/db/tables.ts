import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { ItemTables } from './tables/items.ts';
import type { MessageTables } from './tables/messages.ts';
import type { OperationTables } from './tables/operation.ts';

/** All tables, in camel case; Kysely's CamelCasePlugin maps them to snake case. test/tables.ts describes each. */
export type Tables = AccountTables & ItemTables & MessageTables & OperationTables;

export type Database = Kysely<Tables>;
export type Executor = Kysely<Tables> | Transaction<Tables>;

import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from './tables/accounts.ts';
import type { AuditTables } from './tables/audit.ts';
import type { ContactTables } from './tables/contact.ts';
import type { ItemTables } from './tables/items.ts';
import type { MessageTables } from './tables/messages.ts';
import type { NotificationTables } from './tables/notifications.ts';
import type { OperationTables } from './tables/operation.ts';
import type { OrderTables } from './tables/orders.ts';
import type { PageTables } from './tables/pages.ts';
import type { ReviewTables } from './tables/reviews.ts';
import type { SharingTables } from './tables/sharing.ts';
import type { ShopTables } from './tables/shop.ts';

/** All tables, in camel case; Kysely's CamelCasePlugin maps them to snake case. test/tables.ts describes each. */
export type Tables = AccountTables &
  AuditTables &
  ContactTables &
  ItemTables &
  MessageTables &
  NotificationTables &
  OperationTables &
  OrderTables &
  PageTables &
  ReviewTables &
  SharingTables &
  ShopTables;

export type Database = Kysely<Tables>;
export type Executor = Kysely<Tables> | Transaction<Tables>;

import { type Selectable, sql } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { quietHoursOf } from './notification-times.ts';

/** Whose limits a notification waits for: a channel's, or those of what a program may have sent, which all channels tell at once. */
export type Budget = Selectable<Tables['pendingNotifications']>['budget'];
export type Channel = Exclude<Budget, 'possibly-automatic'>;

export type Reader = Awaited<ReturnType<ReturnType<typeof lockReaders>['execute']>>[number];

/** The locks make parallel messages count each other's notifications; they are taken in one order. */
export function lockReaders(trx: Executor) {
  return trx
    .selectFrom('users')
    .leftJoin('authUsers', 'authUsers.id', 'users.uid')
    .select(['users.uid', 'users.email', 'displayName', 'language', 'authUsers.emailVerified as isConfirmed'])
    .select(['messageMailsOffAt', 'quietFrom', 'quietUntil', 'timeZone', 'quietAlsoLostAt', 'pushQuotesAt'])
    .select(sql<Date>`now()`.as('now'))
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('pushSubscriptions').select('id').whereRef('pushSubscriptions.uid', '=', 'users.uid')).as(
        'hasDevices',
      ),
    )
    .orderBy('users.uid')
    .forNoKeyUpdate('users');
}

export function channelsOf(reader: Reader, { webhook }: Services): Channel[] {
  return [
    ...(reader.messageMailsOffAt ? [] : (['mail'] as const)),
    ...(reader.hasDevices ? (['push'] as const) : []),
    ...(webhook ? (['webhook'] as const) : []),
  ];
}

/** Whether items that are lost may be told of in quiet hours. */
export function breaksQuiet(reader: Reader): boolean {
  return quietHoursOf(reader) !== null && reader.quietAlsoLostAt === null;
}

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { isTimeZone } from './contract/settings.ts';

/** Whose limits a notification waits for: a channel's, or those of what a program may have sent, which all channels tell at once. */
export type Budget = Selectable<Tables['pendingNotifications']>['budget'];
export type Channel = Exclude<Budget, 'possibly-automatic'>;

export type NotifiedReader = Awaited<ReturnType<ReturnType<typeof lockReaders>['execute']>>[number];

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

export function channelsOf(reader: NotifiedReader, { webhook }: Services): Channel[] {
  return [
    ...(reader.messageMailsOffAt ? [] : (['mail'] as const)),
    ...(reader.hasDevices ? (['push'] as const) : []),
    ...(webhook ? (['webhook'] as const) : []),
  ];
}

export function breaksQuiet(reader: NotifiedReader): boolean {
  return quietHoursOf(reader) !== null && reader.quietAlsoLostAt === null;
}

/** In minutes after midnight on the clocks of `timeZone`; `until` may be before `from`: then they last over midnight. */
type QuietHours = { from: number; until: number; timeZone: string };

export type NotificationLimits = {
  /** Between two notifications; what comes meanwhile is one. */ pauseMinutes: number;
  anHour: number;
  aDay: number;
};

/** The first moment at which somebody may be told again. @param told the last day’s notifications, newest first */
export function nextNotification(
  now: Date,
  told: Date[],
  { pauseMinutes, anHour, aDay }: NotificationLimits,
  quiet: QuietHours | null,
): Date {
  const free = Math.max(
    now.getTime(),
    after(told[0], pauseMinutes),
    after(told[anHour - 1], 60),
    after(told[aDay - 1], 24 * 60),
  );
  const moment = new Date(free);
  return (quiet && endOfQuietHours(moment, quiet)) ?? moment;
}

/** When the rows were made that are of the last day, newest first. */
export async function timesOfLastDay(trx: Executor, made: RawBuilder<unknown>): Promise<Date[]> {
  const { rows } = await sql<{ createdAt: Date }>`
    select created_at from (${made}) as made where created_at > now() - interval '1 day' order by 1 desc`.execute(trx);
  return rows.map(({ createdAt }) => createdAt);
}

type Chosen = { quietFrom: number | null; quietUntil: number | null; timeZone: string | null };

export function quietHoursOf({ quietFrom: from, quietUntil: until, timeZone }: Chosen): QuietHours | null {
  return from === null || until === null || timeZone === null ? null : { from, until, timeZone };
}

export function endOfQuietHours(now: Date, { from, until, timeZone }: QuietHours): Date | null {
  const minute = minuteOfDay(now, timeZone);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? whenClocksShow(until, inMinutes(now, modulo(until - minute, day)), timeZone) : null;
}

export function startOfQuietHours(now: Date, { from, timeZone }: QuietHours): Date {
  return whenClocksShow(from, inMinutes(now, -modulo(minuteOfDay(now, timeZone) - from, day)), timeZone);
}

const day = 24 * 60;

function inMinutes(moment: Date, minutes: number): Date {
  return new Date((Math.floor(moment.getTime() / 60_000) + minutes) * 60_000);
}

/** @param guess right, unless the clocks change in between; it stays for a time that the clocks skip */
function whenClocksShow(minute: number, guess: Date, timeZone: string): Date {
  const off = modulo(minute - minuteOfDay(guess, timeZone) + day / 2, day) - day / 2;
  const moment = inMinutes(guess, off);
  return minuteOfDay(moment, timeZone) === minute ? moment : guess;
}

function after(told: Date | undefined, minutes: number): number {
  return told ? told.getTime() + minutes * 60_000 : 0;
}

function minuteOfDay(moment: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const [hours = 0, minutes = 0] = clock.format(moment).split(':').map(Number);
  return hours * 60 + minutes;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

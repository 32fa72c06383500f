import { isTimeZone } from './contract/time-zone.ts';

/** In minutes after midnight on the clocks of `timeZone`; `until` may be before `from`: then they last over midnight. */
export type QuietHours = { from: number; until: number; timeZone: string };

export type NoticeLimits = {
  /** Between two notices; what comes meanwhile is one. */ pauseMinutes: number;
  anHour: number;
  aDay: number;
};

/**
 * The first moment, now or later, at which somebody may be told again.
 * @param told the notices of the last day, newest first
 */
export function nextNotice(
  now: Date,
  told: Date[],
  { pauseMinutes, anHour, aDay }: NoticeLimits,
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

type Chosen = { quietFrom: number | null; quietUntil: number | null; timeZone: string | null };

export function quietHoursOf({ quietFrom: from, quietUntil: until, timeZone }: Chosen): QuietHours | null {
  return from === null || until === null || timeZone === null ? null : { from, until, timeZone };
}

/** When the quiet hours end that `now` is in; null outside of them. */
export function endOfQuietHours(now: Date, { from, until, timeZone }: QuietHours): Date | null {
  const minute = minuteOfDay(now, timeZone);
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return null;
  const wholeMinute = Math.floor(now.getTime() / 60_000) * 60_000;
  const end = new Date(wholeMinute + modulo(until - minute, day) * 60_000);
  // The clocks may change meanwhile.
  const off = modulo(until - minuteOfDay(end, timeZone) + day / 2, day) - day / 2;
  const onTheClock = new Date(end.getTime() + off * 60_000);
  // A time that the clocks skip: the quiet hours end after it.
  return minuteOfDay(onTheClock, timeZone) === until ? onTheClock : end;
}

const day = 24 * 60;

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

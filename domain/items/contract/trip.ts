/** The last places on Earth are 12 hours behind UTC: before this day, every day is over everywhere. */
export function firstDayNotOver(): string {
  return new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);
}

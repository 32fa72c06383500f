/** Days between asking for an account's deletion and the deletion itself. */
export const pauseDays = 7;

/** When an account is deleted whose owner asked for it at this time. */
export function deletionDay(askedAt: Date): Date {
  return new Date(askedAt.getTime() + pauseDays * 86_400_000);
}

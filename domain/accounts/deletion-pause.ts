import { pauseDays } from './contract/limits.ts';

export function deletionDay(askedAt: Date): Date {
  return new Date(askedAt.getTime() + pauseDays * 86_400_000);
}

import { keptForADay } from './kept-for-a-day.ts';

/** One of an earlier release has no token: it is over. */
const kept = keptForADay<{ token?: string }>('handback-invitation');

export const waitingInvitation = {
  ...kept,
  /** Another one waits on. */
  forget(token: string): void {
    if (kept.read()?.token === token) kept.forget();
  },
};

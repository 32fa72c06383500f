import { activatePath, invitationPath, itemsPath } from '../../../paths/paths.ts';
import { keptForADay } from './kept-for-a-day.ts';
import { waitingInvitation } from './waiting-invitation.ts';

/** A tag that somebody may activate; without an activation code one of their own. */
export type WaitingClaim = { code: string; activationCode?: string | undefined };

const kept = keptForADay<WaitingClaim>('handback-activation');

export const waitingClaim = {
  ...kept,
  /** Another tag waits on. */
  forget(code: string): void {
    if (kept.read()?.code === code) kept.forget();
  },
};

/** Where an account begins: at the tag that waits to be activated, or at the invitation that waits, otherwise at My Items. */
export function firstPath(): string {
  if (waitingClaim.read()) return activatePath();
  const { token } = waitingInvitation.read() ?? {};
  return token ? invitationPath(token) : itemsPath();
}

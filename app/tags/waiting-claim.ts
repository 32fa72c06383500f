import { activatePath, itemsPath } from '../../paths/paths.ts';
import { keptForADay } from '../session/kept-for-a-day.ts';
import { waitingInvitation } from '../sharing/waiting-invitation.ts';

/** A tag that somebody may activate; without an activation code one of their own. */
export type Claim = { code: string; activationCode?: string | undefined };

export const waitingClaim = keptForADay<Claim>('handback-activation');

/** Where an account begins: at the tag that waits to be activated, or at the invitation that waits, otherwise at My Items. */
export function firstPath(): string {
  if (waitingClaim.read()) return activatePath();
  return waitingInvitation.read()?.path ?? itemsPath();
}

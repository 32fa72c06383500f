import { keptForADay } from '../session/kept-for-a-day.ts';

/** An invitation, and the path of the page that accepts it. */
type Waiting = { invitation: string; path: string };

export const waitingInvitation = keptForADay<Waiting>('handback-invitation');

import { followChannel, tellChannel } from './channel.ts';

/** Somebody signed in or out in a tab of this browser. */
type Change = 'entered' | 'left';

const name = 'handback-sign-in';

export const tellOtherTabs = (change: Change) => tellChannel(name, change);

/** @returns ends following */
export const followOtherTabs = (onChange: (change: Change) => void) => followChannel(name, onChange);

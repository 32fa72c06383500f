/** Of one item. */
export const maxMembers = 10;
export const maxOpenInvitations = 20;
/** That one account may share of others. */
export const maxSharedItems = 100;
/** How long an invitation can be accepted. */
export const invitationDays = 7;
/** How long the earlier owner reads that an item was handed over, unless they dismiss it. */
export const handedOverDays = 30;

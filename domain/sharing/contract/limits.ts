/** Of one item. */
export const maxMembers = 10;
export const maxOpenInvitations = 20;
/** That one account may share of others. */
export const maxSharedItems = 100;
/** Of an invitation by email, and of one by a code. */
export const invitationDays = { email: 14, code: 7 };
/** Of a code or a token as somebody types or pastes it. */
export const maxInvitationLength = 100;

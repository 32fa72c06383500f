/** To the sender of a message of which nobody knows whether it was stored: its key makes a repeated sending one message. */
export const unconfirmed = 'We could not confirm that it arrived. Send it again: it arrives once.';

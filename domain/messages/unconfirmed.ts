export const unconfirmed = 'We could not confirm that it arrived. Send it again: it arrives once.';

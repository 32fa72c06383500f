export const maxContactLength = 4000;

export const maxContactNoteLength = 2000;

export const contactTopics = ['tag', 'order', 'account', 'data', 'abuse', 'else'] as const;

/** Then what was marked as spam is deleted. */
export const spamDays = 30;

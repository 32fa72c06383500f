/** What somebody told the operator, and an administrator can be done with. */
export const settledKinds = ['report', 'tag-report', 'contact-request'] as const;

export type SettledKind = (typeof settledKinds)[number];

export const readingMinutes = 30;

/** Then the words of a hidden message are deleted. */
export const hiddenDays = 90;

/** Of the messages that administrators did not deliver; more are not counted. */
export const mostDismissed = 1_000;

/** Of the reason for which an administrator reads a conversation, in characters. */
export const readingReasonLength = { min: 10, max: 500 };
/** Then a new reason is needed. */
export const readingMinutes = 30;
/** Then the words of a hidden message are deleted. */
export const hiddenDays = 90;

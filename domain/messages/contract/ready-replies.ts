/** What an owner says with one tap; in words in the catalogue, under `reply`. */
export const readyReplies = ['front-desk', 'come-today', 'fetch', 'keep', 'thanks'] as const;

/** Asks for what only somebody who has the thing can tell; `mark` in the owner's own words. */
export const markQuestions = ['mark-inside', 'mark-contents', 'mark-damage', 'mark'] as const;

export const replies = [...readyReplies, 'picture', ...markQuestions] as const;

/** Written with the return of the item: to its finder, to others who wrote about it, and when it was a mistake. */
export const returnReplies = ['returned', 'returned-elsewhere', 'not-returned'] as const;

/** Kinds of places where strangers meet safely; in words under `meeting`. */
export const meetingPlaces = ['police', 'lost-property', 'station', 'cafe', 'shop'] as const;

export type ReadyReply = (typeof replies)[number];
export type AnyReply = ReadyReply | (typeof returnReplies)[number];

export const answerableReplies: readonly string[] = ['front-desk', 'come-today', 'keep'] satisfies ReadyReply[];

export function isAnswerable({ reply, meeting }: { reply: AnyReply | null; meeting: object | null }): boolean {
  return meeting !== null || (reply !== null && answerableReplies.includes(reply));
}

export function asksForMark(reply: AnyReply | null): boolean {
  return markQuestions.some((each) => each === reply);
}

export const readyAnswers = ['have', 'handed-in', 'saw-here'] as const;

export const yesOrNo = ['yes', 'no'] as const;

export type YesOrNo = (typeof yesOrNo)[number];

export type ReadyAnswer = (typeof readyAnswers)[number];

/** With which the finder told of the thing; yes and no are none. */
export function asReadyAnswer(answer: ReadyAnswer | YesOrNo | null): ReadyAnswer | undefined {
  return readyAnswers.find((each) => each === answer);
}

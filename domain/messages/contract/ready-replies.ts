import type { Category } from '../../items/contract/categories.ts';

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

const ofThings = ['have', 'handed-in', 'saw-here'] as const;
const ofPets = ['with-me', 'at-shelter', 'seen-here'] as const;
const ofChildren = ['with-me', 'with-staff', 'seen-here'] as const;

export const readyAnswers = [...ofThings, 'with-me', 'at-shelter', 'with-staff', 'seen-here'] as const;

/** What a finder says with one tap, of whatever sex an animal or a child is. */
export function readyAnswersFor(category: Category): readonly ReadyAnswer[] {
  if (category === 'pet') return ofPets;
  return category === 'child' ? ofChildren : ofThings;
}

/** Where the thing was left with somebody, who has opening hours and writes receipts. */
export function isLeftWithSomebody(answer: ReadyAnswer): boolean {
  return ['handed-in', 'at-shelter', 'with-staff'].includes(answer);
}

export const yesOrNo = ['yes', 'no'] as const;

export type YesOrNo = (typeof yesOrNo)[number];

export type ReadyAnswer = (typeof readyAnswers)[number];

/** With which the finder told of the thing; yes and no are none. */
export function asReadyAnswer(answer: ReadyAnswer | YesOrNo | null): ReadyAnswer | undefined {
  return readyAnswers.find((each) => each === answer);
}

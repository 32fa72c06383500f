import type { Category } from '../../items/contract/categories.ts';

/** What an owner says with one tap; in words in the catalogue, under `reply`. */
const readyReplies = ['front-desk', 'come-today', 'fetch', 'keep', 'stay', 'where', 'thanks'] as const;

/** Asks for what only somebody who has the thing can tell; `mark` in the owner's own words. */
const markQuestions = ['mark-inside', 'mark-contents', 'mark-damage', 'mark'] as const;

export const replies = [...readyReplies, 'picture', ...markQuestions] as const;

/** Written with the return of the item: to its finder, to others who wrote about it, and when it was a mistake. */
export const returnReplies = ['returned', 'returned-elsewhere', 'not-returned'] as const;

/** Kinds of places where strangers meet safely; in words under `meeting`. */
export const meetingPlaces = ['police', 'lost-property', 'station', 'cafe', 'shop'] as const;

export type ReadyReply = (typeof replies)[number];
export type AnyReply = ReadyReply | (typeof returnReplies)[number];

export const answerableReplies: readonly string[] = ['front-desk', 'come-today', 'keep', 'stay'] satisfies ReadyReply[];

export function isAnswerable({ reply, meeting }: { reply: AnyReply | null; meeting: object | null }): boolean {
  return meeting !== null || (reply !== null && answerableReplies.includes(reply));
}

export function asksForMark(reply: AnyReply | null): boolean {
  return markQuestions.some((each) => each === reply);
}

export const readyAnswers = [
  'have',
  'handed-in',
  'saw-here',
  'with-me',
  'at-shelter',
  'with-staff',
  'seen-here',
] as const;

type Ready = Record<'replies' | 'questions', readonly ReadyReply[]> & { answers: readonly ReadyAnswer[] };

const ofThings: Ready = {
  answers: ['have', 'handed-in', 'saw-here'],
  replies: ['front-desk', 'come-today', 'fetch', 'keep', 'thanks'],
  questions: ['picture', ...markQuestions],
};
const ofPets: Ready = {
  answers: ['with-me', 'at-shelter', 'seen-here'],
  replies: ['stay', 'where', 'come-today', 'thanks'],
  questions: ['picture', 'mark'],
};
/** Nobody is asked for a picture of a child, or for what proves that one has it. */
const ofChildren: Ready = {
  answers: ['with-me', 'with-staff', 'seen-here'],
  replies: ['stay', 'where', 'thanks'],
  questions: [],
};

/** What finder and owner say with one tap, of whatever sex an animal or a child is. */
export function readyFor(category: Category): Ready {
  if (category === 'pet') return ofPets;
  return category === 'child' ? ofChildren : ofThings;
}

/** Somebody with opening hours, who writes receipts, may have it. A child stays with nobody until they open. @param answer what the finder said */
export function hasOpeningHours(category: Category, answer?: ReadyAnswer): boolean {
  return category !== 'child' && (!answer || answer === 'handed-in' || answer === 'at-shelter');
}

export const yesOrNo = ['yes', 'no'] as const;

export type YesOrNo = (typeof yesOrNo)[number];

export type ReadyAnswer = (typeof readyAnswers)[number];

/** With which the finder told of the thing; yes and no are none. */
export function asReadyAnswer(answer: ReadyAnswer | YesOrNo | null): ReadyAnswer | undefined {
  return readyAnswers.find((each) => each === answer);
}

/** What a finder says with one tap; in words in the catalogue, under `answer`. */
export const readyAnswers = ['have', 'handed-in', 'saw-here'] as const;

/** How a finder answers what the owner asks with one tap. */
export const yesOrNo = ['yes', 'no'] as const;

export type YesOrNo = (typeof yesOrNo)[number];

export type ReadyAnswer = (typeof readyAnswers)[number];

/** With which the finder told of the thing; yes and no are none. */
export function asReadyAnswer(answer: ReadyAnswer | YesOrNo | null): ReadyAnswer | undefined {
  return readyAnswers.find((each) => each === answer);
}

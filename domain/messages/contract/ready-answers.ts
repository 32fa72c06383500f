/** What a finder says with one tap; in words in the catalogue, under `answer`. */
export const readyAnswers = ['have', 'handed-in', 'saw-here'] as const;

export type ReadyAnswer = (typeof readyAnswers)[number];

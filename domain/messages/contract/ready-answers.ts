export const readyAnswers = {
  have: 'I have it',
  'handed-in': 'I handed it in',
  'saw-here': 'I saw it here',
} as const;

export type ReadyAnswer = keyof typeof readyAnswers;

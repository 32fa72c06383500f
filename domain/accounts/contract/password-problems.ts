export const passwordProblems = ['common-password', 'personal-password', 'simple-password'] as const;

export type PasswordProblem = (typeof passwordProblems)[number];

/** Why a password is too easy to guess; in words in the catalogue, under `account`. */
export const passwordProblems = ['common-password', 'personal-password', 'simple-password'] as const;

export type PasswordProblem = (typeof passwordProblems)[number];

const advice = 'Take a few words in a row that only you would put together.';

export const passwordWords = {
  'common-password': `This is one of the most used passwords, or very close to one. ${advice}`,
  'personal-password': `This is little more than a name or an address that others know: yours, or ours. ${advice}`,
  'simple-password': `This repeats itself, or follows a row of letters, digits, keys or a date. ${advice}`,
};

export type PasswordProblem = keyof typeof passwordWords;

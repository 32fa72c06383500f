import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passwordLength } from './contract/limits.ts';
import { passwordProblems } from './contract/password-problems.ts';
import { passwordProblem } from './password-strength.ts';

const about = { email: 'ada@example.com', name: 'Ada Lovelace', productName: 'Handback' };

const commonest = fc.constantFrom(...(dictionary['passwords-common'] as string[]).slice(0, 10_000));

/** What people do to a common word so that a form takes it. */
const disguise = fc.constantFrom<((word: string) => string)[]>(
  (word) => word.toUpperCase(),
  (word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
  (word) => word.replaceAll('a', '@').replaceAll('o', '0'),
  (word) => [...word].reverse().join(''),
  (word) => `${word}${word}`,
  (word) => `${word}1234`,
  (word) => `${word}2026`,
  (word) => `${word}1!`,
  (word) => `123${word}`,
);

test('the 10,000 commonest passwords are refused, however they are disguised; random characters pass; whatever is known of the person, no password is too strange to be judged', async () => {
  const longEnough = fc
    .tuple(commonest, disguise)
    .map(([word, change]) => change(word))
    .filter((password) => password.length >= passwordLength.min);
  const isRefused = async (password: string) => (await passwordProblem(password, about)) !== null;
  await fc.assert(fc.asyncProperty(longEnough, isRefused), { numRuns: 500 });
  // Each sign by itself: whole strings would often have names like "constructor" in them.
  const signs = fc.constantFrom(...'!#$%&+-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  const random = fc
    .array(signs, { minLength: 14, maxLength: 128 })
    .map((each) => each.join(''))
    .filter((text) => new Set(text).size > 9);
  const passes = async (password: string) => (await passwordProblem(password, about)) === null;
  await fc.assert(fc.asyncProperty(fc.noShrink(random), passes), { numRuns: 50 });
  const strange = fc.string({ unit: 'binary', maxLength: 128 });
  const known = fc.record({ email: strange, name: strange, productName: strange });
  const isJudged = async (password: string, person: typeof about) => {
    const problem = await passwordProblem(password, person);
    expect([undefined, ...passwordProblems]).toContain(problem?.code);
  };
  await fc.assert(fc.asyncProperty(strange, known, isJudged), { numRuns: 200 });
});

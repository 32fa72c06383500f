import type { ZxcvbnResult } from '@zxcvbn-ts/core';
import type { PasswordProblem } from './contract/password-problems.ts';

export type Problem = { code: PasswordProblem };

export type About = { email?: string; name?: string; productName: string };

/** Somebody who guesses by the usual lists and rules needs more tries than this. */
const minGuesses = 1e9;
/** Checking all 128 characters would take several times as long. */
const checkedLength = 20;
const minDistinctCharacters = 5;
/** Characters that must remain besides known words. */
const minOwnCharacters = 8;

/** Finds a password common, personal or repetitive; null when it is good. Takes up to 20 ms, and 0.1 s once to load 49,000 words. */
export async function passwordProblem(password: string, about: About): Promise<Problem | null> {
  const words = knownWords(about);
  if (isMostlyKnownWords(words, plain(password))) return { code: 'personal-password' };
  const begin = withoutRepeats(password.normalize('NFKC').slice(0, 256)).slice(0, checkedLength);
  if (new Set(begin).size < minDistinctCharacters) return { code: 'simple-password' };
  const checker = await loadChecker();
  // zxcvbn misses some spellings with many digits for letters.
  for (const spelling of new Set([begin, withLetters(begin)])) {
    const code = problemOf(checker.check(spelling, words));
    if (code) return { code };
  }
  return null;
}

function problemOf({ password, guesses, sequence }: ZxcvbnResult): PasswordProblem | null {
  const known = sequence.filter(({ dictionaryName }) => dictionaryName === 'userInputs');
  const own = password.length - known.reduce((length, { token }) => length + token.length, 0);
  if (known.length > 0 && (own < minOwnCharacters || guesses < minGuesses)) return 'personal-password';
  if (guesses >= minGuesses) return null;
  return sequence.some(({ pattern }) => pattern === 'dictionary') ? 'common-password' : 'simple-password';
}

let checker: ReturnType<typeof makeChecker> | undefined;

/** Loads 7 MB at the first use only. */
function loadChecker() {
  checker ??= makeChecker();
  return checker;
}

async function makeChecker() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { dictionary, adjacencyGraphs } = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/** “passwordpassword” becomes “password”, “11112222333344” becomes “1234”; double letters in words stay. */
function withoutRepeats(text: string): string {
  const once = text.replace(/^(.+?)\1+$/su, '$1');
  const single = once.replace(/(.)\1+/gsu, '$1');
  return single.length * 3 <= once.length * 2 ? single : once;
}

function withLetters(text: string): string {
  return text.replace(/[@4310$57!]/g, (sign) => letters[sign] ?? sign);
}

const letters: Record<string, string> = { '@': 'a', 4: 'a', 3: 'e', 1: 'i', 0: 'o', $: 's', 5: 's', 7: 't', '!': 'i' };

function knownWords({ email = '', name = '', productName }: About): string[] {
  const whole = [email, name, productName].map(plain);
  const parts = [email.replace(/\.[^.]*$/, ''), name, productName].flatMap((text) =>
    plain(text).split(/[^\p{L}\p{N}]+/u),
  );
  const words = [...whole, ...parts].filter((word) => word.length > 2 || /[^\0-\x7f]{2}/.test(word));
  return [...new Set(words)].sort((one, other) => other.length - one.length);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function isMostlyKnownWords(words: string[], text: string): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && rest.replace(/[\s._@-]/g, '').length < minOwnCharacters;
}

import topLevelDomains from 'tlds' with { type: 'json' };
import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { cleanLine } from './clean-text.ts';
import { maxPersonNameLength } from './limits.ts';

export const personName = z.preprocess(
  cleanLine,
  z
    .string()
    .max(maxPersonNameLength, 'error.nameTooLong' satisfies PlainKey)
    .refine(isFreeOfAddresses, 'error.nameAddress' satisfies PlainKey),
);

/**
 * Whether the text is free of mail and web addresses, domains, IP addresses and phone numbers (seven digits), also in full-width or with
 * invisible characters, or as “evil[.]com”. A dot belongs to a domain when a top-level domain follows directly, or when a word of four
 * letters precedes it: “St.John” and “Dr. Li” are names, “bit.ly” and “Dr.Li” are not. Linear time.
 */
export function isFreeOfAddresses(text: string): boolean {
  const seen = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const plain = seen.toLowerCase().replace(/\s+/g, ' ').replace(spacedLetters, withoutSpaces);
  if ((plain.match(/\p{Nd}/gu) ?? []).length >= phoneDigits) return false;
  const dotted = plain.replace(otherDots, '.').replace(/ \. ?/g, '.');
  return (
    !/@|\/\/|\\\\/.test(dotted) && !scheme.test(dotted) && !dotted.split(/[^\p{L}\p{M}\p{N}.-]/u).some(isDomainLike)
  );
}

/** A text with as many may hold a phone number. */
export const phoneDigits = 7;
/** “e v i l . c o m” */
const spacedLetters = /(^|[^\p{L}\p{N}])(\p{L}(?: [\p{L}.]){3,})(?![\p{L}\p{N}])/gu;
const withoutSpaces = (_: string, before: string, letters: string) => before + letters.replaceAll(' ', '');
/** Of these, no word follows a spoken “dot” in a sentence. */
const spoken = 'com|net|org|info|io|de|at|ch|fr|nl|eu|uk|ru|cn|xyz|top|site|online|shop|link|app|dev|biz|tv|co';
const otherDots = new RegExp(
  `[。｡․·•]|[[({<] ?(?:\\.|dot|punkt|punto|point) ?[\\])}>]| (?:dot|punkt|punto|point) (?=(?:${spoken})(?![\\p{L}\\p{N}]))|,(?=(?:com|net|org|info|io|de|ru|xyz)(?![\\p{L}\\p{N}]))`,
  'gu',
);
const scheme = /\b(?:https?|hxxps?|ftp|mailto|tel|sms|javascript|data)\s?:|\bwww\d?(?:\.|\s)/;

function isDomainLike(word: string): boolean {
  const labels = word.split('.');
  return labels.some((label, n) => {
    const before = labels[n - 1] ?? '';
    if (before === '' || label === '') return false;
    if (/^\d+$/.test(label)) return /^\d+$/.test(before) && labels.length === 4;
    return knownDomains.has(label) || label.startsWith('xn--') || (before.length > 3 && label.length > 1);
  });
}

const knownDomains = new Set(topLevelDomains);

import topLevelDomains from 'tlds' with { type: 'json' };
import { z } from 'zod';
import { cleanText } from './clean-text.ts';
import { longestPersonName } from './limits.ts';

/** The name that an owner or a finder gives: cleaned, on one line, and nothing that leads somewhere else. */
export const personName = z.preprocess(
  cleanText,
  z
    .string()
    .max(longestPersonName, `Keep the name under ${longestPersonName} characters.`)
    .refine((name) => !/[\n\t]/.test(name), 'Write the name on one line.')
    .refine(
      isFreeOfAddresses,
      'Write just a name, with a space after each dot: no web or mail address, no phone number.',
    ),
);

/**
 * Whether the text is free of everything that a mail program makes a link of, or that asks to be called: web and mail addresses,
 * domains, IP addresses, seven digits and more; also in full-width characters, with characters between that show nothing, or as “evil[.]com”.
 * A dot between words is a domain's when a top-level domain follows at once, or when a word of four letters stands before it:
 * “St.John” and “J.R.R. Tolkien” are names, “bit.ly” and “Dr.Li” are not (“Dr. Li” is). Linear time.
 */
function isFreeOfAddresses(text: string): boolean {
  const seen = text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  const plain = seen.toLowerCase().replace(/\s+/g, ' ');
  if ((plain.match(/\p{Nd}/gu) ?? []).length >= phoneDigits) return false;
  const dotted = plain.replace(otherDots, '.').replace(/ \. ?/g, '.');
  return (
    !/@|\/\/|\\\\/.test(dotted) && !scheme.test(dotted) && !dotted.split(/[^\p{L}\p{M}\p{N}.-]/u).some(isDomainLike)
  );
}

const phoneDigits = 7;
const otherDots = /[。｡․]|[[({<] ?(?:\.|dot|punkt|punto|point) ?[\])}>]| dot (?=(?:com|net|org|info|io)\b)/gu;
const scheme = /\b(?:https?|hxxps?|ftp|mailto|tel|sms|javascript|data)\s?:|\bwww\d?\./;

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

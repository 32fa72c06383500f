import type { Translations } from '../../language/create-translations.ts';
import type { Services } from '../../server/services.ts';
import { isolated } from '../mails/mail-language.ts';
import type { Message } from '../messages/contract/schema.ts';
import { isPossiblyAutomatic } from '../messages/message-limits.ts';
import { scamInMessage } from '../messages/scams/scam-in.ts';
import { isFreeOfAddresses, phoneDigits } from '../texts/contract/person-name.ts';
import type { UnreadNews } from './unread-news.ts';

const mostNamed = 10;

/** One line, as the subject of a mail or the text of a notification. */
export function subjectOf({ count, items: [first, ...others], possiblyAutomatic }: UnreadNews, t: Translations) {
  const item = itemInWords(first?.name ?? '', t);
  const one = count === 1 ? t('mailNewMessage.subject', { item }) : t('mailNewMessages.subject', { item, count });
  const subject = others.length > 0 ? t('mailNewMessages.severalSubject', { count }) : one;
  return possiblyAutomatic ? t('mailHeldMessages.subject', { subject }) : subject;
}

export function listItemNames({ items }: UnreadNews, t: Translations): { list: string; isWhole: boolean } {
  const about = items
    .slice(0, mostNamed)
    .map(({ name, count }) => t('mailHeldMessages.about', { count, item: itemInWords(name, t) }));
  const list = new Intl.ListFormat(t.language, { type: 'unit', style: 'short' }).format(about);
  return { list, isWhole: items.length <= mostNamed };
}

export function itemInWords(name: string, t: Translations): string {
  return isolated(name.replace(/\s+/g, ' '), t);
}

const longestQuote = 200;
const leftOut = '…';
/** Stands for a left out word until the numbers are judged: nobody types it. */
const hole = '\uE000';
/** A room or a platform has fewer digits, however they are written. */
const longestNumber = 4;

const digit = '\\p{N}';
const spelledDigit =
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|hundred|thousand|thir(?=t)|fif(?=t)|twen(?=t)|' +
  'null|eins|zwei|zwo|drei|vier|fünf|fuenf|sechs?|sieben|sieb|acht|neun|zehn|elf|zwölf|zwoelf|zwan(?=z)|ein(?=und|hundert|tausend)|hundert|tausend';
const spelled = `(?<!\\p{L})(?:${spelledDigit})(?:${spelledDigit}|und|teen|ty|zig|(?:ß|ss)ig)*(?!\\p{L})`;
const digits = new RegExp(`${digit}|${spelledDigit}`, 'giu');
const between = '[\\s()./:,_-]*';
const number = new RegExp(`\\+?(?:${digit}|${spelled})(?:${between}(?:${digit}|${spelled}))*`, 'giu');
/** The rest of a number that was left out in part. */
const besideHole = new RegExp(`(?:${hole}${between})+${number.source}|${number.source}(?:${between}${hole})+`, 'giu');

/** Where a web address ends that is spoken, or has spaces. “At” does only where nothing follows. */
const domainEnd =
  '(?:(?:com|net|org|de|ch|nl|ru|cn|io|xyz|biz|co uk)(?![\\p{L}\\p{N}])|(?:at|fr|eu|uk)(?= ?(?:[,;:!?)]|$|\\.(?: |$))))';
const label = '[\\p{L}\\p{N}-]+';
const spokenDomain = new RegExp(
  `(?<![\\p{L}\\p{N}-])${label}(?: (?:dot|punkt|punto|point) ${label})* (?:(?:dot|punkt|punto|point) )?${domainEnd}`,
  'giu',
);
const endOfSentence = new RegExp(` \\.(?!\\.| ?${domainEnd}) ?`, 'giu');

type Said = Pick<Message, 'answer' | 'text' | 'heldReason' | 'details' | 'pictureId'>;

/**
 * What a finder said, for a mail: the ready answer, the first 200 characters and the place, on one line each. A position and a picture are
 * named and not shown: a mail is read by more programs than a page. Mail programs make links of what looks
 * like one, and strangers use that: addresses and long numbers are left out. Empty for one that a program may have sent.
 */
export function quoteMessage({ answer, text, heldReason, details, pictureId }: Said, t: Translations): string {
  if (isPossiblyAutomatic(heldReason)) return '';
  const typed = [text, details?.place, details?.openingHours, details?.reference];
  const said = [answer ? t(`answer.${answer}`) : '', ...typed.map((words) => shorten(withoutAddresses(words ?? '')))];
  return [
    ...said.filter(Boolean).map((words) => t('mailNewMessage.quote', { words: isolated(words, t) })),
    ...(details?.position ? [t('mailNewMessage.withPosition')] : []),
    ...(pictureId ? [t('mailNewMessage.withPicture')] : []),
  ].join('\n');
}

/** The warnings, one of each kind, about what the quoted messages resemble. */
export function warningsAbout(quoted: Said[], t: Translations, site: Pick<Services, 'publicUrl'>): string[] {
  const kinds = new Set(quoted.map((said) => scamInMessage(said, site)).filter((kind) => kind !== null));
  return [...kinds].map((kind) => t(`scam.${kind}`));
}

/** Rather takes a word too many. An address that is spread over several words in another way leaves nothing. */
function withoutAddresses(text: string): string {
  const sentences = text.replace(/\s+/g, ' ').replace(endOfSentence, '. ');
  const words = sentences.split(' ').map((word) => (isFreeOfAddresses(word) ? word : hole));
  const rest = words.join(' ').replace(besideHole, hole).replaceAll(hole, leftOut);
  const quote = withoutNumbers(rest.replace(spokenDomain, leftOut))
    .replace(/…(?:[\s()./:-]*…)+/g, leftOut)
    .trim();
  return isFreeOfAddresses(quote) && /\p{L}/u.test(quote) ? quote : '';
}

/** Short numbers stay while they are few. */
function withoutNumbers(text: string): string {
  const rest = text.replace(number, (figures) => (countDigits(figures) > longestNumber ? leftOut : figures));
  const together = (rest.match(number) ?? []).reduce((sum, figures) => sum + countDigits(figures), 0);
  return together < phoneDigits ? rest : rest.replace(number, leftOut);
}

const countDigits = (figures: string): number => figures.match(digits)?.length ?? 0;

function shorten(text: string): string {
  const signs = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return signs.length > longestQuote ? signs.slice(0, longestQuote).join('') + leftOut : text;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

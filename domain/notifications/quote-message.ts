import type { Words } from '../../language/words.ts';
import type { Message } from '../messages/contract/schema.ts';
import { isFreeOfAddresses } from '../settings/contract/person-name.ts';
import { isolated } from './mail-language.ts';

const longestQuote = 200;
const leftOut = '…';
const number = /\+?\p{N}+(?:[\s()./:-]+\p{N}+)*/gu;

/**
 * What a finder said, for a mail: the ready answer and the first 200 characters, on one line each. Mail programs make links of what looks
 * like one, and strangers use that: addresses and numbers are left out. Empty for a held message, which a program may have sent.
 */
export function quoteMessage({ answer, text, heldReason }: Pick<Message, 'answer' | 'text' | 'heldReason'>, t: Words) {
  if (heldReason) return '';
  const said = [answer ? t(`answer.${answer}`) : '', shorten(withoutAddresses(text))];
  return said
    .filter(Boolean)
    .map((words) => t('mailNewMessage.quote', { words: isolated(words, t) }))
    .join('\n');
}

/** An address that is spread over several words leaves nothing. */
function withoutAddresses(text: string): string {
  const words = text.split(/\s+/).map((word) => (isFreeOfAddresses(word) ? word : leftOut));
  const quote = words
    .join(' ')
    .replace(number, leftOut)
    .replace(/…(?:[\s()./:-]*…)+/g, leftOut);
  return isFreeOfAddresses(quote) && /\p{L}/u.test(quote) ? quote : '';
}

function shorten(text: string): string {
  const signs = [...text];
  return signs.length > longestQuote ? signs.slice(0, longestQuote).join('') + leftOut : text;
}

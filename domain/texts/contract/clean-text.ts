const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Control characters, invisible ones and direction overrides; marks that scripts and emoji need stay. */
const unseen = /[^\P{Cc}\n\t]|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu;
/** With the empty pattern of Braille, which counts as a sign. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const bracketed = /<((?:mailto:)?[a-z][\w.+%-]*@[\w.-]+|https?:\/\/[^\s<>"']+)>/gi;
const markupBegin = /[a-z/!?]/i;
/** No script needs more. Normalising takes quadratic time in the number of marks. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * Cleans text inputs (C-5.02): strips markup, trims, makes line ends "\n". Other values pass unchanged. Invisible text becomes empty.
 * Markup is "<" directly before a letter, "/", "!" or "?", up to the next ">". So "a < b", "1<2>0" and an unclosed "<b" stay, and
 * "<kim@example.com>" only loses its brackets. Idempotent, linear time.
 */
export function cleanText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(lineEnds, '\n')
    .replace(unseen, '');
  // Before, because normalising may create a letter after "<"; after, because stripping may join a letter and an accent.
  const cleaned = normal(withoutMarkup(normal(text).replace(bracketed, '$1')));
  return blank.test(cleaned) ? '' : cleaned.trim();
}

/** The same on one line: a line break or tab is a space. For names and what is searched for. */
export function cleanLine(value: unknown): unknown {
  const text = cleanText(value);
  return typeof text === 'string' ? text.replace(/[\n\t]+/g, ' ') : text;
}

function normal(text: string): string {
  return text.replace(tooManyMarks, '$1').normalize('NFC');
}

/** Checks each character once. Stripping cannot create new markup. */
function withoutMarkup(text: string): string {
  const rest: string[] = [];
  let begin = -1;
  for (const char of text) {
    if (char === '>' && begin >= 0) {
      rest.length = begin;
      begin = -1;
      continue;
    }
    if (begin < 0 && rest.at(-1) === '<' && markupBegin.test(char)) begin = rest.length - 1;
    rest.push(char);
  }
  return rest.join('');
}

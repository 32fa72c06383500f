const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Control characters, what shows nothing, and what turns the text around that follows; the marks that scripts and emoji need stay. */
const unseen = /[^\P{Cc}\n\t]|[\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]/gu;
const blank = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
/** An address in the brackets that mail programs put around it. */
const bracketed = /<((?:mailto:)?[a-z][\w.+%-]*@[\w.-]+|https?:\/\/[^\s<>"']+)>/gi;
const markupBegin = /[a-z/!?]/i;
/** No script puts more marks on a letter; a longer row costs a normaliser the square of its length. */
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * The shared cleaner of text inputs (C-5.02): markup stripped, ends trimmed, line ends made "\n"; what is not a string passes unchanged.
 * Markup is a "<" directly before a letter, "/", "!" or "?", up to the next ">": "x <y> z" loses its middle, while "a < b",
 * "1<2>0", "Tom & Jerry <3" and a "<b" that never ends stay. Of "<kim@example.com>" only the brackets go. What shows nothing at all is empty.
 * Idempotent; takes linear time.
 */
export function cleanText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.toWellFormed().replace(lineEnds, '\n').replace(unseen, '');
  // Normalised on both sides: a letter may become "K" before, and meet its accent after a tag between them is gone.
  const cleaned = normal(withoutMarkup(normal(text).replace(bracketed, '$1')));
  return blank.test(cleaned) ? '' : cleaned.trim();
}

function normal(text: string): string {
  return text.replace(tooManyMarks, '$1').normalize('NFC');
}

/** Each character is looked at once, and dropped at most once; what closes up behind dropped markup begins none unseen. */
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

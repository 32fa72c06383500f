/** The same as in server/db/migrations/baseline/expressions.ts. Other scripts need their marks. */
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0655\u0670]/g;
const others = new Map(
  Object.entries({
    ...{ ς: 'σ', ı: 'i', ø: 'o', ł: 'l', đ: 'd', ħ: 'h', ŧ: 't', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
    ...{ ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ', ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك' },
  }),
);
const otherLetters = new RegExp(`[${[...others.keys()].join('')}]`, 'g');

/** What people take for the same letters, in small ones: “STRASSE” for “straße”, “cafe” for “café”. As the function `folded` of the database. */
export function folded(text: string): string {
  const letters = text.normalize('NFKD').replace(accents, '').toLowerCase();
  return letters.replace(otherLetters, (letter) => others.get(letter) ?? letter).normalize('NFKC');
}

/** Marks that phones and word processors write, and those of keyboards in the same order. */
export const writtenMarks = { typeset: '’‘‛ʼ′“”„«»‐‒–—―−', plain: `'''''"""""------` };
const typeset = new RegExp(`[${writtenMarks.typeset}]`, 'g');

/** The same also with the marks of keyboards: “Kim’s” is found by “kim's”. */
export function foldedWithMarks(text: string): string {
  return folded(text).replace(typeset, (mark) => writtenMarks.plain[writtenMarks.typeset.indexOf(mark)] ?? mark);
}

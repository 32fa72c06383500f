/** Takes away what hides words: accents, invisible characters, look-alike letters, digits of other scripts, spaced letters. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}ـ]/gu, '')
    .replace(/[’‘`´]/g, "'")
    .replace(/n't\b/g, 'nt')
    .replace(/[‐‑–—]/g, '-')
    .replace(/[\u{1f1e6}-\u{1f1ff}]/gu, (flag) => String.fromCodePoint((flag.codePointAt(0) ?? 0) - 0x1f1e6 + 97))
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(lookAlike, (letter) => lookAlikes[letter] ?? letter)
    .replace(/vv/g, 'w')
    .replace(spacedLetters, (letters) => letters.replace(/[^\p{L}\d@$]/gu, ''));
}

export function once(word: string): string {
  return word.length < 4 ? word : word.replace(/(\p{L})\1+/gu, '$1');
}

/** A word as it is, and with digits and signs that stand for letters, of which 1 may be two. An amount stays one. */
export function readings(word: string): string[] {
  if (/^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(word)) return [word, ...stems(word)];
  if (!/\p{L}/u.test(word) || !/[\d@$€!+|]/.test(word)) return [word];
  return [word, ...['i', 'l'].map((one) => word.replace(/[\d@$€!+|]/g, (sign) => letterOf[sign] ?? one))];
}

/** Without “and”, “to”, “the” and the like, which Arabic and Hebrew write as one with the next word. */
function stems(word: string): string[] {
  if (/^\p{Script=Hebrew}/u.test(word)) return [word.slice(1), word.slice(2)].filter(({ length }) => length > 2);
  const rest = word.replace(/^[وف](?=.{3})/u, '');
  return [rest, rest.replace(/^(?:ال|لل|بال|كال|[بلك])(?=.{3})/u, ''), word.replace(/^ال(?=.{3})/u, '')];
}

/** The digits of a script stand in one row that begins at zero. */
function digitValue(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return point - zero;
}

/** “w h a t s a p p”, “w.h.a.t.s.a.p.p”, one letter a line */
const spacedLetters = /(?<![\p{L}\p{N}])[\p{L}\d@$](?:[\s.,*_/~·•-]{1,2}[\p{L}\d@$]){3,}(?![\p{L}\p{N}])/gu;

const letterOf: Record<string, string> = {
  ...{ 0: 'o', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', 9: 'g', '@': 'a', $: 's', '+': 't', '€': 'e' },
};

/** What looks like each Latin letter: Cyrillic, Greek, Armenian, Lisu, the small capitals of phonetic writing, and what no accent is taken from. */
const likes: Record<string, string> = {
  ...{ a: 'аαꓮᴀɑ', b: 'вʙ', c: 'сᴄ', d: 'ԁꓓᴅđð', e: 'еεᴇ', f: 'ꜰ', g: 'ցꓖɢɡ', h: 'һհнʜ', i: 'іιıꓲɪɩ' },
  ...{ j: 'јᴊ', k: 'кκᴋ', l: 'ӏʟł', m: 'мᴍ', n: 'ոɴ', o: 'оοσօꓳᴏøө', p: 'рρꓑᴘ', q: 'ԛ', r: 'гʀ', s: 'ѕꜱ' },
  ...{ t: 'тτꓔᴛ', u: 'υսᴜ', v: 'νᴠ', w: 'ԝωшѡꓪᴡ', x: 'хχ', y: 'уʏ', z: 'ᴢ', ss: 'ß', ae: 'æ', oe: 'œ' },
  ...{ ه: 'ة', ي: 'ىی', ك: 'ک' },
};
const lookAlikes = Object.fromEntries(
  Object.entries(likes).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter])),
);
const lookAlike = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'gu');

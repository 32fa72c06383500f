import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { languages } from './languages.ts';

type Areas = Record<string, Record<string, string>>;

const english = finderTexts('en');
const translations = languages.filter((language) => language !== 'en');

/** Names of products and of standards, and what really is the same word. */
const sameAsEnglish: Record<string, string[]> = {
  'frame.menu': ['de', 'fr', 'it', 'pt', 'nl', 'pl', 'cs'],
  'frame.messages': ['fr'],
  'frame.contact': ['fr', 'nl'],
  'contactPage.documentTitle': ['nl'],
  'contactPage.title': ['fr', 'nl'],
  'frame.privacy': ['it', 'nl'],
  'category.camera': ['nl'],
};

const typewriterMarks = /["'`´]/;

/** Words in headings and on buttons: people read these at a glance. */
const short =
  /^(answer|category)\.|^item\.(send|edit|returned|markLost|preview|toLoss|printSheet)$|^conversation\.(send|copy|copied|share|write|answered|sent)$|^screen\.(tryAgain|refreshPage|toHome)$|^tag\.(typeCode|activate|name|writeToUs)$|^code\.(open|activate|label)$|^frame\.(install|notNow|signIn|signUp|signOut)$/;
/** English words are short: a short one of another language may have so many letters however short the English is. */
const fewLetters = 24;

describe.each(translations)('the finder’s texts in %s', (language) => {
  const own = finderTexts(language);
  const texts = Object.entries(own);

  test('are not English, have each plural form that the language needs and the typography of print, end as the English ones do, and are short on buttons', () => {
    const left = texts.filter(([key, text]) => text === english[key] && /\p{L}{3}/u.test(withoutTerms(text)));
    expect(left.filter(([key]) => !sameAsEnglish[key]?.includes(language))).toEqual([]);
    for (const [key, text] of texts)
      for (const forms of pluralsIn(parse(text)))
        expect(forms, key).toEqual(expect.arrayContaining(pluralFormsOf(language, forms)));
    const wrong = texts.filter(
      ([, text]) => typewriterMarks.test(text) || text !== text.trim() || / {2}|\.\.\.$/.test(text),
    );
    expect(wrong).toEqual([]);
    const ends = /[.!?…:。！？؟।।]$|[.]\p{Pe}$/u;
    const differ = texts.filter(([key, text]) => /[.!?]$/.test(english[key] ?? '') && !ends.test(text));
    expect(differ.filter(([, text]) => !/[-_]$/.test(text))).toEqual([]);
    const long = texts.filter(
      ([key, text]) => short.test(key) && text.length > Math.max(fewLetters, 1.6 * (english[key]?.length ?? 0)),
    );
    expect(long).toEqual([]);
  });
});

function finderTexts(language: string): Record<string, string> {
  const { finder } = JSON.parse(readFileSync(`messages/${language}.json`, 'utf8')) as { finder: Areas };
  return Object.fromEntries(
    Object.entries(finder).flatMap(([area, texts]) =>
      Object.entries(texts).map(([name, text]) => [`${area}.${name}`, text]),
    ),
  );
}

/** Those of the numbers that are told here (minutes, hours, seconds) and have no form of their own, such as `=1`. */
function pluralFormsOf(language: string, forms: string[]): string[] {
  const rules = new Intl.PluralRules(language);
  const counts = Array.from({ length: 1_000 }, (_, count) => count).filter((count) => !forms.includes(`=${count}`));
  return [...new Set([...counts.map((count) => rules.select(count)), 'other'])];
}

function pluralsIn(elements: MessageFormatElement[]): string[][] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.tag) return pluralsIn(element.children);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [];
    const inside = Object.values(element.options).flatMap(({ value }) => pluralsIn(value));
    return element.type === TYPE.plural ? [Object.keys(element.options), ...inside] : inside;
  });
}

function withoutTerms(text: string): string {
  return text.replace(/\{[^}]*\}|<[^>]*>|App Store|SVG|PNG|QR|JSON|UTF-8/g, '');
}

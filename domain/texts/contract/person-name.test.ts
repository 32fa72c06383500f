import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { personName } from './person-name.ts';

const isTaken = (name: string) => personName.safeParse(name).success;

const word = fc.stringMatching(/^[a-z]{2,8}$/);
const domain = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('com', 'io', 'xyz', 'de', 'рф', 'xn--p1ai'))
  .map(([labels, end]) => [...labels, end].join('.'));
const address = fc.oneof(
  domain,
  domain.map((host) => `https://${host}/a?b=c`),
  domain.map((host) => `www.${host}`),
  fc.tuple(word, domain).map((parts) => parts.join('@')),
  fc.tuple(word, word).map((parts) => parts.join('@')),
  fc.stringMatching(/^(\+|0)[1-9]\d{2}[ -]?\d{3}[ -]?\d{2,4}$/),
  fc.ipV4(),
);

/** Ways to write the same so that another program still reads it. */
const disguise = fc.constantFrom<((text: string) => string)[]>(
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replaceAll('.', '[.]'),
  (text) => text.replaceAll('.', ' (dot) '),
  (text) => text.replaceAll('.', '。'),
  (text) => text.replaceAll('.', ' .'),
  (text) => [...text].join('\u200b'),
  (text) => [...text].join('\u00ad'),
  (text) => `\u202e${text}\u202c`,
  (text) => text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
);
const around = fc.constantFrom('', 'Ada ', 'Win a prize: ', 'Ada, ', '李雷 ', '(', '“');

describe('a name', () => {
  test('holds no address, however it is written; shows in one line, of which nothing is lost; in words alone is taken, in every script', () => {
    const bait = fc.tuple(around, address, disguise).map(([before, text, change]) => before + change(text));
    const short = bait.filter((text) => text.length <= 80);
    fc.assert(
      fc.property(short, (text) => !isTaken(text)),
      { numRuns: 3_000 },
    );
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', '\n', '\u2028', '\r') }),
    );
    fc.assert(
      fc.property(any, (text) => {
        const name = personName.safeParse(text);
        expect(name.data ?? '').not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: 2_000 },
    );
    expect(personName.parse('Ada\r\n\tKing\u2028Lovelace\n')).toBe('Ada King Lovelace');
    const script = fc.constantFrom('aé', 'дж', 'عم', '李雷', 'पू', 'ễv', 'กข').map((letters) => [...letters]);
    const letters = script.chain((signs) => fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 9 }));
    const name = fc
      .array(letters, { minLength: 1, maxLength: 5 })
      .chain((words) => fc.constantFrom(' ', '-', '. ', "'", ', ').map((between) => words.join(between)));
    fc.assert(fc.property(name, isTaken), { numRuns: 1_000 });
  });

  test.each([
    'Dr. Ada Lovelace',
    'Mary-Jane O’Neill',
    "Mary-Jane O'Neill",
    'J.R.R. Tolkien',
    'J.R.R.Tolkien',
    'Jean-Luc d’Arc',
    'Nguyễn Văn A',
    'Ада',
    'عمر',
    'نمی\u200cدانم',
    '李雷',
    'पूजा',
    'St.John',
    'Müller u. Söhne',
    'Sammy Davis Jr.',
    'Dr. Li',
    'S.p.A. Rossi',
    'Louis XIV',
    'Agent 007',
    'Ada & Bob (2nd floor)',
    'Dot Cotton',
    'A B C Detective',
    'Punkt Müller, Berlin',
    'Ada 🦊',
  ])('is %s', (name) => {
    expect(personName.parse(name)).toBe(name);
  });

  test.each([
    'x.com',
    'bit.ly/x',
    'evil dot com',
    'evil dot de',
    'evil dot xyz',
    'evil punkt de',
    'www evil com',
    'evil·com',
    'evil,com',
    'e v i l . c o m',
    'evil․com',
    'evil.c\u034fom',
    'evil.newname',
    'https:evil',
    'hxxp:evil',
    'javascript:alert(1)',
    '//evil',
    '@evil',
    'пример.рф',
    '例子。中国',
    '٠٩٠٠ ١٢٣٤٥',
    '①②③④⑤⑥⑦',
    'Ada\nevil\n.com',
  ])('is not %j', (name) => {
    expect(isTaken(name)).toBe(false);
  });
});

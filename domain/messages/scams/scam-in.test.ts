import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { ScamKind } from '../contract/schema.ts';
import { scamKind } from '../contract/schema.ts';
import lists from './lists.json' with { type: 'json' };
import { scamIn, signsIn } from './scam-in.ts';
import signsByKind from './signs.json' with { type: 'json' };
import english from './words/en.json' with { type: 'json' };
import names from './words/names.json' with { type: 'json' };

const { first, mended } = lists;

const site = { publicUrl: 'https://handback.org' };
const examples = Object.entries(signsByKind).flatMap(([kind, group]) =>
  [...group.signs, ...('always' in group ? group.always : [])].map(([sign, , example]) => ({
    kind: kind as ScamKind,
    sign: String(sign),
    example: String(example),
  })),
);
const languages = Object.entries(
  import.meta.glob<{ examples: Record<ScamKind, string>; words: Record<string, string> }>('./words/??.json', {
    eager: true,
    import: 'default',
  }),
).map(([path, { examples, words }]) => ({ language: path.slice(-7, -5), examples: Object.entries(examples), words }));

test.for(examples)('$sign: “$example” has this sign ($kind)', ({ kind, sign, example }) => {
  expect(signsIn(example, site).map((found) => `${found.kind}: ${found.sign}`)).toContain(`${kind}: ${sign}`);
});

test.for(languages)('words of $language: the example of each kind is taken for it', ({ language, examples }) => {
  expect(examples.map(([kind]) => kind).sort()).toEqual([...scamKind.options].sort());
  for (const [kind, example] of examples) {
    const found = signsIn(example, site).filter((each) => each.language === language);
    expect(
      found.map((each) => each.kind),
      example,
    ).toContain(kind);
  }
});

test('every meaning of a sign has words, and stands in the table for translators', async () => {
  const table = await readFile('docs/translate.md', 'utf8');
  const unless = Object.values(signsByKind).flatMap((each): string[] => each.unless);
  const used = new Set([...examples.flatMap(({ sign }) => sign.split(/ [+>-] /)), ...unless]);
  const known = new Set([...Object.keys(english.words), ...Object.keys(names)]);
  expect([...used].filter((meaning) => !known.has(meaning))).toEqual([]);
  expect([...known].filter((meaning) => !table.includes(`\`${meaning}\``))).toEqual([]);
});

test('a star stands at one word: for the end of a phrase it would mean nothing', () => {
  const phrases = languages
    .flatMap(({ words }) => Object.values(words))
    .flatMap((listed) => listed.split(/[,،，、] */));
  expect(phrases.filter((phrase) => phrase.includes('*') && phrase.includes(' '))).toEqual([]);
});

test('no example of a sign is a message of the lists', () => {
  const messages = [first, mended].flatMap(({ scams, honest }) => [...textsOf(scams), ...textsOf(honest)]);
  const own = [
    ...examples.map(({ example }) => example),
    ...languages.flatMap((each) => each.examples.map(([, text]) => text)),
  ];
  expect(own.filter((example) => messages.includes(example))).toEqual([]);
});

test('of the scams written before the signs at least 98 % get a warning, and at most 0.5 % of the honest messages', () => {
  const scams = textsOf(first.scams);
  const honest = textsOf(first.honest);
  expect(unwarned(scams).length, unwarned(scams).join('\n')).toBeLessThanOrEqual(scams.length * 0.02);
  expect(warned(honest).length, warned(honest).join('\n')).toBeLessThanOrEqual(honest.length * 0.005);
});

test('what was once judged wrongly is judged rightly', () => {
  expect(unwarned(textsOf(mended.scams))).toEqual([]);
  expect(warned(textsOf(mended.honest))).toEqual([]);
});

test('invisible characters, other letters, accents and spaces hide nothing', () => {
  const hidden = [
    'Whats\u200bApp me',
    'Wh\u00adatsApp me',
    'ＷｈａｔｓＡｐｐ me',
    'WhаtsАрр me',
    'Wĥàtsäpp me',
    'ᴡʜᴀᴛꜱᴀᴘᴘ me',
    'W.h.a.t.s.A.p.p me',
    'T\u200bel\u200beg\u200bra\u200bm me',
    '🇼🇭🇦🇹🇸🇦🇵🇵 me',
  ];
  expect(hidden.filter((text) => scamIn(text, site) !== 'messenger')).toEqual([]);
  expect(scamIn('buy a ցift card', site)).toBe('gift-card');
  expect(scamIn('p@y m3 ２０ eur0s f1rst', site)).toBe('money');
});

test.for([
  [
    'https://handback.org',
    'handback-login.com',
    'hamdback.org',
    'h4ndback.org',
    'hand-back.net',
    'handback.org.evil.example',
    'http://handback.org@evil.example/',
  ],
  ['https://www.fundsachen.co.uk', 'fundsachen.com', 'fundsachem.co.uk', 'my-fundsachen.info', 'fundsаchen.co.uk'],
])(
  'an address that looks like the site’s own is a sign, and its own and those of maps are none: %s',
  ([publicUrl = '', ...false_]) => {
    const honest = [
      `${publicUrl}/item/abc`,
      new URL(publicUrl).hostname,
      'https://maps.app.goo.gl/x1',
      'https://www.bvg.de/fundbuero',
      'kim@example.com',
    ];
    expect(false_.filter((address) => scamIn(`Look at ${address} now`, { publicUrl }) !== 'log-in')).toEqual([]);
    expect(honest.filter((address) => scamIn(`Look at ${address} now`, { publicUrl }) !== null)).toEqual([]);
  },
);

test('a text of full length takes no longer for what is in it', () => {
  const ordinary = timeOf('I found your bag at the station and took it home with me. ');
  for (const part of hostile) expect(timeOf(part) / ordinary, part).toBeLessThan(20);
});

const hostile = [
  'pay ',
  'a ',
  '1',
  'code ',
  '€5 ',
  '€5',
  'w.',
  'p4y 5€ ',
  'a\n',
  'http://x ',
  'a.',
  'a-',
  'whatsapp ',
  'do not send money, ',
  'if i do not get 5 € ',
  'send me the code if you ',
  'x@',
  '0 ',
  '@a ',
  'الو ',
  '付',
  '请发验证码',
  'e',
];

function timeOf(part: string): number {
  const text = part.repeat(2000).slice(0, 2000);
  const times = Array.from({ length: 5 }, () => {
    const began = processorTime();
    scamIn(text, site);
    return processorTime() - began;
  });
  return Math.min(...times);
}

/** Not the clock's: other processes would count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function textsOf(messages: Record<string, string[] | undefined>): string[] {
  return Object.values(messages).flatMap((texts) => texts ?? []);
}

function warned(texts: string[]): string[] {
  return texts.filter((text) => scamIn(text, site) !== null);
}

function unwarned(texts: string[]): string[] {
  return texts.filter((text) => scamIn(text, site) === null);
}

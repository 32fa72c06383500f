import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import type { Messages } from './keys.ts';
import { remembered } from './remembered.ts';

type Key = keyof Messages;
export type PlainKey = { [K in Key]: Messages[K] extends { tags: string } ? never : K }[Key];

export type CompiledTexts = Record<string, CompiledMessage>;

type Params<K extends Key> = Messages[K] extends { params: infer P } ? P : unknown;
type Draw = (children: ReactNode) => ReactNode;
type Tags<K extends Key> = Messages[K] extends { tags: infer T extends string }
  ? Record<Exclude<T, (typeof htmlTags)[number]>, Draw>
  : unknown;
type Given<Values> = unknown extends Values ? [] : object extends Values ? [values?: Values] : [values: Values];

type KeyWithoutParams = { [K in PlainKey]: unknown extends Params<K> ? K : never }[PlainKey];

export type MessageDescriptor =
  | { key: KeyWithoutParams }
  | { [K in Exclude<PlainKey, KeyWithoutParams>]: { key: K; params: Params<K> } }[Exclude<PlainKey, KeyWithoutParams>];

export type Translations = {
  <K extends PlainKey>(key: K, ...values: Given<Params<K>>): string;
  rich<K extends Key>(key: K, ...values: Given<Params<K> & Tags<K>>): ReactNode;
  say(message: MessageDescriptor): string;
  date(date: Date, options: Intl.DateTimeFormatOptions): string;
  /** BCP 47. */
  language: string;
};

const htmlTags = ['bdi', 'strong', 'q'] as const;
const drawTags = Object.fromEntries(
  htmlTags.map((tag) => [tag, (children: ReactNode[]) => createElement(tag, null, ...children)]),
);

const formatters: FormatOptions['formatters'] = {
  getDateTimeFormat: remembered((...given) => new Intl.DateTimeFormat(...given)),
  getNumberFormat: remembered((...given) => new Intl.NumberFormat(...given)),
  getPluralRules: remembered((...given) => new Intl.PluralRules(...given)),
};

export function createTranslations(language: string, texts: CompiledTexts): Translations {
  const formatKey = (key: string, values: object = {}): unknown => {
    const text = texts[key];
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}.`);
    return format<unknown>(text, language, values as Record<string, string>, { formatters });
  };
  const translations = (key: string, values?: object) => formatKey(key, values) as string;
  return Object.assign(translations, {
    rich: (key: string, values?: object) =>
      createElement(Fragment, null, ...[formatKey(key, { ...drawTags, ...values }) as ReactNode].flat()),
    say: (said: { key: string; params?: object }) => translations(said.key, said.params),
    date: (date: Date, options: Intl.DateTimeFormatOptions) =>
      formatters.getDateTimeFormat(language, options).format(date),
    language,
  }) as Translations;
}

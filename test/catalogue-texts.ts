import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

type CatalogueFile = Record<string, Record<string, Record<string, string>>>;

/** Of the texts that a page shows, those that are the key of a text. */
export function bareKeys(texts: string[]): string[] {
  keys ??= new Set(
    Object.values(readCatalogue('en')).flatMap((areas) =>
      Object.entries(areas).flatMap(([area, messages]) => Object.keys(messages).map((name) => `${area}.${name}`)),
    ),
  );
  return texts.filter((text) => keys?.has(text));
}

let keys: Set<string> | undefined;

/** Of the texts that a page shows, those that are in English although the catalogue has them in this language. */
export function englishTexts(texts: string[], language: string): string[] {
  return texts.filter((text) => isTextOf('en', text) && !isTextOf(language, text));
}

/** Those that are neither in the catalogue of this language nor what the test itself wrote. */
export function unknownTexts(texts: string[], language: string, written: RegExp[]): string[] {
  return texts.filter((text) => !isTextOf(language, text) && !written.some((pattern) => pattern.test(text)));
}

const patterns = new Map<string, RegExp>();

function isTextOf(language: string, text: string): boolean {
  const pattern = patterns.get(language) ?? patternOf(language);
  patterns.set(language, pattern);
  return pattern.test(normal(text));
}

/** Fits each text node that the texts of a language can make. */
function patternOf(language: string): RegExp {
  const messages = Object.values(readCatalogue(language)).flatMap((areas) =>
    Object.values(areas).flatMap((area) => Object.values(area)),
  );
  const nodes = messages.flatMap((message) => variantsOf(parse(message))).flatMap((variant) => variant.split(tag));
  const worded = nodes.map(normal).filter((node) => /\p{L}/u.test(node));
  return new RegExp(`^(${[...new Set(worded)].join('|')})$`, 'u');
}

function readCatalogue(language: string): CatalogueFile {
  return JSON.parse(readFileSync(`messages/${language}.json`, 'utf8'));
}

const tag = '\0';

/** A pattern for each choice of plurals and selections. */
function variantsOf(elements: MessageFormatElement[]): string[] {
  return elements.reduce(
    (variants, element) => variants.flatMap((begin) => endsOf(element).map((end) => begin + end)),
    [''],
  );
}

function endsOf(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal) return [element.value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')];
  if (element.type === TYPE.tag) return variantsOf(element.children).map((variant) => tag + variant + tag);
  if (element.type === TYPE.plural || element.type === TYPE.select) {
    return Object.values(element.options).flatMap(({ value }) => variantsOf(value));
  }
  return ['.+'];
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

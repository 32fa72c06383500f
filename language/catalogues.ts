import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import compile from 'icu-minify/compile';
import type { CompiledTexts } from './create-translations.ts';

/** `finder` is complete in every language, `rest` in those whose file has it. */
const scopes = ['finder', 'rest'] as const;

type Scope = (typeof scopes)[number];
type Catalogue = Partial<Record<Scope, Map<string, Message>>>;
type Message = { text: string; parameters: Parameters };
type Parameters = Map<string, 'string' | 'number' | 'Date' | 'tag'>;

export type Catalogues = Map<string, Catalogue>;

/** @throws with a line for each difference from English, which names the file and the key */
export function readCatalogues(folder: string): Catalogues {
  const problems: string[] = [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const catalogues: Catalogues = new Map(
    names.sort().map((name) => {
      const report = (problem: string) => problems.push(`${join(basename(folder), name)}: ${problem}`);
      const language = basename(name, '.json');
      if (canonical(language) !== language) report('its name must be a BCP 47 language tag, such as pt-BR.json.');
      return [language, readCatalogue(readFileSync(join(folder, name), 'utf8'), report)];
    }),
  );
  const english = catalogues.get('en');
  if (!english) throw new Error(`${join(basename(folder), 'en.json')} is missing.`);
  for (const [language, catalogue] of catalogues) {
    const report = (problem: string) => problems.push(`${join(basename(folder), language)}.json: ${problem}`);
    compare(catalogue, english, report);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return catalogues;
}

export function compileTranslations(catalogues: Catalogues, language: string, needed?: Set<string>): CompiledTexts {
  const own = catalogues.get(language);
  const messages = scopes.flatMap((scope) => [...(own?.[scope] ?? [])]);
  return Object.fromEntries(
    messages
      .filter(([key]) => needed?.has(key) ?? true)
      .map(([key, { text }]) => [key, compile(text) as CompiledTexts[string]]),
  );
}

export function keysOf(catalogues: Catalogues): string[] {
  return scopes.flatMap((scope) => [...(catalogues.get('en')?.[scope]?.keys() ?? [])]);
}

export function writeKeys(catalogues: Catalogues): void {
  const messages = scopes.flatMap((scope) => [...(catalogues.get('en')?.[scope] ?? [])]);
  const text = [
    '/** Every text by its key, with the type of each parameter. A tag is drawn by a function. */',
    'export type Messages = {',
    ...messages.map(([key, { parameters }]) => `  '${key}': ${typeOf(parameters)};`),
    '};',
    '',
  ].join('\n');
  const file = 'language/keys.ts';
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

function typeOf(parameters: Parameters): string {
  const named = [...parameters].filter(([, kind]) => kind !== 'tag').map(([name, kind]) => `${name}: ${kind}`);
  const tags = [...parameters].filter(([, kind]) => kind === 'tag').map(([name]) => `'${name}'`);
  const params = named.length > 0 ? [`params: { ${named.join('; ')} }`] : [];
  const all = [...params, ...(tags.length > 0 ? [`tags: ${tags.join(' | ')}`] : [])];
  return all.length > 0 ? `{ ${all.join('; ')} }` : '{}';
}

function readCatalogue(json: string, report: (problem: string) => void): Catalogue {
  const catalogue: Catalogue = {};
  for (const [scope, areas] of Object.entries(parseObject(json, report))) {
    if (!isScope(scope)) {
      report(`"${scope}" is no scope; there are ${scopes.join(' and ')}.`);
      continue;
    }
    const messages = new Map<string, Message>();
    for (const [area, texts] of Object.entries(areas ?? {})) {
      for (const [name, text] of Object.entries(texts ?? {})) {
        const message = readMessage(text, (problem) => report(`${area}.${name} ${problem}`));
        if (message) messages.set(`${area}.${name}`, message);
      }
    }
    catalogue[scope] = messages;
  }
  return catalogue;
}

function parseObject(json: string, report: (problem: string) => void): Record<string, Record<string, object>> {
  try {
    return JSON.parse(json);
  } catch (error) {
    report(`it is no JSON: ${(error as Error).message}`);
    return {};
  }
}

/** An empty text is not translated yet. */
function readMessage(text: unknown, report: (problem: string) => void): Message | undefined {
  if (text === '') return undefined;
  if (typeof text !== 'string') {
    report('must be a text.');
    return undefined;
  }
  try {
    const parameters: Parameters = new Map();
    collect(parse(text), parameters);
    return { text, parameters };
  } catch (error) {
    report(`is no ICU message: ${(error as Error).message}`);
    return undefined;
  }
}

function collect(elements: MessageFormatElement[], parameters: Parameters): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    const { value: name } = element;
    const set = (kind: 'string' | 'number' | 'Date' | 'tag') => {
      if (kind !== 'string' || !parameters.has(name)) parameters.set(name, kind);
    };
    if (element.type === TYPE.argument) set('string');
    if (element.type === TYPE.number) set('number');
    if (element.type === TYPE.date || element.type === TYPE.time) set('Date');
    if (element.type === TYPE.tag) {
      set('tag');
      collect(element.children, parameters);
    }
    if (element.type === TYPE.plural || element.type === TYPE.select) {
      set(element.type === TYPE.plural ? 'number' : 'string');
      for (const option of Object.values(element.options)) collect(option.value, parameters);
    }
  }
}

function compare(catalogue: Catalogue, english: Catalogue, report: (problem: string) => void): void {
  for (const scope of scopes) {
    const [texts, model] = [catalogue[scope], english[scope] ?? new Map<string, Message>()];
    if (!texts && scope === 'rest') continue;
    for (const [key, { parameters }] of model) {
      const message = texts?.get(key);
      if (!message) report(`${key} is missing from "${scope}".`);
      else if (listed(message.parameters) !== listed(parameters)) {
        report(`${key} has the parameters ${listed(message.parameters)}, in English it has ${listed(parameters)}.`);
      }
    }
    for (const key of texts?.keys() ?? []) {
      if (!model.has(key)) report(`${key} is in "${scope}", but English has no such text there.`);
    }
  }
}

function listed(parameters: Parameters): string {
  const each = [...parameters].map(([name, kind]) => (kind === 'tag' ? `<${name}>` : `{${name}: ${kind}}`));
  return each.sort().join(' ') || 'none';
}

function isScope(name: string): name is Scope {
  return scopes.some((scope) => scope === name);
}

function canonical(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

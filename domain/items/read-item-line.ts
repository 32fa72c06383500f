import type { z } from 'zod';
import type { MessageDescriptor, PlainKey, Translations } from '../../language/create-translations.ts';
import { languages, translationsIn } from '../../language/languages.ts';
import { plainDigits } from '../texts/contract/plain-digits.ts';
import { columnTitled } from './column-titles.ts';
import { categories } from './contract/categories.ts';
import { type FactChange, type FactName, factChange, factNames, temperaments } from './contract/facts.ts';
import { columnKey, type ItemFileCells, type ItemFileColumn, lossColumns } from './contract/item-file.ts';
import { type ItemState, isMissing, itemStates } from './contract/item-state.ts';
import { type Loss, theft } from './contract/loss.ts';
import { type ItemDetails, itemDetails } from './contract/schema.ts';

/** With a doubt a line is added only when somebody chooses it; a remark does not stop it. */
export type LineProblem = { column?: ItemFileColumn; problem: MessageDescriptor; level?: 'doubt' | 'remark' };

export type LineItem = {
  details: ItemDetails;
  facts: FactChange;
  state: ItemState;
  isArchived: boolean;
  loss: Loss;
};

const showable = factNames.filter((name) => name !== 'serialNumber');

type Read<Part> = { value: Part; problems: LineProblem[] };

/** Reads the cells of a line. Only where nothing but remarks are is the item what they say. */
export function readItemLine(cells: ItemFileCells, language: string): { item: LineItem; problems: LineProblem[] } {
  const details = readDetails(cells, language);
  const facts = readFacts(cells, language);
  const state = readState(cells, language);
  const loss = readLoss(cells, state.value.state);
  return {
    item: { details: details.value, facts: facts.value, ...state.value, loss: loss.value },
    problems: [details, facts, state, loss].flatMap(({ problems }) => problems),
  };
}

function readDetails(
  { name = '', note = '', category: typed = '' }: ItemFileCells,
  language: string,
): Read<ItemDetails> {
  const category = typed.trim() ? findByWord(typed, categories, (each) => `category.${each}` as const) : 'other';
  const { data, error } = itemDetails.safeParse({ name, note, category: category ?? 'other' });
  const problems = problemsIn(error, ({ path }) => path[0] as ItemFileColumn);
  if (!category) {
    const params = { typed: typed.trim(), other: translationsIn(language)('category.other') };
    problems.push({ column: 'category', problem: { key: 'itemFile.unknownCategory', params }, level: 'remark' });
  }
  return { value: data ?? { name, note, category: 'other' }, problems };
}

function readFacts(cells: ItemFileCells, language: string): Read<FactChange> {
  const t = translationsIn(language);
  const shown = new Set<FactName>();
  const problems: LineProblem[] = [];
  for (const typed of partsOf(cells.finderSees)) {
    const column = columnTitled(typed);
    const name = factNames.find((each) => each === column);
    if (name) shown.add(name);
    else {
      const params = { typed, columns: showable.map((each) => t(columnKey(each))).join(', ') };
      problems.push({ column: 'finderSees', problem: { key: 'itemFile.unknownColumn', params } });
    }
  }
  const facts = factNames.flatMap((name) => {
    const text = readFactText(name, cells[name] ?? '');
    return text.trim() ? [[name, { text, shown: shown.has(name) }] as const] : [];
  });
  for (const [name, fact] of facts) {
    const { error } = factChange.safeParse({ [name]: fact });
    if (error && name === 'temperament') {
      const choices = temperaments.map((each) => factText(name, each, t)).join(', ');
      problems.push({ column: name, problem: { key: 'itemFile.unknownTemperament', params: { choices } } });
    } else problems.push(...problemsIn(error, ({ path }) => (path[1] === 'shown' ? 'finderSees' : name)));
  }
  return { value: factChange.safeParse(Object.fromEntries(facts)).data ?? {}, problems };
}

/** An item that was archived while it was missing is both. */
function readState({ state: typed }: ItemFileCells, language: string): Read<Pick<LineItem, 'state' | 'isArchived'>> {
  const t = translationsIn(language);
  const words = { ...stateWords, archived: archivedWord } as const;
  const known = [...itemStates, 'archived'] as const;
  const value: Pick<LineItem, 'state' | 'isArchived'> = { state: 'kept', isArchived: false };
  const problems: LineProblem[] = [];
  for (const part of partsOf(typed)) {
    const found = findByWord(part, known, (each) => words[each]);
    if (found === 'archived') value.isArchived = true;
    else if (found) value.state = isMissing(found) ? found : 'kept';
    else {
      const params = { typed: part, kept: t(words.kept) };
      problems.push({ column: 'state', problem: { key: 'itemFile.unknownState', params }, level: 'remark' });
    }
  }
  return { value, problems };
}

function readLoss(cells: ItemFileCells, state: ItemState): Read<Loss> {
  const said = lossColumns.filter((column) => cells[column]?.trim());
  if (!isMissing(state)) {
    return { value: {}, problems: said.map((column) => ({ column, problem: { key: 'itemFile.notMissing' } })) };
  }
  const { message, place, position, lastSeen = '', reference } = cells;
  const typed = { message, place, reference, lastSeen: lastSeen.trim().replace(' ', 'T') };
  const { data, error } = theft.safeParse(typed);
  const point = position?.trim() ? readPosition(position) : null;
  const problems = problemsIn(error, ({ path }) => path[0] as ItemFileColumn);
  if (point === undefined) problems.push({ column: 'position', problem: { key: 'itemFile.notAPosition' } });
  return { value: { ...data, point }, problems };
}

/** Latitude and longitude in degrees, with decimal commas where something else stands between them. */
function readPosition(typed: string): Loss['point'] {
  const plain = plainDigits(typed)
    .replaceAll('٫', '.')
    .replace(/[\p{Pd}−]/gu, '-')
    .trim();
  const text = plain.replace(/^(-?\d+),(\d+)(?:\s*;|,?\s)\s*(-?\d+),(\d+)$/, '$1.$2 $3.$4');
  const [, latitude, longitude] = /^(-?\d+(?:\.\d+)?)[\s,;]+(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  return theft.shape.point.safeParse({ latitude: Number(latitude), longitude: Number(longitude) }).data;
}

function partsOf(typed = ''): string[] {
  return typed.split(/[,;\n]/).flatMap((part) => part.trim() || []);
}

/** Where a form offers a choice, a file has what was typed. */
const inFiles = new Map<string, PlainKey>([
  ['refused.notADay', 'itemFile.notADay'],
  ['refused.notAMoment', 'itemFile.notAMoment'],
]);

/** A schema's message is a key; the broken limit is the text's only parameter. */
function problemsIn(
  error: z.ZodError | undefined,
  columnOf: (issue: z.core.$ZodIssue) => ItemFileColumn,
): LineProblem[] {
  return (error?.issues ?? []).map((issue) => ({
    column: columnOf(issue),
    problem: { key: inFiles.get(issue.message) ?? issue.message, params: issue } as unknown as MessageDescriptor,
  }));
}

/** A returned item has no word: it is with its owner. */
export const stateWords = {
  kept: 'items.withYou',
  lost: 'itemFile.lost',
  stolen: 'loss.past_stolen',
  returned: 'items.withYou',
} as const satisfies Record<ItemState, PlainKey>;

export const archivedWord = 'itemFile.archived' as const satisfies PlainKey;

const temperamentWords = {
  shy: 'finderView.shy',
  friendly: 'finderView.friendly',
} as const satisfies Record<(typeof temperaments)[number], PlainKey>;

export function factText(name: FactName, text: string, t: Translations): string {
  const chosen = name === 'temperament' && temperaments.find((temperament) => temperament === text);
  return chosen ? t(temperamentWords[chosen]) : text;
}

/** The choice for what was typed, which stays as it is where there is none. */
function readFactText(name: FactName, typed: string): string {
  if (name !== 'temperament') return typed;
  return findByWord(typed, temperaments, (temperament) => temperamentWords[temperament]) ?? typed;
}

function findByWord<Value extends string>(
  typed: string,
  values: readonly Value[],
  keyOf: (value: Value) => PlainKey,
): Value | undefined {
  const wanted = plain(typed);
  return values.find((value) =>
    [value, ...languages.map((language) => translationsIn(language)(keyOf(value) as 'items.withYou'))].some(
      (word) => plain(word) === wanted,
    ),
  );
}

function plain(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

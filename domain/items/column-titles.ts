import { restLanguages, translationsIn } from '../../language/languages.ts';
import { folded } from '../lists/contract/folded.ts';
import { columnKey, type ItemFileColumn, itemFileColumns } from './contract/item-file.ts';
import { descriptions, itemNames, otherTitles } from './other-titles.ts';

type Titles = ReadonlyMap<string, ItemFileColumn>;
/** Titles that are known, and the head in which they are looked for. */
type Rank = [titles: Titles, head: string[]];

/**
 * The columns of a head. Our own title, in any language, goes before another one that people use; of several such the first one is the
 * column.
 */
export function columnsOf(titles: string[]): (ItemFileColumn | undefined)[] {
  const head = mapped(titles, lettersOf);
  const withoutBrackets = mapped(titles, (title) => lettersOf(title.replace(inBrackets, '')));
  const rest: Rank[] = [
    [byOwnTitle, head],
    [byAnyTitle, head],
    [byAnyTitle, withoutBrackets],
  ];
  const columns = columnsBy([[byItemName, head], ...rest]);
  const isOfPerson = head.some((each, index) => !columns[index] && personNames.has(each));
  if (isOfPerson) return columns.map((column) => (column === 'email' || column === 'phone' ? undefined : column));
  return columns.includes('name') ? columns : columnsBy([[byDescription, head], ...rest]);
}

/** A head may have a million cells, and the same in many. */
function mapped(titles: string[], read: (title: string) => string): string[] {
  const known = new Map([...new Set(titles)].map((title) => [title, read(title)]));
  return titles.map((title) => known.get(title) ?? '');
}

/** What earlier titles name is not named by later ones; only our own may name it twice, which is refused. */
function columnsBy(ranks: Rank[]): (ItemFileColumn | undefined)[] {
  const columns: (ItemFileColumn | undefined)[] = ranks[0]?.[1].map(() => undefined) ?? [];
  const taken = new Set<ItemFileColumn>();
  for (const [titles, head] of ranks) {
    const before = titles === byOwnTitle ? new Set(taken) : taken;
    for (const [index, letters] of head.entries()) {
      const column = titles.get(letters);
      if (!column || columns[index] || before.has(column)) continue;
      columns[index] = column;
      taken.add(column);
    }
  }
  return columns;
}

/** By any of its titles, whatever stands between the words. */
export function columnTitled(title: string): ItemFileColumn | undefined {
  return byAnyTitle.get(lettersOf(title));
}

/** A unit, or what the column is for: “Notes (optional)”. */
const inBrackets = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*$/;

/** Shelf writes a column of one's own as “cf:Serial number, type:text”. */
const lettersOf = (title: string) =>
  folded(title.replace(/^\s*cf:|,\s*type:.*$/gi, '')).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

const named = (column: ItemFileColumn, titles: string) =>
  titles.split(',').map((title) => [lettersOf(title), column] as const);

/** Beside them, an email address and a phone number are that person's. */
const personNames = new Set(['name', 'fullname', 'username']);

const byItemName: Titles = new Map(named('name', itemNames));
const byDescription: Titles = new Map(named('name', descriptions));
const byOwnTitle: Titles = new Map(
  itemFileColumns.flatMap((column) =>
    [column, ...restLanguages.map((language) => translationsIn(language)(columnKey(column)))].map(
      (title) => [lettersOf(title), column] as const,
    ),
  ),
);
const byAnyTitle: Titles = new Map([
  ...Object.entries(otherTitles).flatMap(([column, titles]) => named(column as ItemFileColumn, titles)),
  ...byItemName,
  ...byOwnTitle,
]);

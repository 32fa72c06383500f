import { restLanguages, wordsIn } from '../../language/languages.ts';
import type { PlainKey } from '../../language/words.ts';
import { columnKey, type ItemFileColumn, itemFileColumns } from './contract/item-file.ts';
import { plain } from './item-file-words.ts';

/** Other titles that people give these columns, with commas between them. */
const otherTitles = {
  name: 'itemFile.titles-name',
  category: 'itemFile.titles-category',
  note: 'itemFile.titles-note',
  serialNumber: 'itemFile.titles-serialNumber',
  reward: 'itemFile.titles-reward',
  phone: 'itemFile.titles-phone',
  email: 'itemFile.titles-email',
  chip: 'itemFile.titles-chip',
  vet: 'itemFile.titles-vet',
  tripTo: 'itemFile.titles-tripTo',
  reference: 'itemFile.titles-reference',
} as const satisfies Partial<Record<ItemFileColumn, PlainKey>>;

/**
 * The columns of a head. Our own title, in any language, goes before another one that people use; of several such the first one is the
 * column.
 */
export function columnsOf(titles: string[]): (ItemFileColumn | undefined)[] {
  // A head may have a million cells, and the same in many.
  const read = new Map(
    [...new Set(titles)].map((title) => [
      title,
      { own: byOwnTitle.get(plain(unquoted(title))), any: columnTitled(title) },
    ]),
  );
  const columns = titles.map((title) => read.get(title)?.own);
  const taken = new Set(columns);
  return columns.map((own, index) => {
    const column = own ?? read.get(titles[index] ?? '')?.any;
    if (own || !column || taken.has(column)) return own;
    taken.add(column);
    return column;
  });
}

/** By any of its titles, whatever stands between the words. */
export function columnTitled(title: string): ItemFileColumn | undefined {
  return byAnyTitle.get(lettersOf(title));
}

const unquoted = (title: string) => title.replace(/^"(.*)"$/, '$1');
const lettersOf = (title: string) => plain(title).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

const ownTitles = itemFileColumns.flatMap((column) =>
  [column, ...restLanguages.map((language) => wordsIn(language)(columnKey(column)))].map(
    (title) => [title, column] as const,
  ),
);

const byOwnTitle: ReadonlyMap<string, ItemFileColumn> = new Map(
  ownTitles.map(([title, column]) => [plain(title), column]),
);

const byAnyTitle: ReadonlyMap<string, ItemFileColumn> = new Map([
  ...Object.entries(otherTitles).flatMap(([column, key]) =>
    restLanguages.flatMap((language) =>
      wordsIn(language)(key)
        .split(',')
        .map((title) => [lettersOf(title), column as ItemFileColumn] as const),
    ),
  ),
  ...ownTitles.map(([title, column]) => [lettersOf(title), column] as const),
]);

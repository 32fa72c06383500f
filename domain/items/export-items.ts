import { stringify } from 'csv-stringify/sync';
import type { PlainKey, Words } from '../../language/words.ts';
import { itemPath } from '../../paths/paths.ts';
import type { Installation } from '../../server/installation.ts';
import { maxPageSize } from '../lists/contract/page-size.ts';
import { columnKey, type ItemFileColumn, itemFileColumns, toSafeCell } from './contract/item-file.ts';
import { type ItemState, stateOf } from './contract/item-state.ts';
import type { ItemSummary } from './contract/schema.ts';
import { type ItemFilter, listItems, type Owner } from './items.ts';

/** Spreadsheets take a file without it for one in the system's own encoding. */
const utf8Mark = '\ufeff';

/** Writes the owner's items as CSV (RFC 4180), those in use before the archived ones, as their list has them. */
export async function* exportItems(
  owner: Owner,
  filter: Pick<ItemFilter, 'search' | 'category'>,
  t: Words,
  installation: Installation,
): AsyncGenerator<string> {
  yield utf8Mark + toLines([itemFileColumns.map((column) => t(columnKey(column)))]);
  for (const archived of [false, true]) {
    for await (const items of pagesOf(owner, { ...filter, archived, language: t.language }, installation)) {
      yield toLines(
        items.map((item) => itemFileColumns.map((column) => toSafeCell(cellsOf(item, t, installation)[column]))),
      );
    }
  }
}

async function* pagesOf(owner: Owner, filter: ItemFilter, installation: Installation): AsyncGenerator<ItemSummary[]> {
  let after: string | undefined;
  do {
    const page = await listItems(owner, { ...filter, after, limit: maxPageSize }, installation);
    if (page === 'bad-cursor') throw new Error('a cursor of our own was refused');
    yield page.items;
    after = page.next;
  } while (after);
}

const stateWords = {
  kept: 'items.withYou',
  lost: 'itemFile.lost',
  stolen: 'loss.past_stolen',
  returned: 'items.withYou',
} as const satisfies Record<ItemState, PlainKey>;

function cellsOf(item: ItemSummary, t: Words, { publicUrl }: Installation): Record<ItemFileColumn, string> {
  return {
    name: item.name,
    category: t(`category.${item.category}`),
    note: item.note,
    // In groups, because spreadsheets round a long number.
    code: item.id.replace(/(?<=.)(?=(?:.{4})+$)/g, '-'),
    address: publicUrl + itemPath(item.hash),
    state: t(item.archivedAt ? 'itemFile.archived' : stateWords[stateOf(item)]),
    added: item.createdAt.slice(0, 10),
  };
}

function toLines(rows: string[][]): string {
  return stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

import type { Translations } from '../../language/create-translations.ts';
import { itemPath } from '../../paths/paths.ts';
import type { Services } from '../../server/services.ts';
import { csvLines, utf8Mark } from '../lists/contract/csv.ts';
import { maxPageSize } from '../lists/contract/page-size.ts';
import { factNames } from './contract/facts.ts';
import { columnKey, type ItemFileCells, itemFileColumns } from './contract/item-file.ts';
import { fromItemHash } from './contract/item-hash.ts';
import { isLost, stateOf } from './contract/item-state.ts';
import type { ToldLoss } from './contract/loss.ts';
import type { ItemSummary } from './contract/schema.ts';
import { latestStates } from './item-states.ts';
import { type ItemFilter, listItems, type Owner } from './items.ts';
import { archivedWord, factText, stateWords } from './read-item-line.ts';

export async function* exportItems(
  owner: Owner,
  filter: Pick<ItemFilter, 'search' | 'category'>,
  t: Translations,
  services: Services,
): AsyncGenerator<string> {
  yield utf8Mark + csvLines([itemFileColumns.map((column) => t(columnKey(column)))]);
  for (const archived of [false, true]) {
    for await (const items of pagesOf(owner, { ...filter, archived, language: t.language }, services)) {
      const missing = items.filter(isLost).map(({ id }) => id);
      const losses = await latestStates(owner, missing, services);
      yield csvLines(
        items.map((item) => {
          const cells = { ...cellsOf(item, t, services), ...factCells(item, t), ...lossCells(losses.get(item.id)) };
          return itemFileColumns.map((column) => cells[column] ?? '');
        }),
      );
    }
  }
}

async function* pagesOf(owner: Owner, filter: ItemFilter, services: Services): AsyncGenerator<ItemSummary[]> {
  let after: string | undefined;
  do {
    const page = await listItems(owner, { ...filter, after, limit: maxPageSize }, services);
    if (page === 'bad-cursor') throw new Error('a cursor of our own was refused');
    yield page.items;
    after = page.next;
  } while (after);
}

function cellsOf(item: ItemSummary, t: Translations, { publicUrl }: Services): ItemFileCells {
  return {
    name: item.name,
    category: t(`category.${item.category}`),
    note: item.note,
    // In groups, because spreadsheets round a long number.
    code: fromItemHash(item.hash).replace(/(?<=.)(?=(?:.{4})+$)/g, '-'),
    address: publicUrl + itemPath(item.hash),
    state: statesOf(item, t).join(', '),
    added: item.createdAt.slice(0, 10),
  };
}

/** An archived item is told as archived only, unless it is missing too. */
function statesOf(item: ItemSummary, t: Translations): string[] {
  const state = t(stateWords[stateOf(item)]);
  if (!item.archivedAt) return [state];
  return isLost(item) ? [t(archivedWord), state] : [t(archivedWord)];
}

function factCells({ facts }: ItemSummary, t: Translations): ItemFileCells {
  const shown = factNames.filter((name) => facts[name]?.shown).map((name) => t(columnKey(name)));
  const texts = factNames.map((name) => [name, factText(name, facts[name]?.text ?? '', t)]);
  return { ...Object.fromEntries(texts), finderSees: shown.join(', ') };
}

function lossCells(loss: ToldLoss | undefined): ItemFileCells {
  if (!loss) return {};
  const { message, place, point, lastSeen, reference } = loss;
  const position = point ? `${point.latitude}, ${point.longitude}` : '';
  return { message, place, position, lastSeen: lastSeen.replace('T', ' '), reference };
}

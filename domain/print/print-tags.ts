import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { restLanguage, wordsIn } from '../../language/languages.ts';
import type { Installation } from '../../server/installation.ts';
import { blankTagsOf } from '../items/blank-tags.ts';
import { printedAddress, qrMatrix } from '../items/contract/qr-matrix.ts';
import type { Owner } from '../items/items.ts';
import { isLocalHost } from '../settings/exempt-host.ts';
import { mostTags, type PrintOptions } from './contract/schema.ts';
import { findSheet } from './contract/sheets.ts';
import { drawSheets, drawTestPage, faceOf } from './draw-sheets.ts';
import { leastModule, moduleSize, type Tag } from './draw-tag.ts';

/** `blank`: the owner's tags that are on nothing yet. */
export type Chosen = 'all' | 'blank' | string[];

export type Printed =
  | { pdf: Readable }
  | { refused: 'nothing' | 'no-item' | 'too-many' }
  /** In millimetres. */
  | { refused: 'too-small'; module: number };

/**
 * Puts tags of the owner's items on sheets, as a PDF that can be read while it is drawn.
 * @param items ids; each must be of an item of the owner
 */
export async function printTags(
  owner: Owner & { language: string },
  { items, ...options }: PrintOptions & { items: Chosen },
  installation: Installation,
): Promise<Printed> {
  const t = wordsIn(restLanguage(owner.language));
  const sheet = findSheet(options.sheet);
  if (options.testPage) return { pdf: drawTestPage({ ...options, sheet }, t('printedPage.ruler')) };

  const chosen = typeof items === 'string' ? items : [...new Set(items)];
  const rows =
    chosen === 'blank' ? await readBlankTags(owner, installation) : await readTags(owner, chosen, installation);
  if (typeof chosen !== 'string' && rows.length < chosen.length) return { refused: 'no-item' };
  if (rows.length === 0) return { refused: 'nothing' };
  if (rows.length * options.copies > mostTags) return { refused: 'too-many' };

  const { publicUrl } = installation;
  const { host, hostname } = new URL(publicUrl);
  const address = isLocalHost(hostname) ? `TEST ${host}` : host;
  // All codes have the same length, and so the same number of modules.
  const [{ code } = { code: '' }] = rows;
  const module = moduleSize(faceOf(sheet.label, sheet.fold), qrMatrix(printedAddress(publicUrl, code)));
  if (module < leastModule) return { refused: 'too-small', module };

  const tagOf = ({ code, name, note }: Row): Tag => ({
    matrix: qrMatrix(printedAddress(publicUrl, code)),
    host: address,
    code: code.replace(/.{4}(?=.)/g, '$& '),
    headline: t('printedPage.scan'),
    name: options.texts === 'code' ? '' : name,
    note: options.texts === 'note' ? note : '',
  });
  return { pdf: drawSheets(copiesOf(rows.values().map(tagOf), options.copies), { ...options, sheet }) };
}

function* copiesOf(tags: Iterable<Tag>, copies: number): Generator<Tag> {
  for (const tag of tags) for (let copy = 0; copy < copies; copy++) yield tag;
}

type Row = { code: string; name: string; note: string };

async function readBlankTags(owner: Owner, { db }: Installation): Promise<Row[]> {
  const tags = await blankTagsOf(owner, db).select('code').orderBy('code').execute();
  return tags.map(({ code }) => ({ code, name: '', note: '' }));
}

/** In the order of My Items, or as chosen: of each item the first tag that is in use. One more than can be printed. */
async function readTags({ uid }: Owner, chosen: Exclude<Chosen, 'blank'>, { db }: Installation): Promise<Row[]> {
  const rows = await db
    .selectFrom('items')
    .innerJoin('tags', 'tags.itemId', 'items.id')
    .distinctOn('items.id')
    .select(['items.id', 'tags.code', 'items.name', 'items.note', 'items.createdAt'])
    .where('items.ownerId', '=', uid)
    .where('items.deletedAt', 'is', null)
    .where('tags.status', '=', 'active')
    .where(chosen === 'all' ? sql<boolean>`true` : sql<boolean>`items.id = any(${chosen})`)
    .orderBy('items.id')
    .orderBy('tags.activatedAt')
    .limit(mostTags + 1)
    .execute();
  if (chosen === 'all') return rows.sort((one, other) => Number(other.createdAt) - Number(one.createdAt));
  const places = new Map(chosen.map((id, place) => [id, place]));
  return rows.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

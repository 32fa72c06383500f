import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { configure, TextReader, ZipWriter } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { translationsIn } from '../../language/languages.ts';
import { exactTime } from '../../server/db/keyset.ts';
import type { Services } from '../../server/services.ts';
import { printedAddress, qrMatrix } from '../items/contract/qr-code.ts';
import { qrSvg } from '../items/contract/qr-code.ts';
import { inGroups } from '../items/contract/tag-code.ts';
import { isLost, matches, type Owner } from '../items/items.ts';
import { unassignedTagsOf } from '../items/unassigned-tags.ts';
import { isLocalHost } from '../settings/exempt-host.ts';
import { restLanguageOf } from '../settings/languages.ts';
import { mostTags, type PrintFormat, type PrintOptions } from './contract/schema.ts';
import { placesOn, type Sheet } from './contract/sheets.ts';
import { drawPicture, drawPictures, fileNameOf } from './draw-pictures.ts';
import { drawSheets, drawTestPage, faceOf } from './draw-sheets.ts';
import { type Letters, lettersOf, type Tag, whyNotWhole } from './draw-tag.ts';
import { sheetOf, tooSmallFor } from './label-templates.ts';
import { createTypesetter } from './typeset.ts';

/** `blank`: the owner's tags that are on nothing yet; `search`: the items that My Items finds by it. */
export type Chosen = 'all' | 'blank' | { search?: string | undefined } | string[];

type Order = PrintOptions & { items: Chosen };

type NotChosen =
  | { refused: 'nothing' | 'no-item' | 'too-many' }
  /** Each tag of the item of this name is retired or frozen. */
  | { refused: 'no-tag'; name: string };

export type NotPrinted =
  | NotChosen
  | { refused: 'no-sheet' }
  | { refused: 'no-place'; places: number }
  /** In millimetres. */
  | { refused: 'too-small'; module: number };

type Printed = { name: string; type: PrintFormat | 'zip'; file: Readable };

/** Names that do not stand on the labels as their owner wrote them: there is no room, or no letters for them. */
export type NotWhole = {
  noRoom: string[];
  noLetters: string[];
  /** What stands under the codes; on the label that has the least. */
  letters: Letters;
};

/** `count` of all of them, of which some are named. */
type Untagged = { items: { id: string; name: string }[]; count: number };

const mostNamed = 50;

/**
 * Puts tags of the owner's items on sheets, as a PDF, or draws the label of each by itself: one file that can be read while it is drawn.
 * @param order `items`: ids, each of an item of the owner; of pictures there is one an item
 */
export async function printTags(
  owner: Owner & { language: string },
  order: Order,
  services: Services,
): Promise<Printed | NotPrinted> {
  if (order.testPage) {
    const sheet = await sheetOf(owner, order.sheet, services);
    const ruler = translationsIn(restLanguageOf(owner.language, services))('printedPage.ruler');
    return sheet
      ? { name: 'test-page.pdf', type: 'pdf', file: drawTestPage({ ...order, sheet }, ruler) }
      : { refused: 'no-sheet' };
  }
  const chosen = await tagsOf(owner, order, services);
  if ('refused' in chosen) return chosen;
  const { tags, sheet } = chosen;
  const { format } = order;
  if (format === 'pdf') {
    const places = placesOn(sheet);
    if (order.start > places) return { refused: 'no-place', places };
    if (tags.length * order.copies > mostTags) return { refused: 'too-many' };
    return { name: 'tags.pdf', type: 'pdf', file: drawSheets(copiesOf(tags, order.copies), { ...order, sheet }) };
  }
  const [first] = tags;
  if (tags.length > 1 || !first)
    return { name: `tags-${format}.zip`, type: 'zip', file: drawPictures(tags, sheet, format) };
  const { name, bytes } = await drawPicture(first, sheet, format);
  return { name, type: format, file: Readable.from([bytes], { objectMode: false }) };
}

/** Which names would not stand whole on the labels of an order. */
export async function checkNames(
  owner: Owner & { language: string },
  order: Order,
  services: Services,
): Promise<NotWhole | NotPrinted> {
  const chosen = await tagsOf(owner, order, services);
  if ('refused' in chosen) return chosen;
  const typesetter = createTypesetter();
  const notWhole: NotWhole = { noRoom: [], noLetters: [], letters: 'host-and-code' };
  for (const tag of chosen.tags) {
    // Others are served between two tags.
    await setImmediate();
    const letters = lettersOf(tag, typesetter, faceOf(chosen.sheet));
    if (letters === 'none' || notWhole.letters === 'host-and-code') notWhole.letters = letters;
    const why = whyNotWhole(tag, typesetter, faceOf(chosen.sheet));
    if (why === 'no-room') notWhole.noRoom.push(tag.name);
    if (why === 'no-letters') notWhole.noLetters.push(tag.name);
  }
  return notWhole;
}

async function tagsOf(
  owner: Owner & { language: string },
  { items, texts, sheet: asked }: Order,
  services: Services,
): Promise<{ tags: Tag[]; sheet: Sheet } | NotPrinted> {
  const sheet = await sheetOf(owner, asked, services);
  if (!sheet) return { refused: 'no-sheet' };
  const { publicUrl } = services;
  const tooSmall = tooSmallFor(publicUrl, sheet);
  if (tooSmall) return tooSmall;
  const rows = await chosenTags(owner, items, services);
  if ('refused' in rows) return rows;
  const headline = translationsIn(restLanguageOf(owner.language, services))('printedPage.scan');
  const tags = rows.map(({ code, name, note }) => {
    const said = { code, name: texts === 'code' ? '' : name, note: texts === 'note' ? note : '' };
    return tagOf(said, headline, publicUrl);
  });
  return { tags, sheet };
}

/** Refused when there is none, too many for a print, or one that is not the owner's. */
async function chosenTags(
  owner: Owner & { language: string },
  items: Chosen,
  services: Services,
): Promise<Row[] | NotChosen> {
  const ids = Array.isArray(items) ? [...new Set(items)] : undefined;
  const rows =
    items === 'blank' ? await readUnassignedTags(owner, services) : await readTags(owner, ids ?? items, services);
  if (ids && rows.length < ids.length && rows.length <= mostTags) {
    const name = await findUntagged(owner, ids, services);
    return name === undefined ? { refused: 'no-item' } : { refused: 'no-tag', name };
  }
  if (rows.length === 0) {
    const name = items === 'blank' ? undefined : await findUntagged(owner, items, services);
    return name === undefined ? { refused: 'nothing' } : { refused: 'no-tag', name };
  }
  return rows.length > mostTags ? { refused: 'too-many' } : rows;
}

/** The name of one of these items of the owner that has no tag to print. */
export async function findUntagged(
  owner: Owner & { language: string },
  items: Exclude<Chosen, 'blank'>,
  services: Services,
): Promise<string | undefined> {
  const item = await untagged(owner, items, services).select('items.name').limit(1).executeTakeFirst();
  return item?.name;
}

/** Those of the chosen items that a print leaves out, because no tag of theirs works, the newest first. */
export async function listUntagged(
  owner: Owner & { language: string },
  items: Exclude<Chosen, 'blank'>,
  services: Services,
): Promise<Untagged> {
  const rows = await untagged(owner, items, services)
    .select(['items.id', 'items.name', sql<number>`(count(*) over ())::int`.as('count')])
    .orderBy('items.createdAt', 'desc')
    .limit(mostNamed)
    .execute();
  return { items: rows.map(({ id, name }) => ({ id, name })), count: rows[0]?.count ?? 0 };
}

function untagged({ uid, language }: Owner & { language: string }, chosen: Exclude<Chosen, 'blank'>, { db }: Services) {
  return db
    .selectFrom('items')
    .where('items.ownerId', '=', uid)
    .where('items.deletedAt', 'is', null)
    .where(isChosen(chosen, language))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tags')
            .select('code')
            .whereRef('itemId', '=', 'items.id')
            .where('status', '=', 'active')
            .where('frozenAt', 'is', null),
        ),
      ),
    );
}

/** Tags on which there is a code alone, each drawn when it is asked for. */
export function* namelessTags(
  codes: Iterable<string>,
  language: string,
  { publicUrl }: Pick<Services, 'publicUrl'>,
): Generator<Tag> {
  const headline = translationsIn(language)('printedPage.scan');
  for (const code of codes) yield tagOf({ code, name: '', note: '' }, headline, publicUrl);
}

function tagOf({ code, name, note }: Row, headline: string, publicUrl: string): Tag {
  const matrix = qrMatrix(printedAddress(publicUrl, code));
  return { matrix, host: hostOnTag(publicUrl), code: inGroups(code), headline, name, note };
}

/** Says of a local address that it is no tag to stick on. */
export function hostOnTag(publicUrl: string): string {
  const { host, hostname } = new URL(publicUrl);
  return isLocalHost(hostname) ? `TEST ${host}` : host;
}

function* copiesOf(tags: Iterable<Tag>, copies: number): Generator<Tag> {
  for (const tag of tags) for (let copy = 0; copy < copies; copy++) yield tag;
}

type Row = { code: string; name: string; note: string };

async function readUnassignedTags(owner: Owner, { db }: Services): Promise<Row[]> {
  const tags = await unassignedTagsOf(owner, db).select('code').orderBy('code').execute();
  return tags.map(({ code }) => ({ code, name: '', note: '' }));
}

/** In the order of My Items, or as chosen: of each item the tag at whose page it is reached. One more than can be printed. */
export async function readTags(
  { uid, language }: Owner & { language: string },
  chosen: Exclude<Chosen, 'blank'>,
  { db }: Services,
): Promise<Row[]> {
  const rows = await db
    .selectFrom('items')
    .innerJoin('tags', 'tags.itemId', 'items.id')
    .distinctOn('items.id')
    .select(['items.id', 'tags.code', 'items.name', 'items.note'])
    .select([isLost.as('isLost'), exactTime('items.createdAt').as('exactly')])
    .where('items.ownerId', '=', uid)
    .where('items.deletedAt', 'is', null)
    .where('tags.status', '=', 'active')
    .where('tags.frozenAt', 'is', null)
    .where(isChosen(chosen, language))
    .orderBy('items.id')
    .orderBy(sql`tags.code = coalesce(items.tag_code, items.id)`, 'desc')
    .orderBy('tags.activatedAt')
    .limit(mostTags + 1)
    .execute();
  if (!Array.isArray(chosen)) return rows.sort((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1));
  const places = new Map(chosen.map((id, place) => [id, place]));
  return rows.sort((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

const placeOf = ({ isLost, exactly, id }: { isLost: boolean; exactly: string; id: string }) =>
  `${Number(isLost)} ${exactly} ${id}`;

function isChosen(chosen: Exclude<Chosen, 'blank'>, language: string) {
  if (Array.isArray(chosen)) return sql<boolean>`items.id = any(${chosen})`;
  const inUse = sql<boolean>`items.archived_at is null`;
  return chosen === 'all' ? inUse : sql<boolean>`(${inUse} and ${matches(chosen.search, language)})`;
}

/** Codes are about as wide as each other. */
const sampleCode = '8q2wn3v7k5d1m9xa';

/** What would stand in letters under the codes of a sheet, before anything is chosen. */
export async function checkSheet(
  owner: Owner & { language: string },
  asked: string,
  services: Services,
): Promise<{ letters: Letters } | NotPrinted> {
  const sheet = await sheetOf(owner, asked, services);
  if (!sheet) return { refused: 'no-sheet' };
  const tooSmall = tooSmallFor(services.publicUrl, sheet);
  if (tooSmall) return tooSmall;
  const [tag] = namelessTags([sampleCode], restLanguageOf(owner.language, services), services);
  if (!tag) throw new Error('a code gave no tag');
  return { letters: lettersOf(tag, createTypesetter(), faceOf(sheet)) };
}

configure({ useWebWorkers: false });

/** The codes of the owner's items as a zip with an SVG for each, named by item and code. */
export async function packCodes(
  owner: Owner & { language: string },
  items: Chosen,
  services: Services,
): Promise<{ zip: ReadableStream<Uint8Array> } | NotChosen> {
  const rows = await chosenTags(owner, items, services);
  if ('refused' in rows) return rows;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const zip = new ZipWriter(writable, { zip64: false });
  const pack = async () => {
    for (const { code, name } of rows) {
      const svg = qrSvg(printedAddress(services.publicUrl, code));
      await zip.add(`${fileNameOf(name, code)}.svg`, new TextReader(svg));
    }
    await zip.close();
  };
  pack().catch((error) => writable.abort(error).catch(() => 'The reader has gone.'));
  return { zip: readable };
}

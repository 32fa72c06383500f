import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { configure, TextReader, ZipWriter } from '@zip.js/zip.js';
import { translationsIn } from '../../language/languages.ts';
import type { Services } from '../../server/services.ts';
import { printedAddress, qrMatrix, qrSvg } from '../items/contract/qr-code.ts';
import { markPrinted } from '../items/items.ts';
import { isLocalHost } from '../settings/exempt-host.ts';
import { restLanguageOf } from '../settings/languages.ts';
import { inGroups } from '../texts/contract/typed-codes.ts';
import { type Chosen, chosenTags, type NotChosen, type PrintingOwner, type Row } from './chosen-tags.ts';
import { mostTags, type PrintFormat, type PrintOptions } from './contract/schema.ts';
import { placesOn, type Sheet } from './contract/sheets.ts';
import { drawPicture, drawPictures, fileNameOf } from './draw-pictures.ts';
import { drawSheets, drawTestPage, faceOf } from './draw-sheets.ts';
import { type Letters, lettersOf, type Tag, whyNotWhole } from './draw-tag.ts';
import { printableSheet, sheetOf } from './label-templates.ts';
import { createTypesetter } from './typeset.ts';

export type PrintOrder = PrintOptions & { items: Chosen };

export type NotPrinted =
  | NotChosen
  | { refused: 'no-sheet' }
  | { refused: 'no-place'; places: number }
  /** In millimetres. */
  | { refused: 'too-small'; module: number };

type Printed = { name: string; type: PrintFormat | 'zip'; file: Readable };

/** Names that do not stand on the labels as their owner wrote them: there is no room, or no letters for them. */
export type NotWhole = { noRoom: string[]; noLetters: string[]; letters: Letters };

/** Draws sheets as a PDF, or each label by itself. @param order `items`: ids of the owner's items; of pictures one an item */
export async function printTags(
  owner: PrintingOwner,
  order: PrintOrder,
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
  const { tags, codes, sheet } = chosen;
  const { format } = order;
  if (format === 'pdf') {
    const places = placesOn(sheet);
    if (order.start > places) return { refused: 'no-place', places };
    if (tags.length * order.copies > mostTags) return { refused: 'too-many' };
  }
  const isNew = await markPrinted(owner, codes, services.db);
  if (isNew) services.events.publish({ kind: 'first-steps', uid: owner.uid });
  if (format === 'pdf')
    return { name: 'tags.pdf', type: 'pdf', file: drawSheets(copiesOf(tags, order.copies), { ...order, sheet }) };
  const [first] = tags;
  if (tags.length > 1 || !first)
    return { name: `tags-${format}.zip`, type: 'zip', file: drawPictures(tags, sheet, format) };
  const { name, bytes } = await drawPicture(first, sheet, format);
  return { name, type: format, file: Readable.from([bytes], { objectMode: false }) };
}

export async function checkNames(
  owner: PrintingOwner,
  order: PrintOrder,
  services: Services,
): Promise<NotWhole | NotPrinted> {
  const chosen = await tagsOf(owner, order, services);
  if ('refused' in chosen) return chosen;
  const typesetter = createTypesetter();
  const notWhole: NotWhole = { noRoom: [], noLetters: [], letters: 'host-and-code' };
  for (const tag of chosen.tags) {
    await setImmediate();
    const letters = lettersOf(tag, typesetter, faceOf(chosen.sheet));
    if (letters === 'none' || notWhole.letters === 'host-and-code') notWhole.letters = letters;
    const why = whyNotWhole(tag, typesetter, faceOf(chosen.sheet));
    if (why === 'no-room') notWhole.noRoom.push(tag.name);
    if (why === 'no-letters') notWhole.noLetters.push(tag.name);
  }
  return notWhole;
}

export async function tagsOf(
  owner: PrintingOwner,
  { items, texts, sheet: asked }: PrintOrder,
  services: Services,
  most?: (sheet: Sheet) => number,
): Promise<{ tags: Tag[]; codes: string[]; sheet: Sheet } | NotPrinted> {
  const sheet = await printableSheet(owner, asked, services);
  if ('refused' in sheet) return sheet;
  const { publicUrl } = services;
  const rows = await chosenTags(owner, items, services);
  if ('refused' in rows) return rows;
  const headline = translationsIn(restLanguageOf(owner.language, services))('printedPage.scan');
  const tags = rows.slice(0, most?.(sheet)).map(({ code, name, note }) => {
    const said = { code, name: texts === 'code' ? '' : name, note: texts === 'note' ? note : '' };
    return tagOf(said, headline, publicUrl);
  });
  return { tags, codes: rows.map(({ code }) => code), sheet };
}

export function* namelessTags(codes: Iterable<string>, language: string, { publicUrl }: Pick<Services, 'publicUrl'>) {
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

/** Codes are about as wide as each other. */
const sampleCode = '8q2wn3v7k5d1m9xa';

/** What would stand in letters under the codes of a sheet, before anything is chosen. */
export async function checkSheet(
  owner: PrintingOwner,
  asked: string,
  services: Services,
): Promise<{ letters: Letters } | NotPrinted> {
  const sheet = await printableSheet(owner, asked, services);
  if ('refused' in sheet) return sheet;
  const [tag] = namelessTags([sampleCode], restLanguageOf(owner.language, services), services);
  if (!tag) throw new Error('a code gave no tag');
  return { letters: lettersOf(tag, createTypesetter(), faceOf(sheet)) };
}

configure({ useWebWorkers: false });

/** The codes of the owner's items as a zip with an SVG for each, named by item and code. */
export async function packCodes(
  owner: PrintingOwner,
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

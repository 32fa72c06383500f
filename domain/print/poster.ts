import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import { translationsIn } from '../../language/languages.ts';
import type { Services } from '../../server/services.ts';
import { toJpeg } from '../files/clean-picture.ts';
import { pictureSide } from '../files/contract/limits.ts';
import { printedAddress, qrMatrix, quietZone } from '../items/contract/qr-code.ts';
import { type Owner, readItem } from '../items/items.ts';
import { readPicture } from '../items/pictures.ts';
import { restLanguageOf } from '../settings/languages.ts';
import { inGroups } from '../texts/contract/typed-codes.ts';
import { type Canvas, createPdfCanvas, points } from './canvas.ts';
import { type PrintingOwner, readTags } from './chosen-tags.ts';
import { withEllipsis } from './contract/break-lines.ts';
import { type PosterOptions, posterPapers } from './contract/schema.ts';
import type { Size } from './contract/sheets.ts';
import { drawCode, leastModule } from './draw-tag.ts';
import { hostOnTag } from './print-tags.ts';
import { createTypesetter, type Typesetter } from './typeset.ts';

/** In millimetres. */
const margin = 15;
/** Of the picture too, which stands beside it. */
const codeSide = 75;
const besidePicture = 15;
/** Of the sentence below the code, at most. */
const scanHeight = 15;
const stripHeight = 62;
const mostStrips = 8;
const besideStripCode = 2;
const lineHeight = 1.3;
/** In points. */
const titleSize = 54;
const textSizes = [26, 22, 19, 16, 14, 12, 10];
const stripSize = 7;
const mostStripTitle = 3;

/** A poster of a lost item, with strips to tear off, as a PDF; undefined when the owner has no such item with a tag. */
export async function drawPoster(
  owner: PrintingOwner,
  { item, paper, words, reward, picture }: PosterOptions,
  services: Services,
): Promise<Readable | undefined> {
  const [tag] = await readTags(owner, [item], services);
  if (!tag) return undefined;
  const t = translationsIn(restLanguageOf(owner.language, services));
  const page = posterPapers[paper];
  const doc = new PDFDocument({
    size: [points(page.width), points(page.height)],
    margin: 0,
    info: { Title: tag.name },
  });
  const poster = {
    matrix: qrMatrix(printedAddress(services.publicUrl, tag.code)),
    host: hostOnTag(services.publicUrl),
    code: inGroups(tag.code),
    title: t('printedPage.lost'),
    scan: t('printedPage.foundScan'),
    texts: [tag.name, words, reward && t('printedPage.reward', { reward: isolated(reward) })].filter(Boolean),
    stripTitle: t('printedPage.lostItem', { item: isolated(tag.name) }),
    picture: picture ? await pictureOf(owner, item, services) : undefined,
  };
  drawSheet(doc, poster, page);
  doc.end();
  return doc;
}

/** Within a sentence of another direction it keeps its own, with its signs. */
const isolated = (text: string) => `\u2068${text}\u2069`;

async function pictureOf(owner: Owner, itemId: string, services: Services): Promise<Buffer | undefined> {
  const item = await readItem(owner, itemId, services);
  const found = item?.pictureId && (await readPicture(owner, { id: item.pictureId, side: pictureSide }, services));
  return found ? toJpeg(found.bytes) : undefined;
}

type Poster = {
  matrix: boolean[][];
  host: string;
  code: string;
  title: string;
  scan: string;
  texts: string[];
  stripTitle: string;
  picture: Buffer | undefined;
};

function drawSheet(doc: PDFKit.PDFDocument, poster: Poster, page: Size): void {
  const canvas = createPdfCanvas(doc);
  const typesetter = createTypesetter();
  const width = points(page.width - 2 * margin);
  const line = (text: string, y: number, size: number) =>
    canvas.write(typesetter.place(text, { x: points(margin), y, width, size, align: 'center' }));
  const titleY = points(margin) + titleSize;
  line(poster.title, titleY, titleSize);

  const codeTop = page.height - stripHeight - codeSide - 2 * margin;
  const top = titleY + points(margin / 2);
  const { lines, size } = fitLines(poster.texts, typesetter, { width, height: points(codeTop) - top });
  for (const [row, text] of lines.entries()) line(text, top + (row + 1) * size * lineHeight, size);

  const rowWidth = poster.picture ? 2 * codeSide + besidePicture : codeSide;
  const left = (page.width - rowWidth) / 2;
  if (poster.picture) {
    // It ends where the dark of the code ends.
    const side = codeSide - (quietZone / poster.matrix.length) * codeSide;
    doc.image(poster.picture, points(left), points(codeTop), { width: points(side) });
  }
  drawCode(canvas, poster.matrix, { x: left + rowWidth - codeSide, y: codeTop, width: codeSide });
  const scan = fitLines([poster.scan], typesetter, { width, height: points(scanHeight) }, [16, 14, 12, 10]);
  const scanY = points(codeTop + codeSide + 5);
  for (const [row, text] of scan.lines.entries()) line(text, scanY + row * scan.size * lineHeight, scan.size);
  const codeY = scanY + (scan.lines.length - 1) * scan.size * lineHeight + points(7);
  const under = typesetter.wrap(`${poster.host} · ${poster.code}`, 12, width);
  for (const [row, text] of under.entries()) line(text, codeY + row * 12 * lineHeight, 12);
  const leastStrip = poster.matrix.length * leastModule + besideStripCode;
  const strips = Math.min(mostStrips, Math.floor(page.width / leastStrip));
  for (let strip = 0; strip < strips; strip++) {
    drawStrip({ doc, canvas, typesetter }, poster, { page, width: page.width / strips, strip });
  }
}

function fitLines(
  texts: string[],
  typesetter: Typesetter,
  { width, height }: Size,
  sizes = textSizes,
): { lines: string[]; size: number } {
  const smallest = sizes.at(-1) ?? 0;
  const linesOf = (size: number) => texts.flatMap((text) => typesetter.wrap(text, size, width));
  const roomFor = (size: number) => Math.floor(height / (size * lineHeight));
  const size = sizes.find((each) => linesOf(each).length <= roomFor(each)) ?? smallest;
  return { lines: linesOf(size).slice(0, roomFor(size)), size };
}

type Tools = { doc: PDFKit.PDFDocument; canvas: Canvas; typesetter: Typesetter };

type Place = { page: Size; width: number; strip: number };

/** The code on top; below it, turned, what to type where nobody scans. */
function drawStrip({ doc, canvas, typesetter }: Tools, poster: Poster, { page, width, strip }: Place): void {
  const [left, top] = [strip * width, page.height - stripHeight];
  doc.moveTo(points(left), points(top)).lineTo(points(left + width), points(top));
  if (strip > 0) doc.moveTo(points(left), points(top)).lineTo(points(left), points(page.height));
  doc.dash(3, {}).lineWidth(0.5).stroke('#777').undash();
  const side = width - besideStripCode;
  drawCode(canvas, poster.matrix, { x: left + 1, y: top + 1, width: side });
  const length = points(stripHeight - side - 6);
  const title = typesetter.wrap(poster.stripTitle, stripSize, length);
  const shown = title.slice(0, mostStripTitle);
  const lines = [
    ...(title.length > shown.length ? withEllipsis(shown) : shown),
    ...typesetter.wrap(poster.host, stripSize, length),
    poster.code,
  ];
  doc
    .save()
    .translate(points(left + width / 2), points(top + side + 2))
    .rotate(90);
  for (const [row, text] of lines.entries()) {
    const y = (row - lines.length / 2 + 0.8) * stripSize * lineHeight;
    canvas.write(typesetter.place(text, { x: 0, y, width: length, size: stripSize, align: 'center' }));
  }
  doc.restore();
}

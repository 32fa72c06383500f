import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { PrintOptions } from './contract/schema.ts';
import { placesOn, type Sheet } from './contract/sheets.ts';
import { drawTag, points, type Tag } from './draw-tag.ts';
import { createTypesetter } from './typeset.ts';

type Paper = Pick<PrintOptions, 'offsetX' | 'offsetY'> & { sheet: Sheet };

const markLength = 2;
const hairline = 0.1;
const rulerLength = 100;

/** Draws tags on sheets, place by place from `start` on. What is drawn can be read as it comes. */
export function drawSheets(tags: Iterable<Tag>, { start, ...paper }: Paper & { start: number }): PDFKit.PDFDocument {
  const doc = newDocument(paper.sheet);
  const typesetter = createTypesetter(doc);
  const draw = async () => {
    let place = start - 1;
    doc.addPage();
    for (const tag of tags) {
      // Others are served between two tags.
      await setImmediate();
      if (doc.destroyed) return;
      if (place === placesOn(paper.sheet)) {
        doc.addPage();
        place = 0;
      }
      inPlace(doc, paper, place, () => drawFaces(doc, typesetter, tag, paper.sheet));
      place += 1;
    }
    doc.end();
  };
  draw().catch((error) => doc.destroy(error));
  return doc;
}

/** Draws the outlines of all labels, and a ruler that is wrong where the printer scales. */
export function drawTestPage(paper: Paper, ruler: string): PDFKit.PDFDocument {
  const doc = newDocument(paper.sheet);
  doc.addPage();
  const { width, height } = paper.sheet.label;
  for (let place = 0; place < placesOn(paper.sheet); place++) {
    inPlace(doc, paper, place, () => {
      doc.rect(0, 0, points(width), points(height)).lineWidth(points(hairline)).stroke('#000');
    });
  }
  const { page } = paper.sheet;
  if (page.width > rulerLength) drawRuler(doc, ruler, (page.width - rulerLength) / 2, page.height / 2);
  doc.end();
  return doc;
}

function newDocument({ page }: Sheet): PDFKit.PDFDocument {
  const size = [points(page.width), points(page.height)];
  // Viewers that respect it do not scale a page to the printer's margins.
  return new PDFDocument({ size, margin: 0, autoFirstPage: false, info: { Title: '' }, printScaling: 'none' } as never);
}

function inPlace(doc: PDFKit.PDFDocument, { sheet, offsetX, offsetY }: Paper, place: number, draw: () => void): void {
  const column = place % sheet.columns;
  const row = Math.floor(place / sheet.columns);
  doc.save();
  doc.translate(
    points(sheet.left + column * sheet.pitch.x + offsetX),
    points(sheet.top + row * sheet.pitch.y + offsetY),
  );
  draw();
  doc.restore();
}

function drawFaces(
  doc: PDFKit.PDFDocument,
  typesetter: ReturnType<typeof createTypesetter>,
  tag: Tag,
  { label, cut, fold }: Sheet,
): void {
  if (cut) drawCutMarks(doc, label);
  if (fold === undefined) {
    drawTag(doc, typesetter, tag, label);
    return;
  }
  const face = faceOf(label, fold);
  doc.save().translate(points(label.width), points(face.height)).rotate(180);
  drawTag(doc, typesetter, tag, face);
  doc.restore();
  const middle = points(label.height / 2);
  doc
    .moveTo(0, middle)
    .lineTo(points(label.width), middle)
    .dash(2, {})
    .lineWidth(points(hairline))
    .stroke('#888')
    .undash();
  doc.save().translate(0, points(label.height - face.height));
  drawTag(doc, typesetter, tag, face);
  doc.restore();
}

/** The part of a label that carries a tag. */
export function faceOf({ width, height }: Sheet['label'], fold: number | undefined): Sheet['label'] {
  return fold === undefined ? { width, height } : { width, height: (height - fold) / 2 };
}

function drawCutMarks(doc: PDFKit.PDFDocument, { width, height }: Sheet['label']): void {
  for (const [x, outward] of [
    [0, -1],
    [width, 1],
  ] as const) {
    for (const [y, down] of [
      [0, -1],
      [height, 1],
    ] as const) {
      doc.moveTo(points(x), points(y)).lineTo(points(x + outward * markLength), points(y));
      doc.moveTo(points(x), points(y)).lineTo(points(x), points(y + down * markLength));
    }
  }
  doc.lineWidth(points(hairline)).stroke('#000');
}

function drawRuler(doc: PDFKit.PDFDocument, words: string, left: number, top: number): void {
  const [x, y, end] = [points(left), points(top), points(left + rulerLength)];
  doc
    .moveTo(x, y - 6)
    .lineTo(x, y + 6)
    .moveTo(x, y)
    .lineTo(end, y)
    .moveTo(end, y - 6)
    .lineTo(end, y + 6);
  doc.lineWidth(points(hairline * 3)).stroke('#000');
  createTypesetter(doc).draw(words, { x, y: y + 16, width: end - x, size: 9, align: 'center' });
}

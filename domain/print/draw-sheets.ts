import { setImmediate } from 'node:timers/promises';
import { bordersOf, type Canvas, createSvgCanvas, drawPdf, points, type Segment, svgFile } from './canvas.ts';
import type { PrintOptions } from './contract/schema.ts';
import { placesOn, type Sheet } from './contract/sheets.ts';
import { drawTag, type Tag } from './draw-tag.ts';
import { createTypesetter, type Typesetter } from './typeset.ts';

type Paper = Pick<PrintOptions, 'offsetX' | 'offsetY' | 'pitchX' | 'pitchY'> & { sheet: Sheet };

const markLength = 2;
const rulerLength = 100;

export function drawSheets(tags: Iterable<Tag>, { start, ...paper }: Paper & { start: number }): PDFKit.PDFDocument {
  return drawPdf(paper.sheet.page, onPaper, async ({ doc, canvas, typesetter }) => {
    let place = start - 1;
    doc.addPage();
    for (const tag of tags) {
      await setImmediate();
      if (doc.destroyed) return;
      if (place === placesOn(paper.sheet)) {
        doc.addPage();
        place = 0;
      }
      drawInPlace(canvas, typesetter, tag, { ...paper, place });
      place += 1;
    }
  });
}

/** What a print looks like, as an SVG of its first page. Others are served between two labels. */
export async function drawFirstPage(tags: Tag[], { start, ...paper }: Paper & { start: number }): Promise<string> {
  const [canvas, typesetter] = [createSvgCanvas({ sharesGlyphs: true }), createTypesetter()];
  for (const [n, tag] of tags.slice(0, placesOn(paper.sheet) - start + 1).entries()) {
    await setImmediate();
    drawInPlace(canvas, typesetter, tag, { ...paper, place: start - 1 + n });
  }
  const { page } = paper.sheet;
  return svgFile(page, [`${page.width}mm`, `${page.height}mm`], canvas.elements());
}

function drawInPlace(canvas: Canvas, typesetter: Typesetter, tag: Tag, { place, ...paper }: Paper & { place: number }) {
  inPlace(canvas, paper, place, () => {
    if (paper.sheet.cut) drawCutMarks(canvas, paper.sheet.label);
    drawLabel(canvas, typesetter, tag, paper.sheet);
  });
}

/** Draws the outlines of all labels, and a ruler that is wrong where the printer scales. */
export function drawTestPage(paper: Paper, ruler: string): PDFKit.PDFDocument {
  const { page, label } = paper.sheet;
  return drawPdf(page, onPaper, async ({ doc, canvas }) => {
    doc.addPage();
    for (let place = 0; place < placesOn(paper.sheet); place++) {
      inPlace(canvas, paper, place, () => canvas.stroke(bordersOf(label), { width: points(hairline), color: '#000' }));
    }
    if (page.width > rulerLength) drawRuler(canvas, ruler, (page.width - rulerLength) / 2, page.height / 2);
  });
}

/** Viewers that respect it do not scale a page to the printer's margins. */
const onPaper = { title: '', printScaling: 'none' } as const;

function inPlace(canvas: Canvas, paper: Paper, place: number, draw: () => void): void {
  const { columns, left, top, pitch } = paper.sheet;
  const column = place % columns;
  const row = Math.floor(place / columns);
  const x = points(left + paper.offsetX + column * (pitch.x + paper.pitchX));
  const y = points(top + paper.offsetY + row * (pitch.y + paper.pitchY));
  canvas.at({ x, y }, draw);
}

function drawCutMarks(canvas: Canvas, label: Sheet['label']): void {
  const [width, height, length] = [points(label.width), points(label.height), points(markLength)];
  const marks = [
    [0, -length],
    [width, length],
  ].flatMap(([x = 0, outward = 0]) =>
    [
      [0, -length],
      [height, length],
    ].flatMap(([y = 0, down = 0]): Segment[] => [
      [x, y, x + outward, y],
      [x, y, x, y + down],
    ]),
  );
  canvas.stroke(marks, { width: points(hairline), color: '#000' });
}

function drawRuler(canvas: Canvas, words: string, left: number, top: number): void {
  const [x, y, end] = [points(left), points(top), points(left + rulerLength)];
  const lines: Segment[] = [
    [x, y - 6, x, y + 6],
    [x, y, end, y],
    [end, y - 6, end, y + 6],
  ];
  canvas.stroke(lines, { width: points(hairline * 3), color: '#000' });
  canvas.write(createTypesetter().place(words, { x, y: y + 16, width: end - x, size: 9, align: 'center' }));
}

const hairline = 0.1;

export function drawLabel(canvas: Canvas, typesetter: Typesetter, tag: Tag, { label, fold }: Sheet): void {
  if (fold === undefined) {
    drawTag(canvas, typesetter, tag, label);
    return;
  }
  const face = faceOf({ label, fold });
  const draw = () => drawTag(canvas, typesetter, tag, face);
  canvas.at({ x: points(label.width), y: points(face.height), turn: 180 }, draw);
  const middle = points(label.height / 2);
  canvas.stroke([[0, middle, points(label.width), middle]], { width: points(hairline), color: '#888', dash: 2 });
  canvas.at({ x: 0, y: points(label.height - face.height) }, draw);
}

export function faceOf({ label: { width, height }, fold }: Pick<Sheet, 'label' | 'fold'>): Sheet['label'] {
  return fold === undefined ? { width, height } : { width, height: (height - fold) / 2 };
}

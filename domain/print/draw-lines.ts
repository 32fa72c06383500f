import PDFDocument from 'pdfkit';
import { points } from './canvas.ts';
import { a4 } from './contract/sheets.ts';
import { createPdfCanvas } from './pdf-canvas.ts';
import { createTypesetter } from './typeset.ts';

/** In millimetres. */
const margin = 20;
/** Of the width, that the texts at the end of lines have. */
const endPart = 0.3;
const lineHeight = 1.35;

/** Sizes in points. `end`: what stands at the end of the same line, such as an amount. */
export type Line = { text: string; end?: string; size: number; spaceBefore?: number };

/** Draws lines of text on as many A4 pages as they need. */
export function drawLines(title: string, lines: Line[]): PDFKit.PDFDocument {
  const size = [points(a4.width), points(a4.height)];
  const doc = new PDFDocument({ size, margin: 0, autoFirstPage: false, info: { Title: title } });
  const canvas = createPdfCanvas(doc);
  const typesetter = createTypesetter();
  const [left, bottom] = [points(margin), points(a4.height - margin)];
  const width = points(a4.width - 2 * margin);
  let y = Number.POSITIVE_INFINITY;
  for (const { text, end, size, spaceBefore = 0 } of lines) {
    y += spaceBefore;
    for (const [n, line] of typesetter.wrap(text, size, end ? width * (1 - endPart) : width).entries()) {
      if (y + size * lineHeight > bottom) {
        doc.addPage();
        y = points(margin);
      }
      y += size * lineHeight;
      canvas.write(typesetter.place(line, { x: left, y, width, size, align: 'start' }));
      if (end && n === 0) canvas.write(typesetter.place(end, { x: left, y, width, size, align: 'end' }));
    }
  }
  doc.end();
  return doc;
}

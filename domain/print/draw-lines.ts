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
const footSize = 9;

/** Sizes in points. `end`: what stands at the end of the same line, such as an amount. `keepWithNext`: no page ends after it. */
export type Line = { text: string; end?: string; size: number; spaceBefore?: number; keepWithNext?: boolean };

/** Draws lines of text on as many A4 pages as they need; of several, each says at its foot which it is of what. All begin at the side where the title's language begins, also a name of another. */
export function drawLines(title: string, lines: Line[]): PDFKit.PDFDocument {
  const size = [points(a4.width), points(a4.height)];
  const doc = new PDFDocument({ size, margin: 0, autoFirstPage: false, bufferPages: true, info: { Title: title } });
  const canvas = createPdfCanvas(doc);
  const typesetter = createTypesetter();
  const [left, bottom] = [points(margin), points(a4.height - margin)];
  const width = points(a4.width - 2 * margin);
  const [start, finish] = typesetter.isRtl(title) ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const wrapped = lines.map(({ spaceBefore = 0, ...line }) => {
    const rows = typesetter.wrap(line.text, line.size, line.end ? width * (1 - endPart) : width);
    return { ...line, spaceBefore, rows, height: spaceBefore + rows.length * line.size * lineHeight };
  });
  let y = Number.POSITIVE_INFINITY;
  for (const [at, { end, size, spaceBefore, rows }] of wrapped.entries()) {
    const isKept = wrapped[at - 1]?.keepWithNext;
    const needed = isKept ? 0 : heightTogether(wrapped, at);
    if (needed <= bottom - points(margin) && y + needed > bottom) y = Number.POSITIVE_INFINITY;
    y += spaceBefore;
    for (const [n, line] of rows.entries()) {
      if (y + size * lineHeight > bottom) {
        doc.addPage();
        y = points(margin);
      }
      y += size * lineHeight;
      canvas.write(typesetter.place(line, { x: left, y, width, size, align: start }));
      if (end && n === 0) canvas.write(typesetter.place(end, { x: left, y, width, size, align: finish }));
    }
  }
  const { count } = doc.bufferedPageRange();
  for (let page = 0; count > 1 && page < count; page += 1) {
    doc.switchToPage(page);
    const foot = { x: left, y: points(a4.height - margin / 2), width, size: footSize, align: finish };
    canvas.write(typesetter.place(`${title} · ${page + 1}/${count}`, foot));
  }
  doc.end();
  return doc;
}

/** How much a line needs with those that stay on its page. */
function heightTogether(lines: { height: number; keepWithNext?: boolean }[], from: number): number {
  const { height = 0, keepWithNext } = lines[from] ?? {};
  return height + (keepWithNext ? heightTogether(lines, from + 1) : 0);
}

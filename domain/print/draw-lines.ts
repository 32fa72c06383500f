import { setImmediate } from 'node:timers/promises';
import { drawPdf, points } from './canvas.ts';
import { a4 } from './contract/sheets.ts';
import type { Typesetter } from './typeset.ts';

/** In millimetres. */
const margin = 20;
/** Of the width, that the texts at the end of lines have. */
const endPart = 0.3;
const lineHeight = 1.35;
const footSize = 9;
/** In points. */
const [left, width, bottom] = [points(margin), points(a4.width - 2 * margin), points(a4.height - margin)];

/** Sizes in points. `end`: what stands at the end of the same line, such as an amount. `keepWithNext`: no page ends after it. */
export type Line = { text: string; end?: string; size: number; spaceBefore?: number; keepWithNext?: boolean };

/** Draws lines of text on as many A4 pages as they need; of several, each says at its foot which it is of what. All begin at the side where the title's language begins, also a name of another. What is drawn can be read as it comes. */
export function drawLines(title: string, lines: Line[]): PDFKit.PDFDocument {
  return drawPdf(a4, { title }, async ({ doc, canvas, typesetter }) => {
    const [start, finish] = typesetter.isRtl(title) ? (['right', 'left'] as const) : (['left', 'right'] as const);
    const drawFoot = (page: number, count: number) => {
      const foot = { x: left, y: points(a4.height - margin / 2), width, size: footSize, align: finish };
      canvas.write(typesetter.place(`${title} · ${page}/${count}`, foot));
    };
    const wrapped: WrappedLine[] = [];
    for (const line of lines) {
      await setImmediate();
      if (doc.destroyed) return;
      wrapped.push(wrap(typesetter, line));
    }
    const placed = placesOf(wrapped);
    const count = placed.at(-1)?.page ?? 0;
    let drawnPages = 0;
    for (const { text, end, size, page, y } of placed) {
      await setImmediate();
      if (doc.destroyed) return;
      if (page > drawnPages) {
        doc.addPage();
        drawnPages = page;
        if (count > 1) drawFoot(page, count);
      }
      canvas.write(typesetter.place(text, { x: left, y, width, size, align: start }));
      if (end) canvas.write(typesetter.place(end, { x: left, y, width, size, align: finish }));
    }
  });
}

type WrappedLine = Line & { rows: string[]; height: number };

function wrap(typesetter: Typesetter, line: Line): WrappedLine {
  const rows = typesetter.wrap(line.text, line.size, line.end ? width * (1 - endPart) : width);
  return { ...line, rows, height: (line.spaceBefore ?? 0) + rows.length * line.size * lineHeight };
}

type PlacedRow = { text: string; end: string | undefined; size: number; page: number; y: number };

function placesOf(lines: WrappedLine[]): PlacedRow[] {
  const placed: PlacedRow[] = [];
  let page = 0;
  let y = Number.POSITIVE_INFINITY;
  for (const [at, { end, size, spaceBefore = 0, rows }] of lines.entries()) {
    const isKept = lines[at - 1]?.keepWithNext;
    const needed = isKept ? 0 : heightTogether(lines, at);
    if (needed <= bottom - points(margin) && y + needed > bottom) y = Number.POSITIVE_INFINITY;
    y += spaceBefore;
    for (const [n, text] of rows.entries()) {
      if (y + size * lineHeight > bottom) {
        page += 1;
        y = points(margin);
      }
      y += size * lineHeight;
      placed.push({ text, end: n === 0 ? end : undefined, size, page, y });
    }
  }
  return placed;
}

function heightTogether(lines: { height: number; keepWithNext?: boolean }[], from: number): number {
  const { height = 0, keepWithNext } = lines[from] ?? {};
  return height + (keepWithNext ? heightTogether(lines, from + 1) : 0);
}

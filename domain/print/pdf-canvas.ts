import type { Canvas } from './canvas.ts';
import { type Face, faces, isRightToLeft } from './faces.ts';
import type { PlacedRun } from './typeset.ts';

/** Draws on the current page. Its text stays text, which can be searched. */
export function createPdfCanvas(doc: PDFKit.PDFDocument): Canvas {
  const registered = new Set<Face>();
  return {
    at({ x, y, turned = false }, draw) {
      doc.save().translate(x, y);
      if (turned) doc.rotate(180);
      draw();
      doc.restore();
    },
    fill(boxes) {
      for (const { x, y, width, height } of boxes) doc.rect(x, y, width, height);
      doc.fill('#000');
    },
    stroke(lines, { width, color, dash }) {
      for (const [x1, y1, x2, y2] of lines) doc.moveTo(x1, y1).lineTo(x2, y2);
      if (dash) doc.dash(dash, {});
      doc.lineWidth(width).stroke(color);
      if (dash) doc.undash();
    },
    write(runs) {
      for (const run of runs) {
        if (!registered.has(run.face)) doc.registerFont(run.face, faces[run.face].file);
        registered.add(run.face);
        doc.font(run.face).fontSize(run.size);
        doc.text(run.text, run.x, run.y, { ...optionsOf(run), lineBreak: false, baseline: 'alphabetic' });
      }
    },
  };
}

/** Without features pdfkit remembers words, but sets each by itself: those from right to left would come in the wrong order. */
const optionsOf = ({ level, text }: PlacedRun) => (level % 2 === 1 || isRightToLeft(text) ? { features: [] } : {});

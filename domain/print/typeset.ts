import bidiFactory from 'bidi-js';
import { type Face, faceOf, faces, isRightToLeft } from './faces.ts';

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A part of a line in one face and one direction. */
type Run = { text: string; face: Face; level: number };

type Line = { x: number; y: number; width: number; size: number; align: 'start' | 'center' };

export type Typesetter = ReturnType<typeof createTypesetter>;

/** Sets text of every script for which there is a face, in points; what none of them has is left out. */
export function createTypesetter(doc: PDFKit.PDFDocument) {
  const registered = new Set<Face>();
  const use = (face: Face, size: number) => {
    if (!registered.has(face)) doc.registerFont(face, faces[face].file);
    registered.add(face);
    doc.font(face).fontSize(size);
  };
  const widthOfRun = (run: Run, size: number) => {
    use(run.face, size);
    return doc.widthOfString(run.text, optionsOf(run));
  };
  /** Of words at size 1: measuring is what takes the time. */
  const measured = new Map<string, number>();
  const widthOf = (word: string, size: number) => {
    const width = measured.get(word) ?? sum(runsOf(word).map((run) => widthOfRun(run, 1)));
    measured.set(word, width);
    return width * size;
  };

  return {
    /** Breaks a text into lines that are no wider: between words, or within a word that is longer than a line. */
    wrap(text: string, size: number, width: number): string[] {
      const lines: { text: string; width: number }[] = [];
      const add = (piece: string) => {
        const last = lines.at(-1);
        const pieceWidth = widthOf(piece, size);
        const isSpace = piece.trim() === '';
        if (last && (isSpace || last.width + pieceWidth <= width)) {
          last.text += piece;
          last.width += pieceWidth;
        } else if (!isSpace) lines.push({ text: piece, width: pieceWidth });
      };
      for (const paragraph of text.split('\n')) {
        lines.push({ text: '', width: 0 });
        for (const { segment } of words.segment(paragraph)) {
          if (widthOf(segment, size) <= width) add(segment);
          else for (const { segment: letter } of graphemes.segment(segment)) add(letter);
        }
      }
      return lines.map((line) => line.text.trim()).filter(Boolean);
    },
    draw(text: string, { x, y, width, size, align }: Line): void {
      const { isRtl, runs } = inVisualOrder(text);
      const widths = runs.map((run) => widthOfRun(run, size));
      const rest = width - sum(widths);
      let left = x + (align === 'center' ? rest / 2 : isRtl ? rest : 0);
      for (const [n, run] of runs.entries()) {
        use(run.face, size);
        doc.text(run.text, left, y, { ...optionsOf(run), lineBreak: false, baseline: 'alphabetic' });
        left += widths[n] ?? 0;
      }
    },
  };
}

/** Without features pdfkit remembers words, but sets each by itself: those from right to left would come in the wrong order. */
const optionsOf = ({ level }: Run) => (level % 2 === 1 ? { features: [] } : {});

function inVisualOrder(text: string): { isRtl: boolean; runs: Run[] } {
  const runs = runsOf(text);
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  // Rule L2 of the bidirectional algorithm.
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < runs.length; from++) {
      if ((runs[from]?.level ?? 0) < level) continue;
      let to = from;
      while ((runs[to + 1]?.level ?? 0) >= level) to++;
      runs.splice(from, to - from + 1, ...runs.slice(from, to + 1).reverse());
      from = to;
    }
  }
  return { isRtl: (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1, runs };
}

function runsOf(text: string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text);
  const mirrored = bidi.getMirroredCharactersMap(text, levels);
  const runs: Run[] = [];
  for (const { segment, index } of graphemes.segment(text)) {
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const face = faceOf(segment, last?.face);
    if (!face) continue;
    const letter = mirrored.get(index) ?? segment;
    if (last?.face === face && last.level === level) last.text += letter;
    else runs.push({ text: letter, face, level });
  }
  // The font engine turns only runs with a letter of such a script.
  for (const run of runs) {
    if (run.level % 2 === 1 && !isRightToLeft(run.text)) run.text = [...run.text].reverse().join('');
  }
  return runs;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

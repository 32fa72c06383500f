import { createRequire } from 'node:module';
import bidiFactory from 'bidi-js';
import { type Font, openSync } from 'fontkit';
import { breakLines, cutsWord } from './contract/break-lines.ts';

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

type Run = { text: string; face: Face; level: number; isBold: boolean };

/** Where its first letter stands on the baseline, in points. */
export type PlacedRun = Run & { x: number; y: number; size: number };

type Line = { x: number; y: number; width: number; size: number; align: 'start' | 'center' | 'end' | 'left' | 'right' };

export type Typesetter = ReturnType<typeof createTypesetter>;

/** Sets text of every script for which there is a face, in points; what none of them has is left out. */
export function createTypesetter({ isBold = false } = {}) {
  /** Of words at size 1: measuring is what takes the time. */
  const measured = new Map<string, number>();
  const widthOf = (word: string, size: number) => {
    const width = measured.get(word) ?? sum(runsOf(word, isBold).map(widthOfRun));
    measured.set(word, width);
    return width * size;
  };

  return {
    /** Each line in the direction of its paragraph, whatever it begins with. */
    wrap(text: string, size: number, width: number): string[] {
      return text.split('\n').flatMap((paragraph) => {
        const isRtl = isRightToLeftLine(paragraph);
        const lines = breakLines(paragraph, (piece) => widthOf(piece, size), width);
        return lines.map((line) => (isRightToLeftLine(line) === isRtl ? line : (isRtl ? '\u200f' : '\u200e') + line));
      });
    },
    /** Whether a word is longer than a line. */
    cutsWord: (text: string, size: number, width: number) => cutsWord(text, (piece) => widthOf(piece, size), width),
    isRtl: isRightToLeftLine,
    place(text: string, { x, y, width, size, align }: Line): PlacedRun[] {
      const { isRtl, runs } = inVisualOrder(text, isBold);
      const widths = runs.map((run) => widthOfRun(run) * size);
      const rest = width - sum(widths);
      const isAtRight = align === 'right' || (align === 'end' ? !isRtl : align === 'start' && isRtl);
      let left = x + (align === 'center' ? rest / 2 : isAtRight ? rest : 0);
      return runs.map((run, n) => {
        const placed = { ...run, x: left, y, size };
        left += widths[n] ?? 0;
        return placed;
      });
    },
  };
}

export function canWrite(text: string): boolean {
  return [...graphemes.segment(text)].every(({ segment }) => faceOf(segment, undefined) || segment.trim() === '');
}

function widthOfRun({ text, face, isBold }: Run): number {
  const font = openFace(face, isBold);
  return font.layout(text).advanceWidth / font.unitsPerEm;
}

function inVisualOrder(text: string, isBold: boolean): { isRtl: boolean; runs: Run[] } {
  const runs = runsOf(text, isBold);
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
  return { isRtl: isRightToLeftLine(text), runs };
}

function isRightToLeftLine(text: string): boolean {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1;
}

function runsOf(text: string, isBold: boolean): Run[] {
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
    else runs.push({ text: letter, face, level, isBold });
  }
  // The font engine turns each run with a letter or a digit of such a script, and no other; but digits are written from left to right.
  for (const run of runs) {
    const isTurned = run.level % 2 === 1;
    if (isTurned !== isRightToLeft(run.text)) run.text = graphemesOf(run.text).reverse().join('');
  }
  return runs;
}

function graphemesOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

const require = createRequire(import.meta.url);

const font = (name: string) => require.resolve(`@expo-google-fonts/${name}`);

/** Each under the SIL Open Font License. The first is for everything that has no face of its own. */
const faces = {
  latin: { script: /\p{Script=Latin}/u, file: font('noto-sans/400Regular/NotoSans_400Regular.ttf') },
  arabic: { script: /\p{Script=Arabic}/u, file: font('noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf') },
  hebrew: { script: /\p{Script=Hebrew}/u, file: font('noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf') },
  devanagari: { script: /\p{Script=Devanagari}/u, file: font('noto-sans/400Regular/NotoSans_400Regular.ttf') },
  bengali: { script: /\p{Script=Bengali}/u, file: font('noto-sans-bengali/400Regular/NotoSansBengali_400Regular.ttf') },
  tamil: { script: /\p{Script=Tamil}/u, file: font('noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf') },
  thai: { script: /\p{Script=Thai}/u, file: font('noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf') },
  georgian: {
    script: /\p{Script=Georgian}/u,
    file: font('noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf'),
  },
  armenian: {
    script: /\p{Script=Armenian}/u,
    file: font('noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf'),
  },
  korean: { script: /\p{Script=Hangul}/u, file: font('gowun-dodum/400Regular/GowunDodum_400Regular.ttf') },
  chinese: {
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
    file: font('chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf'),
  },
  emoji: {
    script: /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f/u,
    file: font('noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  },
} satisfies Record<string, { script: RegExp; file: string }>;

export type Face = keyof typeof faces;

const all = Object.keys(faces) as Face[];
const opened = new Map<string, Font>();

/** The face for a letter: of its script, or of the letter before where signs are common to all. */
function faceOf(grapheme: string, before: Face | undefined): Face | undefined {
  const own = all.find((face) => faces[face].script.test(grapheme));
  // The spaces and digits of emoji are as broad as their pictures.
  const neighbour = before === 'emoji' ? undefined : before;
  return [own, neighbour, ...all].find((face) => face !== undefined && hasAll(face, grapheme));
}

/** Those of one weight are never bold. */
export function fontFileOf(face: Face, isBold: boolean): string {
  const { file } = faces[face];
  return isBold && !oneWeight.has(face) ? file.replaceAll('400Regular', '700Bold') : file;
}

const oneWeight = new Set<Face>(['korean', 'chinese']);

export function openFace(face: Face, isBold = false): Font {
  const file = fontFileOf(face, isBold);
  const font = opened.get(file) ?? (openSync(file) as Font);
  opened.set(file, font);
  return font;
}

export function isRightToLeft(text: string): boolean {
  return faces.arabic.script.test(text) || faces.hebrew.script.test(text);
}

function hasAll(face: Face, grapheme: string): boolean {
  const font = openFace(face);
  return [...grapheme].every(
    (letter) => invisible.test(letter) || font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  );
}

/** Joiners and marks of direction are drawn by no font. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

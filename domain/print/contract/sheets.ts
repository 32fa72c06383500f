import type { Measures } from './label-template.ts';

/** All lengths in millimetres. */
export type Sheet = {
  /** As makers and shops call it; none for what everybody has. */
  product?: string;
  page: Size;
  columns: number;
  rows: number;
  label: Size;
  left: number;
  top: number;
  pitch: { x: number; y: number };
  cut?: true;
  /** Two faces, the upper one upside down, with so much room between them: folded there, it shows the same on both sides. */
  fold?: number;
};

export type Size = { width: number; height: number };

export const a4 = { width: 210, height: 297 };
export const letter = { width: 215.9, height: 279.4 };

/** Printers leave the edge of the paper white. */
const margin = 8;
/** Between labels, for the marks. */
const gap = 5;

const sheets = {
  'avery-l7160': labels(a4, 'Avery L7160, L7060', [3, 7], [63.5, 38.1], [7.2, 15.15], [66.04, 38.1]),
  'avery-l7163': labels(a4, 'Avery L7163, L7063', [2, 7], [99.06, 38.1], [4.67, 15.15], [101.6, 38.1]),
  'avery-l6011': labels(a4, 'Avery L6011', [3, 9], [63.5, 29.63], [7.21, 15.1], [66.04, 29.63]),
  'avery-l6009': labels(a4, 'Avery L6009', [4, 12], [45.72, 21.17], [9.75, 21.41], [48.26, 21.17]),
  'avery-l7651': labels(a4, 'Avery L7651', [5, 13], [38.1, 21.17], [4.67, 10.9], [40.64, 21.17]),
  'avery-5160': labels(letter, 'Avery 5160', [3, 10], [66.68, 25.4], [4.78, 12.7], [69.85, 25.4]),
  'avery-5163': labels(letter, 'Avery 5163', [2, 5], [101.6, 50.8], [3.96, 12.7], [106.36, 50.8]),
  'plain-20-a4': toCut(a4, [20, 27]),
  'plain-30-a4': toCut(a4, [30, 40]),
  'plain-40-a4': toCut(a4, [40, 53]),
  'plain-20-letter': toCut(letter, [20, 27]),
  'plain-30-letter': toCut(letter, [30, 40]),
  'plain-40-letter': toCut(letter, [40, 53]),
  'wallet-card-a4': toCut(a4, [85.6, 53.98]),
  'wallet-card-letter': toCut(letter, [85.6, 53.98]),
  'luggage-label-a4': toCut(a4, [54, 172], 2),
  'luggage-label-letter': toCut(letter, [54, 172], 2),
  'key-ring-strip-a4': toCut(a4, [22, 74], 14),
  'key-ring-strip-letter': toCut(letter, [22, 74], 14),
  'brother-62x29': oneLabel('Brother 62 × 29 mm', [62, 29]),
  'brother-29x90': oneLabel('Brother 29 × 90 mm', [90, 29]),
  'brother-17x54': oneLabel('Brother 17 × 54 mm', [54, 17]),
  'dymo-89x28': oneLabel('Dymo 89 × 28 mm', [89, 28]),
  'dymo-57x32': oneLabel('Dymo 57 × 32 mm', [57, 32]),
  'zebra-2x1in': oneLabel('Zebra 2 × 1 in', [50.8, 25.4]),
} satisfies Record<string, Sheet>;

export type SheetName = keyof typeof sheets;

export const sheetNames = Object.keys(sheets) as [SheetName, ...SheetName[]];

export const findSheet = (name: SheetName): Sheet => sheets[name];

export const isSheetName = (name: string): name is SheetName => Object.hasOwn(sheets, name);

export const placesOn = ({ columns, rows }: Sheet): number => columns * rows;

/** As the page by itself, without marks to cut. */
export function labelAlone({ label, fold }: Sheet): Sheet {
  const one = { page: label, label, columns: 1, rows: 1, left: 0, top: 0 };
  return { ...one, pitch: { x: label.width, y: label.height }, ...(fold !== undefined && { fold }) };
}

type Pair = [x: number, y: number];

function labels(page: Size, product: string, count: Pair, label: Pair, first: Pair, pitch: Pair): Sheet {
  return {
    product,
    page,
    columns: count[0],
    rows: count[1],
    label: { width: label[0], height: label[1] },
    left: first[0],
    top: first[1],
    pitch: { x: pitch[0], y: pitch[1] },
  };
}

function toCut(page: Size, [width, height]: Pair, fold?: number): Sheet {
  const pitch = { x: width + gap, y: height + gap };
  const columns = Math.floor((page.width - 2 * margin + gap) / pitch.x);
  const rows = Math.floor((page.height - 2 * margin + gap) / pitch.y);
  return {
    page,
    columns,
    rows,
    label: { width, height },
    left: (page.width - columns * pitch.x + gap) / 2,
    top: (page.height - rows * pitch.y + gap) / 2,
    pitch,
    cut: true,
    ...(fold !== undefined && { fold }),
  };
}

/** For a label printer: the page is the label. */
function oneLabel(product: string, [width, height]: Pair): Sheet {
  return labels({ width, height }, product, [1, 1], [width, height], [0, 0], [width, height]);
}

export function toSheet(own: Measures): Sheet {
  return {
    page: { width: own.pageWidth, height: own.pageHeight },
    columns: own.columns,
    rows: own.rows,
    label: { width: own.labelWidth, height: own.labelHeight },
    left: own.leftMargin,
    top: own.topMargin,
    pitch: { x: own.pitchX, y: own.pitchY },
  };
}

export function toMeasures({ page, columns, rows, label, left, top, pitch }: Sheet): Measures {
  return {
    pageWidth: page.width,
    pageHeight: page.height,
    columns,
    rows,
    labelWidth: label.width,
    labelHeight: label.height,
    leftMargin: left,
    topMargin: top,
    pitchX: pitch.x,
    pitchY: pitch.y,
  };
}

import { type Box, type Canvas, points } from './canvas.ts';
import { withEllipsis } from './contract/break-lines.ts';
import type { Size } from './contract/sheets.ts';
import { canWrite, type Typesetter } from './typeset.ts';

/** What a tag says. All lengths in millimetres. */
export type Tag = {
  matrix: boolean[][];
  host: string;
  code: string;
  name: string;
  note: string;
  headline: string;
};

/** Smaller modules are lost by printers and by cameras of phones. */
export const leastModule = 0.4;
const largestCode = 45;
const fontSizes = [10, 9, 8, 7, 6, 5.5, 5, 4.5, 4];
/** What can be left out is not printed smaller than this. */
const smallestExtra = 5;
const lineHeight = 1.25;
/** The height of host and code below a code, and in large labels of a name besides. */
const textsBelow = (height: number) => Math.max(6, height / 5);

/** Where code and texts stand in a label: beside each other when it is broad, else one below the other. */
function layOut({ width, height }: Size, modules: number): { code: Box; texts: Box; isBroad: boolean } {
  const padding = height < 20 ? 0.5 : 1;
  const isBroad = width > height * 1.3;
  const acrossTexts = isBroad ? height - 2 * padding : width - (width > 25 ? 2 : 0);
  // Letters below the code get their room as long as its modules stay large enough.
  const aboveTexts = Math.min(height, Math.max(height - padding - textsBelow(height), modules * leastModule));
  const side = Math.min(largestCode, acrossTexts, isBroad ? height : aboveTexts);
  const code = {
    x: isBroad ? padding : (width - side) / 2,
    y: isBroad ? (height - side) / 2 : 0,
    width: side,
    height: side,
  };
  const texts = isBroad
    ? { x: code.x + side, y: padding, width: width - code.x - side - 2 * padding, height: height - 2 * padding }
    : { x: padding, y: side, width: width - 2 * padding, height: height - side - padding };
  return { code, texts, isBroad };
}

export function moduleSize(label: Size, matrix: boolean[][]): number {
  return layOut(label, matrix.length).code.width / matrix.length;
}

export function drawTag(canvas: Canvas, typesetter: Typesetter, tag: Tag, label: Size): void {
  const { code, isBroad } = layOut(label, tag.matrix.length);
  drawCode(canvas, tag.matrix, code);
  const { lines, size, box } = fitInLabel(tag, typesetter, label);
  const height = lines.length * size * lineHeight;
  const top = isBroad ? box.y + (box.height - height) / 2 : box.y;
  for (const [row, text] of lines.entries()) {
    const y = top + (row + 0.8) * size * lineHeight;
    const align = isBroad ? 'start' : 'center';
    canvas.write(typesetter.place(text, { x: box.x, y, width: box.width, size, align }));
  }
}

/** A code with its quiet zone; `at` in millimetres. */
export function drawCode(canvas: Canvas, matrix: boolean[][], at: Omit<Box, 'height'>): void {
  canvas.fill(modulesOf(matrix, at));
}

export function whyNotWhole(tag: Tag, typesetter: Typesetter, label: Size): 'no-room' | 'no-letters' | undefined {
  // The note comes last, so the name has the same room without it; to fit it takes most of the time.
  if (fitInLabel({ ...tag, note: '' }, typesetter, label).isNameCut) return 'no-room';
  return canWrite(tag.name) ? undefined : 'no-letters';
}

export type Letters = 'host-and-code' | 'code' | 'none';

/** As far as there is room: the host goes first. */
export function lettersOf(tag: Tag, typesetter: Typesetter, label: Size): Letters {
  const { lines } = fitInLabel({ ...tag, headline: '', name: '', note: '' }, typesetter, label);
  if (lines.length === 0) return 'none';
  return lines[0]?.startsWith(tag.code.slice(0, 4)) ? 'code' : 'host-and-code';
}

function fitInLabel(tag: Tag, typesetter: Typesetter, label: Size): Fitted & { box: Box } {
  const { texts } = layOut(label, tag.matrix.length);
  const box = { x: points(texts.x), y: points(texts.y), width: points(texts.width), height: points(texts.height) };
  return { ...fitTexts(tag, typesetter, box), box };
}

function modulesOf(matrix: boolean[][], { x, y, width }: Omit<Box, 'height'>): Box[] {
  const module = width / matrix.length;
  return matrix.flatMap((modules, row) => {
    const boxes: Box[] = [];
    for (let from = 0; from < modules.length; from++) {
      if (!modules[from]) continue;
      const end = modules.indexOf(false, from);
      const to = end < 0 ? modules.length : end;
      boxes.push({
        x: points(x + from * module),
        y: points(y + row * module),
        width: points((to - from) * module),
        height: points(module),
      });
      from = to;
    }
    return boxes;
  });
}

type Fitted = { lines: string[]; size: number; isNameCut?: true };

/** The most that fits, as large as it fits: where the room ends the note is cut, then the name, and the headline goes last. Host and code stand below. */
function fitTexts({ host, code, name, note, headline }: Tag, typesetter: Typesetter, box: Size): Fitted {
  const linesOf = (texts: string[], size: number) =>
    texts.filter(Boolean).flatMap((text) => typesetter.wrap(text, size, box.width));
  const roomFor = (size: number) => Math.floor(box.height / (size * lineHeight));
  const codeAlone = (size: number) => codeLines(code, linesOf([code], size).length);
  const address = (size: number) => [...linesOf([host], size), ...codeAlone(size)];
  // A host in two parts is misread; it is printed smaller instead, as far as that goes.
  const sizes = fontSizes.filter((size) => size <= smallestExtra || linesOf([host], size).length === 1);

  const rest = address(smallestExtra);
  const roomAbove = roomFor(smallestExtra) - rest.length;
  const said = linesOf([headline], smallestExtra).length <= roomAbove ? [headline] : [];
  for (const size of sizes.filter((each) => each >= smallestExtra)) {
    const lines = [...linesOf([...said, name, note], size), ...address(size)];
    if (lines.length <= roomFor(size)) return { lines, size };
  }
  const [first, named, noted] = [
    linesOf(said, smallestExtra),
    linesOf([name], smallestExtra),
    linesOf([note], smallestExtra),
  ];
  const room = roomAbove - first.length;
  if (first.length > 0 || room > 0) {
    const isNameCut = named.length > room;
    const extra = isNameCut
      ? withEllipsis(named.slice(0, room))
      : [...named, ...withEllipsis(noted.slice(0, room - named.length))];
    return { lines: [...first, ...extra, ...rest], size: smallestExtra, ...(isNameCut && { isNameCut }) };
  }
  const isCut = name ? { isNameCut: true as const } : {};
  // What has no room would stand on the next label.
  for (const linesAt of [address, codeAlone]) {
    const size = sizes.find((each) => linesAt(each).length <= roomFor(each));
    if (size) return { lines: linesAt(size), size, ...isCut };
  }
  return { lines: [], size: 0, ...isCut };
}

/** Groups of four, two in a line where all four have no room. */
function codeLines(code: string, lines: number): string[] {
  const groups = code.split(' ');
  const inLine = lines > 1 ? 2 : groups.length;
  return groups.flatMap((_, n) => (n % inLine === 0 ? [groups.slice(n, n + inLine).join(' ')] : []));
}

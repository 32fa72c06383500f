import { type Canvas, points, type Segment } from './canvas.ts';
import { withEllipsis } from './contract/break-lines.ts';
import type { Size } from './contract/sheets.ts';
import { drawCode, leastModule } from './draw-tag.ts';
import { createTypesetter, type Typesetter } from './typeset.ts';

export type PosterContent = {
  matrix: boolean[][];
  host: string;
  code: string;
  title: string;
  name: string;
  where: string;
  words: string;
  reward: string;
  scan: string;
  stripTitle: string;
  picture: Buffer | undefined;
};

/** In millimetres. */
const margin = 12;
const gap = 4;
const codeSide = 50;
/** As far as the words leave so much. */
const pictureSides = [72, 60, 45, 30];
/** The room below the picture. */
const below = 2;
const stripHeight = 62;
const mostStrips = 8;
const besideStripCode = 2;
const lineHeight = 1.3;
/** In points. */
const titleSizes = [100, 92, 84, 72, 60, 50, 40, 30];
const sizes = { name: 34, where: 19, words: 17, reward: 28 };
const scales = [2.2, 1.8, 1.5, 1.3, 1.15, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42];
const scanSizes = [24, 21, 18, 16, 14, 12, 10];
const stripSize = 7;
const mostStripTitle = 3;

type Tools = { canvas: Canvas; plain: Typesetter; bold: Typesetter };

/** What is seen from afar stands above: that it is lost, the picture, the name, the reward. The code and strips to tear off stand below. */
export function drawPosterOn(canvas: Canvas, page: Size, poster: PosterContent): void {
  const tools = { canvas, plain: createTypesetter(), bold: createTypesetter({ isBold: true }) };
  const width = points(page.width - 2 * margin);
  const titleSize = titleSizes.find((size) => tools.bold.wrap(poster.title, size, width).length === 1) ?? 30;
  const titleY = points(margin) + titleSize * 0.75;
  const middle = { x: points(margin), width, size: titleSize, align: 'center' } as const;
  tools.canvas.write(tools.bold.place(poster.title, { ...middle, y: titleY }));
  const codeTop = page.height - stripHeight - codeSide - gap;
  const top = titleY + titleSize * 0.1 + points(gap);
  drawMiddle(tools, poster, { x: points(margin), y: top, width, height: points(codeTop - gap) - top });
  drawScan(tools, poster, { page, codeTop });
  const leastStrip = poster.matrix.length * leastModule + besideStripCode;
  const strips = Math.min(mostStrips, Math.floor(page.width / leastStrip));
  for (let strip = 0; strip < strips; strip++) drawStrip(tools, poster, { page, width: page.width / strips, strip });
}

type Area = Size & { x: number; y: number };

/** The picture as large as the words leave room for, the words as large as they fit. */
function drawMiddle(tools: Tools, poster: PosterContent, area: Area): void {
  const sides = poster.picture ? pictureSides : [0];
  const fits = sides.flatMap((side) =>
    scales
      .filter((scale) => (scale <= 1 || !poster.picture) && (scale >= 0.7 || side === sides.at(-1)))
      .map((scale) => ({ side, scale, blocks: blocksOf(tools, poster, { scale, width: area.width }) })),
  );
  const heightOf = (blocks: Block[]) => blocks.reduce((sum, { height }) => sum + height, 0);
  const isFitting = ({ side, scale, blocks }: (typeof fits)[number]) => {
    // Broken without need, words of another direction would come in another order.
    const isBroken = scale > 1 && blocks.some(({ isInverse, lines }) => isInverse && lines.length > 1);
    const cutsName = scale > 0.7 && tools.bold.cutsWord(poster.name, sizes.name * scale, area.width);
    return !isBroken && !cutsName && points(side && side + below) + heightOf(blocks) <= area.height;
  };
  const fitting = fits.find(isFitting) ?? fits.at(-1);
  const blocks = fitting?.blocks ?? [];
  const rest = area.height - heightOf(blocks);
  let y = area.y + (poster.picture ? 0 : Math.max(0, rest / 2));
  if (poster.picture) {
    const side = Math.max(points(fitting?.side ?? 0), Math.min(rest - points(below), area.width));
    tools.canvas.image(poster.picture, { x: area.x + (area.width - side) / 2, y, side });
    y += side + points(below);
  }
  for (const block of blocks) {
    if (y + block.height > area.y + area.height + 1) return;
    drawBlock(tools, block, { ...area, y });
    y += block.height;
  }
}

type Block = { lines: string[]; size: number; height: number; typesetter: Typesetter; isInverse: boolean };

function blocksOf({ plain, bold }: Tools, poster: PosterContent, { scale, width }: { scale: number; width: number }) {
  const names = ['name', 'where', 'words', 'reward'] as const;
  return names
    .filter((name) => poster[name])
    .map((name) => {
      const size = sizes[name] * scale;
      const isInverse = name === 'reward';
      const typesetter = name === 'words' ? plain : bold;
      const lines = typesetter.wrap(poster[name], size, width - (isInverse ? size : 0));
      const height = lines.length * size * lineHeight + (isInverse ? size * 0.8 : size * 0.2);
      return { lines, size, height, typesetter, isInverse };
    });
}

function drawBlock({ canvas }: Tools, { lines, size, height, typesetter, isInverse }: Block, area: Area): void {
  const { x, y, width } = area;
  const above = isInverse ? size * 0.6 : 0;
  if (isInverse) canvas.fill([{ x, y: y + size * 0.4, width, height: height - size * 0.4 }]);
  for (const [row, text] of lines.entries()) {
    const baseline = y + above + (row + 0.8) * size * lineHeight;
    const placed = typesetter.place(text, { x, y: baseline, width, size, align: 'center' });
    canvas.write(placed, isInverse ? '#fff' : undefined);
  }
}

/** The code, and beside it what to do with it. */
function drawScan({ canvas, bold }: Tools, poster: PosterContent, { page, codeTop }: { page: Size; codeTop: number }) {
  drawCode(canvas, poster.matrix, { x: margin, y: codeTop, width: codeSide });
  const x = points(margin + codeSide + gap);
  const width = points(page.width - margin) - x;
  const height = points(codeSide - gap);
  const linesAt = (size: number) => [
    ...bold.wrap(poster.scan, size, width),
    ...[poster.host, poster.code].flatMap((text) => bold.wrap(text, size * 0.8, width)),
  ];
  const size = scanSizes.find((each) => linesAt(each).length * each * lineHeight <= height) ?? 10;
  const scanLines = bold.wrap(poster.scan, size, width).length;
  const lines = linesAt(size);
  let y = points(codeTop) + (points(codeSide) - lines.length * size * lineHeight) / 2;
  for (const [row, text] of lines.entries()) {
    y += size * lineHeight;
    const line = { x, y: y - size * 0.25, width, size: row < scanLines ? size : size * 0.8, align: 'start' as const };
    canvas.write(bold.place(text, line));
  }
}

type Place = { page: Size; width: number; strip: number };

/** The code on top; below it, turned, what to type where nobody scans. */
function drawStrip({ canvas, plain }: Tools, poster: PosterContent, { page, width, strip }: Place): void {
  const [left, top] = [strip * width, page.height - stripHeight];
  const above: Segment = [points(left), points(top), points(left + width), points(top)];
  const beside: Segment = [points(left), points(top), points(left), points(page.height)];
  canvas.stroke(strip > 0 ? [above, beside] : [above], { width: 0.5, color: '#777', dash: 3 });
  const side = width - besideStripCode;
  drawCode(canvas, poster.matrix, { x: left + 1, y: top + 1, width: side });
  const length = points(stripHeight - side - 6);
  const title = plain.wrap(poster.stripTitle, stripSize, length);
  const shown = title.slice(0, mostStripTitle);
  const lines = [
    ...(title.length > shown.length ? withEllipsis(shown) : shown),
    ...plain.wrap(poster.host, stripSize, length),
    poster.code,
  ];
  canvas.at({ x: points(left + width / 2), y: points(top + side + 2), turn: 90 }, () => {
    for (const [row, text] of lines.entries()) {
      const y = (row - lines.length / 2 + 0.8) * stripSize * lineHeight;
      canvas.write(plain.place(text, { x: 0, y, width: length, size: stripSize, align: 'center' }));
    }
  });
}

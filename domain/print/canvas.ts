import type { Glyph } from 'fontkit';
import PDFDocument from 'pdfkit';
import { createTypesetter, fontFileOf, isRightToLeft, openFace, type PlacedRun, type Typesetter } from './typeset.ts';

export type Box = { x: number; y: number; width: number; height: number };
export type Segment = [x1: number, y1: number, x2: number, y2: number];
type Stroke = { width: number; color: string; dash?: number };

/** What tags are drawn on. Lengths in points, from the upper left corner. */
export type Canvas = {
  /** Draws with the origin at this point, turned clockwise by so many degrees. */
  at(point: { x: number; y: number; turn?: 90 | 180 }, draw: () => void): void;
  /** Fills boxes that touch without seams between them. */
  fill(boxes: Box[]): void;
  /** @param jpeg of a square picture */
  image(jpeg: Buffer, place: { x: number; y: number; side: number }): void;
  stroke(lines: Segment[], look: Stroke): void;
  write(runs: PlacedRun[], color?: string): void;
};

const pointsPerMm = 72 / 25.4;

export function points(mm: number): number {
  return mm * pointsPerMm;
}

export function bordersOf(size: { width: number; height: number }): Segment[] {
  const [right, bottom] = [points(size.width), points(size.height)];
  return [
    [0, 0, right, 0],
    [right, 0, right, bottom],
    [right, bottom, 0, bottom],
    [0, bottom, 0, 0],
  ];
}

/** Draws on the current page. Its text stays text, which can be searched. */
function createPdfCanvas(doc: PDFKit.PDFDocument): Canvas {
  const registered = new Set<string>();
  return {
    at({ x, y, turn = 0 }, draw) {
      doc.save().translate(x, y);
      if (turn) doc.rotate(turn);
      draw();
      doc.restore();
    },
    fill(boxes) {
      for (const { x, y, width, height } of boxes) doc.rect(x, y, width, height);
      doc.fill('#000');
    },
    image: (jpeg, { x, y, side }) => void doc.image(jpeg, x, y, { width: side }),
    stroke(lines, { width, color, dash }) {
      for (const [x1, y1, x2, y2] of lines) doc.moveTo(x1, y1).lineTo(x2, y2);
      if (dash) doc.dash(dash, {});
      doc.lineWidth(width).stroke(color);
      if (dash) doc.undash();
    },
    write(runs, color = '#000') {
      doc.fillColor(color);
      for (const run of runs) {
        const name = fontFileOf(run.face, run.isBold);
        if (!registered.has(name)) doc.registerFont(name, name);
        registered.add(name);
        doc.font(name).fontSize(run.size);
        doc.text(run.text, run.x, run.y, { ...optionsOf(run), lineBreak: false, baseline: 'alphabetic' });
      }
      doc.fillColor('#000');
    },
  };
}

type Pdf = { doc: PDFKit.PDFDocument; canvas: Canvas; typesetter: Typesetter };

/** Begins a document whose pages have this size in millimetres. What is drawn can be read as it comes. */
export function drawPdf(
  page: { width: number; height: number },
  options: { title: string; printScaling?: 'none' },
  draw: (pdf: Pdf) => Promise<void>,
): PDFKit.PDFDocument {
  const { title, ...viewing } = options;
  const size = [points(page.width), points(page.height)];
  const doc = new PDFDocument({ size, margin: 0, autoFirstPage: false, info: { Title: title }, ...viewing } as never);
  const drawAll = async () => {
    await draw({ doc, canvas: createPdfCanvas(doc), typesetter: createTypesetter() });
    if (!doc.destroyed) doc.end();
  };
  drawAll().catch((error) => doc.destroy(error));
  return doc;
}

/** Without features pdfkit remembers words, but sets each by itself: those from right to left would come in the wrong order. */
const optionsOf = ({ level, text }: PlacedRun) => (level % 2 === 1 || isRightToLeft(text) ? { features: [] } : {});

/** Draws elements of an SVG. Its text is outlines, so it needs no fonts; `sharesGlyphs`: each letter is outlined once, which some programs cannot read. */
export function createSvgCanvas({ sharesGlyphs = false } = {}): Canvas & { elements(): string } {
  const drawn: string[] = [];
  const letters = sharesGlyphs ? createLetters() : undefined;
  return {
    elements: () => (letters?.outlines() ?? '') + drawn.join(''),
    at({ x, y, turn }, draw) {
      drawn.push(`<g transform="translate(${short(x)} ${short(y)})${turn ? ` rotate(${turn})` : ''}">`);
      draw();
      drawn.push('</g>');
    },
    fill(boxes) {
      const path = boxes.map(({ x, y, width, height }) => {
        const [left, right, bottom] = [short(x), short(x + width), short(y + height)];
        return `M${left} ${short(y)}H${right}V${bottom}H${left}z`;
      });
      drawn.push(`<path d="${path.join('')}"/>`);
    },
    stroke(lines, { width, color, dash }) {
      const path = lines.map(([x1, y1, x2, y2]) => `M${short(x1)} ${short(y1)}L${short(x2)} ${short(y2)}`);
      const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
      drawn.push(`<path d="${path.join('')}" stroke="${color}" stroke-width="${short(width)}"${dashes}/>`);
    },
    image(jpeg, { x, y, side }) {
      const data = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
      drawn.push(
        `<image href="${data}" x="${short(x)}" y="${short(y)}" width="${short(side)}" height="${short(side)}"/>`,
      );
    },
    write(runs, color) {
      if (color) drawn.push(`<g fill="${color}">`);
      if (letters) drawn.push(...runs.map(letters.write));
      else drawn.push(`<path d="${runs.map(outlineOf).join('')}"/>`);
      if (color) drawn.push('</g>');
    },
  };
}

/** An SVG of this size in millimetres, drawn so large. */
export function svgFile(
  { width, height }: { width: number; height: number },
  [drawnWidth, drawnHeight]: [width: string | number, height: string | number],
  elements: string,
): string {
  const [right, bottom] = [points(width), points(height)];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${drawnWidth}" height="${drawnHeight}" viewBox="0 0 ${right} ${bottom}" preserveAspectRatio="none"><path fill="#fff" d="M0 0H${right}V${bottom}H0z"/>${elements}</svg>`;
}

/** Letters that are outlined once, and words that are set once, whatever their size and place. */
function createLetters() {
  const outlines = new Map<string, string>();
  const words = new Map<string, string>();
  const letterOf = (name: string, glyph: Glyph) => {
    if (!outlines.has(name)) outlines.set(name, `<path id="${name}" d="${glyph.path.toSVG()}"/>`);
    return name;
  };
  const wordOf = ({ text, face, isBold }: PlacedRun) => {
    const { glyphs, positions } = openFace(face, isBold).layout(text);
    let left = 0;
    const letters = glyphs.map((glyph, n) => {
      const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[n] ?? {};
      const raised = yOffset === 0 ? '' : ` y="${yOffset}"`;
      const at = left + xOffset;
      left += xAdvance;
      return `<use href="#${letterOf(`${face}${isBold}${glyph.id}`, glyph)}" x="${at}"${raised}/>`;
    });
    return letters.join('');
  };
  return {
    outlines: () => (outlines.size > 0 ? `<defs>${[...outlines.values()].join('')}</defs>` : ''),
    write(run: PlacedRun): string {
      const name = `${run.face}${run.isBold} ${run.text}`;
      const word = words.get(name) ?? wordOf(run);
      words.set(name, word);
      // Fonts measure upwards, pictures downwards.
      const scale = Number((run.size / openFace(run.face, run.isBold).unitsPerEm).toPrecision(6));
      return `<g transform="translate(${short(run.x)} ${short(run.y)}) scale(${scale} -${scale})">${word}</g>`;
    },
  };
}

function outlineOf({ text, face, isBold, x, y, size }: PlacedRun): string {
  const font = openFace(face, isBold);
  const { glyphs, positions } = font.layout(text);
  const scale = size / font.unitsPerEm;
  let left = x;
  const outlines = glyphs.map((glyph, n) => {
    const { xOffset = 0, yOffset = 0, xAdvance = 0 } = positions[n] ?? {};
    // Fonts measure upwards, pictures downwards.
    const outline = glyph.path.transform(scale, 0, 0, -scale, left + xOffset * scale, y - yOffset * scale);
    left += xAdvance * scale;
    return outline.toSVG();
  });
  return outlines.join('');
}

/** A thousandth of a point is far finer than any printer. */
const short = (length: number) => Number(length.toFixed(3));

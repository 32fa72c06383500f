import type { Canvas } from './canvas.ts';
import { openFace } from './faces.ts';
import type { PlacedRun } from './typeset.ts';

/** Draws elements of an SVG. Its text is outlines, so it needs no fonts. */
export function createSvgCanvas(): Canvas & { elements(): string } {
  const drawn: string[] = [];
  return {
    elements: () => drawn.join(''),
    at({ x, y, turned }, draw) {
      drawn.push(`<g transform="translate(${short(x)} ${short(y)})${turned ? ' rotate(180)' : ''}">`);
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
    write(runs) {
      drawn.push(`<path d="${runs.map(outlineOf).join('')}"/>`);
    },
  };
}

function outlineOf({ text, face, x, y, size }: PlacedRun): string {
  const font = openFace(face);
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

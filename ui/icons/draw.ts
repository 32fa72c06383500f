import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

// Run by hand after a change of public/icon.svg: node ui/icons/draw.ts.
const served = new URL('../../public/icons/', import.meta.url);
const drawing = fileURLToPath(new URL('../../public/icon.svg', import.meta.url));
const unitsOfDrawing = 32;
const dpiOfOnePixelPerUnit = 72;

const paper = '#fbf8f2';
const nothing = '#0000';

await mkdir(served, { recursive: true });
await draw('tag-192.png', 192, 1, nothing);
await draw('tag-512.png', 512, 1, nothing);
// Systems cut their own shape: only the circle of four fifths in the middle is sure to be seen (W3C, maskable icons).
await draw('tag-maskable-512.png', 512, 0.6, paper);
// iOS fills what is transparent with black, and only rounds the corners.
await draw('tag-apple-180.png', 180, 0.75, paper);

/** The tag, on `part` of a square of `size` pixels. */
async function draw(file: string, size: number, part: number, background: string): Promise<void> {
  const tagSize = Math.round(size * part);
  const margin = Math.floor((size - tagSize) / 2);
  const rest = size - tagSize - margin;
  const density = (dpiOfOnePixelPerUnit * tagSize) / unitsOfDrawing;
  await sharp(drawing, { density })
    .resize(tagSize, tagSize)
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background })
    .flatten(background !== nothing && { background })
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toFile(fileURLToPath(new URL(file, served)));
}

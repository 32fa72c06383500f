import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { configure, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js';
import { createSvgCanvas, svgFile } from './canvas.ts';
import type { Sheet } from './contract/sheets.ts';
import { drawLabel } from './draw-sheets.ts';
import type { Tag } from './draw-tag.ts';
import { dotsPerInch, svgToPng } from './svg-to-png.ts';
import { createTypesetter, type Typesetter } from './typeset.ts';

type PictureFormat = 'png' | 'svg';

type Picture = { name: string; bytes: Uint8Array<ArrayBuffer> };

const dotsPerMm = dotsPerInch / 25.4;

configure({ useWebWorkers: false });

/** Draws the label of one tag at its true size. A PNG has 300 dots an inch. */
export function drawPicture(tag: Tag, sheet: Sheet, format: PictureFormat): Promise<Picture> {
  return draw(tag, sheet, format, createTypesetter());
}

export function drawPictures(tags: Iterable<Tag>, sheet: Sheet, format: PictureFormat): Readable {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const file = Readable.fromWeb(readable as never);
  const write = async () => {
    // Some programs cannot read zip64. PNG is compressed already.
    const zip = new ZipWriter(writable, { zip64: false, level: format === 'png' ? 0 : 6 });
    const typesetter = createTypesetter();
    for (const tag of tags) {
      await setImmediate();
      const { name, bytes } = await draw(tag, sheet, format, typesetter);
      await zip.add(name, new Uint8ArrayReader(bytes));
    }
    await zip.close();
  };
  write().catch((error) => file.destroy(error));
  return file;
}

async function draw(tag: Tag, sheet: Sheet, format: PictureFormat, typesetter: Typesetter): Promise<Picture> {
  const name = `${fileNameOf(tag.name, tag.code)}.${format}`;
  const canvas = createSvgCanvas();
  drawLabel(canvas, typesetter, tag, sheet);
  const { width, height } = sheet.label;
  const svg = (drawn: [string | number, string | number]) => svgFile(sheet.label, drawn, canvas.elements());
  if (format === 'svg') return { name, bytes: new TextEncoder().encode(svg([`${width}mm`, `${height}mm`])) };
  return { name, bytes: await svgToPng(svg([Math.round(width * dotsPerMm), Math.round(height * dotsPerMm)])) };
}

const mostBytes = 120;

/** The name of a file for a tag, which every file system takes: the item's name as far as it goes, and the code. */
export function fileNameOf(itemName: string, code: string): string {
  const safe = itemName
    .normalize('NFC')
    .toWellFormed()
    // What Windows refuses, and what cannot be seen, except joiners.
    .replaceAll(/[<>:"/\\|?*\ufffd]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    // Hidden files begin with a dot, options of commands with a dash.
    .replace(/^[.\- ]+/, '');
  const name = shortened(safe).trim();
  return `${name || 'tag'} ${code.replaceAll(' ', '')}`;
}

function shortened(text: string): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(kept + segment) > mostBytes) break;
    kept += segment;
  }
  return kept;
}

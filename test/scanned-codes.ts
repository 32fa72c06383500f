import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { svgToPng } from '../domain/print/svg-to-png.ts';

const run = promisify(execFile);
const dotsPerInch = 300;
const dotsPerMm = dotsPerInch / 25.4;

/** In pixels: enough for every code. */
const sharpSide = 600;

/** In millimetres from the page's corner. */
export type Spot = { x: number; y: number; width: number; height: number };

const views = {
  printed: { scale: 1, turn: 0 },
  'at 80 %': { scale: 0.8, turn: 0 },
  turned: { scale: 1, turn: 30 },
};

type View = keyof typeof views;
export const viewNames = Object.keys(views) as View[];

/** The views other than as printed are of the first spots alone: of each there is as much to read. */
const spotsInAllViews = 4;

/** Rasterises a page of a PDF at 300 dpi, the first one unless it is named, and holds a scanner over each spot: what it reads there in each view, empty where there is no code. */
export async function scanSpots<Seen extends View = 'printed'>(
  pdf: Uint8Array,
  spots: Spot[],
  seen: readonly Seen[] = ['printed' as Seen],
  number = 1,
): Promise<Record<Seen, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-scan-'));
  try {
    await writeFile(join(folder, 'sheet.pdf'), pdf);
    const only = ['-f', String(number), '-singlefile'];
    await run('pdftoppm', ['-r', String(dotsPerInch), '-gray', ...only, 'sheet.pdf', 'page'], { cwd: folder });
    const page = readPicture(await readFile(join(folder, 'page.pgm')));
    const spotsIn = (view: View) => spots.slice(0, view === 'printed' ? spots.length : spotsInAllViews);
    const viewsOf = (n: number) => seen.filter((view) => n < spotsIn(view).length);
    const names = spots.flatMap((_, n) => viewsOf(n).map((view) => `${n} ${view}.png`));
    await Promise.all(spots.map((spot, n) => drawViews(page, spot, viewsOf(n), join(folder, String(n)))));
    const read = await scanFiles(folder, names);
    const ofView = (view: View) => spotsIn(view).map((_, n) => read.get(`${n} ${view}.png`) ?? '');
    return Object.fromEntries(seen.map((view) => [view, ofView(view)])) as Record<Seen, string[]>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The first page of a PDF as a picture. */
export async function rasterise(pdf: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-scan-'));
  try {
    await writeFile(join(folder, 'sheet.pdf'), pdf);
    await run('pdftoppm', ['-r', String(dotsPerInch), '-png', '-singlefile', 'sheet.pdf', 'page'], { cwd: folder });
    return await readFile(join(folder, 'page.png'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a scanner reads in each picture as it is, empty where there is no code. */
export async function scanPictures(pictures: Uint8Array[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-scan-'));
  try {
    const names = pictures.map((_, n) => `${n}.png`);
    await Promise.all(pictures.map((picture, n) => writeFile(join(folder, `${n}.png`), picture)));
    const read = await scanFiles(folder, names);
    return names.map((name) => read.get(name) ?? '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

type Picture = { data: Buffer; info: { width: number; height: number; channels: 1 } };

/** PGM: sizes and depth as text, then a byte for each dot. */
function readPicture(file: Buffer): Picture {
  const [head = '', width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? [];
  return { data: file.subarray(head.length), info: { width: Number(width), height: Number(height), channels: 1 } };
}

async function drawViews({ data, info }: Picture, spot: Spot, seen: readonly View[], file: string): Promise<void> {
  const [left, top, width, height] = [spot.x, spot.y, spot.width, spot.height].map((mm) => Math.floor(mm * dotsPerMm));
  const label = { left: left ?? 0, top: top ?? 0, width: width ?? 0, height: height ?? 0 };
  const cut = await sharp(data, { raw: info }).extract(label).toColourspace('b-w').raw().toBuffer();
  const raw = { width: label.width, height: label.height, channels: 1 } as const;
  for (const view of seen) {
    const { scale, turn } = views[view];
    const picture = sharp(cut, { raw })
      .resize(Math.round(label.width * scale))
      .rotate(turn, { background: '#fff' });
    await picture.toColourspace('b-w').png({ compressionLevel: 0 }).toFile(`${file} ${view}.png`);
  }
}

/** One call for all: starting the scanner takes longer than scanning. */
async function scanFiles(folder: string, names: string[]): Promise<Map<string, string>> {
  const args = ['--quiet', '--nodbus', '--xml', '-Sdisable', '-Sqrcode.enable', ...names];
  // It exits with 4 where one of them holds no code.
  const { stdout } = await run('zbarimg', args, { cwd: folder }).catch((error: { code: number; stdout: string }) => {
    if (error.code !== 4) throw error;
    return error;
  });
  const sources = stdout.matchAll(/<source href='([^']+)'>(.*?)<\/source>/gs);
  return new Map(sources.map(([, name = '', found = '']) => [name, /<!\[CDATA\[(.*?)\]\]>/s.exec(found)?.[1] ?? '']));
}

/** What the scanner reads in a picture of one code, a PNG as large as it is drawn. */
export async function scanPicture(file: Uint8Array): Promise<{ text: string; width: number; density: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-scan-'));
  try {
    const picture = isSvg(file) ? await svgToPng(enlarged(file)) : file;
    const { width, density = 72 } = await sharp(picture).metadata();
    await writeFile(join(folder, 'code.png'), picture);
    const read = await scanFiles(folder, ['code.png']);
    return { text: read.get('code.png') ?? '', width, density };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const isSvg = (file: Uint8Array) => Buffer.from(file.subarray(0, 4)).toString() === '<svg';

function enlarged(svg: Uint8Array): string {
  const size = ` width="${sharpSide}" height="${sharpSide}"`;
  return Buffer.from(svg)
    .toString()
    .replace(
      /^<svg([^>]*)>/,
      (_, attributes: string) => `<svg${attributes.replaceAll(/ (width|height)="[^"]*"/g, '')}${size}>`,
    );
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

export async function textOf(pdf: Uint8Array): Promise<string> {
  return (await run('pdftotext', ['-layout', await fileOf(pdf), '-'])).stdout;
}

/** Where a word stands, in points. */
export async function boxOf(
  pdf: Uint8Array,
  word = 'tags.example.com',
): Promise<{ x: number; y: number; yMax: number }> {
  const { stdout } = await run('pdftotext', ['-bbox', await fileOf(pdf), '-']);
  const [, x, y, yMax] =
    new RegExp(`xMin="([\\d.]+)" yMin="([\\d.]+)"[^>]*yMax="([\\d.]+)"[^>]*>${word}<`).exec(stdout) ?? [];
  return { x: Number(x), y: Number(y), yMax: Number(yMax) };
}

/** The extent of each drawn line, in millimetres. Older versions of the program write a style, newer ones attributes. */
export async function linesOf(pdf: Buffer): Promise<{ width: number; height: number }[]> {
  const { stdout } = await run('pdftocairo', ['-svg', await fileOf(pdf), '-']);
  const paths = stdout.matchAll(/<path (?:style="fill:none;|fill="none")[^>]*? d="([^"]+)"/g);
  return [...paths].map(([, path = '']) => {
    const numbers = path.match(/-?[\d.]+/g)?.map((number) => (Number(number) * 25.4) / 72) ?? [];
    const extent = (part: number) => {
      const values = numbers.filter((_, n) => n % 2 === part);
      return Math.max(...values) - Math.min(...values);
    };
    return { width: extent(0), height: extent(1) };
  });
}

async function fileOf(pdf: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-print-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'sheet.pdf');
  await writeFile(file, pdf);
  return file;
}

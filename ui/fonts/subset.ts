import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

// Run by hand after a change of the characters or of the font: node ui/fonts/subset.ts.
// The number in the file's name is raised with it, because browsers keep the old one for a year.
const served = new URL('../../public/fonts/', import.meta.url);
const font = import.meta.resolve(
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
);
const licence = import.meta.resolve('@fontsource-variable/bricolage-grotesque/LICENSE');

const basicLatinAndLatin1 = [...range(0x20, 0x7e), ...range(0xa0, 0xff)].join('');
const punctuation = '–—‘’‚“”„•…‹›€';

const whole = await readFile(fileURLToPath(font));
const subset = await subsetFont(whole, basicLatinAndLatin1 + punctuation, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 600, max: 800 } },
  // Kerning along a weight axis costs 14 kB, as much as all the letters; tight tracking hides its absence.
  keepFeatures: [],
  noHinting: true,
});

await mkdir(served, { recursive: true });
await writeFile(new URL('bricolage-grotesque-1.woff2', served), subset);
await copyFile(fileURLToPath(licence), new URL('bricolage-grotesque-OFL.txt', served));

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => String.fromCodePoint(first + offset));
}

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** npm test -- --changed: every test that changed, and the nearest others up to this number. */
const most = 8;
const farthest = 3;
/** A test that names an exported function of a changed file is as near as one that imports the file through another. */
const mentionDistance = 2;

const [since = 'HEAD'] = process.argv.slice(2);
const sources = globSync('{app,browser,commands,domain,functions,language,paths,server,site,test,ui}/**/*.{ts,tsx}');
const changed = [
  ...git('diff', '--name-only', '--relative', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];
// What each language says is compared by the tests of the catalogues.
if (changed.some((file) => file.startsWith('messages/'))) changed.push('language/catalogues.ts');
const distances = measureDistances();
const names = [...new Set(changed.flatMap(readExports))];
const near = sources
  .filter(isTest)
  .map((file) => ({ file, ...nearness(file) }))
  .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
  .sort((a, b) => a.distance - b.distance || b.mentions - a.mentions || a.file.localeCompare(b.file));
const tests = near.filter(({ file }, index) => index < most || changed.includes(file));
const left = near.length - tests.length;
process.stdout.write(tests.map(({ file }) => `${file}\n`).join(''));
if (left > 0)
  process.stderr.write(`${left} tests that are farther from the change were left out; npm test runs all.\n`);

function nearness(test: string): { distance: number; mentions: number } {
  const text = readFileSync(test, 'utf8');
  const mentions = names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).length;
  const neighbours = sources.filter((file) => !file.startsWith('test/') && dirname(file) === dirname(test));
  const distance = Math.min(
    distanceOf(test),
    ...neighbours.map((file) => distanceOf(file) + (nameOf(file) === nameOf(test) ? 0 : 1)),
    mentions > 0 ? mentionDistance : Number.POSITIVE_INFINITY,
  );
  return { distance, mentions };
}

function distanceOf(file: string): number {
  return distances.get(file) ?? Number.POSITIVE_INFINITY;
}

/** Up to `farthest`, and not through test/: nearly all tests start the whole product with its help. */
function measureDistances(): Map<string, number> {
  const importers = readImporters();
  const found = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of found) {
    if (distance === farthest || (distance > 0 && file.startsWith('test/'))) continue;
    for (const importer of importers.get(file) ?? []) {
      if (!found.has(importer)) found.set(importer, distance + 1);
    }
  }
  return found;
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) && !file.startsWith('test/e2e/');
}

function nameOf(file: string): string {
  return basename(file).replace(/\..*/, '');
}

function git(...words: string[]): string[] {
  return execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

function readExports(file: string): string[] {
  if (!/^(domain|functions|paths|server|site)\/.*\.tsx?$/.test(file) || !existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function|const) ([a-z]+[A-Z]\w*)/gm)].map(
    ([, name = '']) => name,
  );
}

function readImporters(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of sources) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;']*'(\.[^']*)'/gm,
    )) {
      const of = join(dirname(file), path);
      found.set(of, [...(found.get(of) ?? []), file]);
    }
  }
  return found;
}

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * npm test -- --changed: the tests in the folder of a changed file, of its name, that import it directly or through one other file, or name
 * a function that it exports. All that start the whole product would be nearly all there are.
 */
const [since = 'HEAD'] = process.argv.slice(2);
const sources = globSync('{app,browser,commands,domain,functions,language,paths,server,site,test,ui}/**/*.{ts,tsx}');
const changed = [
  ...git('diff', '--name-only', '--relative', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];
// What each language says is compared by the tests of the catalogues.
if (changed.some((file) => file.startsWith('messages/'))) changed.push('language/catalogues.ts');
const importers = readImporters();
const importing = (files: string[]) => files.flatMap((file) => importers.get(file) ?? []);
const direct = importing(changed);
const imported = new Set([...changed, ...direct, ...importing(direct.filter((file) => !file.startsWith('test/')))]);
const folders = new Set(changed.map(dirname));
const names = new Set(changed.map(nameOf));
const exported = changed.flatMap(readExports);
const mentions = new RegExp(`\\b(${exported.join('|')})\\b`);
const tests = sources.filter(
  (file) =>
    isTest(file) &&
    (imported.has(file) ||
      folders.has(dirname(file)) ||
      names.has(nameOf(file)) ||
      (exported.length > 0 && mentions.test(readFileSync(file, 'utf8')))),
);
process.stdout.write(tests.map((file) => `${file}\n`).join(''));

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

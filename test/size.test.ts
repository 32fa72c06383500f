import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const paths = globSync(
  '{*,{app,browser,commands,domain,functions,language,paths,public,server,site,ui}/**/*}.{ts,tsx,mts,cts,sql}',
  { cwd: root },
).filter((path) => !/\.test\.|\.config\.ts$|^language\/keys\.ts$/.test(path));
const files = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** Lower it with each name that goes. */
const mostNames = 13;
/** Lower it with each file that is split. */
const mostLongFiles = 8;

test(`no more than ${mostNames} names are exported by two files`, () => {
  const declaration = /^export (?:async )?(?:function\*?|const|class|let|type|interface|enum) (\w+)/gm;
  const places = files.flatMap(({ path, text }) =>
    [...text.matchAll(declaration)].map(([, name = '']) => ({ name, path })),
  );
  const twice = [...Map.groupBy(places, ({ name }) => name)].filter(([, { length }]) => length > 1);
  const told = twice.map(([name, all]) => `${name}: ${all.map(({ path }) => path).join(', ')}`);
  expect(told.length, told.join('\n')).toBeLessThanOrEqual(mostNames);
});

test(`no more than ${mostLongFiles} files have over 200 lines`, () => {
  const long = files.filter(({ text }) => text.split('\n').length - 1 > 200).map(({ path }) => path);
  expect(long.length, long.join('\n')).toBeLessThanOrEqual(mostLongFiles);
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openWindow, phone } from './browser.ts';
import { ownerWithTag } from './people.ts';
import { sharedProduct } from './shared-product.ts';

/** What came after the oldest browsers that the README names. Of what libraries name so, too, only the browser below tells. */
const newer = [
  /\(\?<[=!]/,
  /\bstatic\s*\{/,
  /\.(?:toWellFormed|isWellFormed|withResolvers|fromAsync|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\b(?:AbortSignal\.any|RegExp\.escape|Promise\.try|(?:Object|Map)\.groupBy|URL\.parse|Intl\.DurationFormat)\b/,
  /\b(?:await )?using [\w$]+ ?=/,
];

test('no file for browsers has syntax or calls methods that the oldest of them lack', () => {
  const files = globSync('dist/client/**/*.js');
  expect(files.length).toBeGreaterThan(20);
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return newer.flatMap((each) => {
      const at = text.search(each);
      return at < 0 ? [] : [`${file}: ${text.slice(Math.max(0, at - 60), at + 60)}`];
    });
  });
  expect(found).toEqual([]);
});

test('owners and finders do their work in a browser without the newest of what scripts may use', async () => {
  const product = await sharedProduct();
  const withoutNewer = () => {
    const remove = (from: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(from, name);
    };
    remove(AbortSignal, 'any', 'timeout');
    remove(URL, 'canParse', 'parse');
    remove(globalThis, 'BroadcastChannel');
    remove(String.prototype, 'toWellFormed', 'isWellFormed');
    remove(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf');
    remove(Promise, 'withResolvers', 'try');
    remove(Object, 'groupBy');
    remove(Map, 'groupBy');
    remove(Intl, 'Segmenter', 'DurationFormat');
    remove(
      Object.getPrototypeOf(Object.getPrototypeOf([].values())),
      'map',
      'filter',
      'take',
      'toArray',
      'some',
      'find',
    );
  };
  const [window, finder] = [await openWindow(product.url), await openWindow(product.url, { viewport: phone })];
  for (const page of [window, finder]) await page.context().addInitScript(withoutNewer);
  const { owner, path } = await ownerWithTag(product, window);
  await finder.goto(path);
  await finder.getByLabel('Or write a message').fill('It lies at the lake.');
  await finder.getByRole('button', { name: 'Send message' }).click();
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  await owner.goto('/inbox');
  await owner.getByRole('link', { name: /at the lake/ }).click();
  await owner.getByLabel('Your answer').fill('I come at noon');
  await owner.getByRole('button', { name: 'Send' }).click();
  await finder.getByText('I come at noon').waitFor();
  await owner.goto('/items/new');
  await owner.getByLabel('Name').fill('Green umbrella');
  await owner.getByText('Bag or backpack').click();
  await owner.getByRole('button', { name: 'Make the tag' }).click();
  await owner.waitForURL('**/item/*');
  await owner.goto('/items?select=');
  await owner.getByRole('checkbox').first().check();
  await owner.goto('/profile');
  await owner.getByRole('button', { name: 'Sign out', exact: true }).click();
  await owner.waitForURL(`${product.url}/`);
});

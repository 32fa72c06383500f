import { existsSync, globSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const decisions = await readdir(join(root, 'docs/decisions'));
const pages = [
  'README.md',
  'docs/operate.md',
  'docs/security.md',
  'docs/translate.md',
  'docs/webhook.md',
  ...decisions.map((name) => `docs/decisions/${name}`),
];
const sourceFile = /`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|css))`/g;

test.each(pages)('%s names only files that are there', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  const named = [...text.matchAll(sourceFile)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

const link = /\]\((?!https?:)([^)#]+)/g;

test.each(pages)('%s links only to files that are there', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  const linked = [...text.matchAll(link)].map(([, path = '']) => path);
  expect(linked.filter((path) => !existsSync(join(root, page, '..', path)))).toEqual([]);
});

test('the pictures in the README weigh less than 60,000 bytes each', async () => {
  const text = await readFile(join(root, 'README.md'), 'utf8');
  const pictures = [...text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(pictures).toHaveLength(2);
  for (const path of pictures) expect(statSync(join(root, path)).size, path).toBeLessThan(60_000);
});

const sources = globSync(
  '{app,browser,commands,domain,functions,language,paths,server,site,test,tools,ui}/**/*.{ts,tsx,css}',
  { cwd: root },
);
const comment = /^\s*(?:\/\*|\*|\/\/).*|\s\/\/ .*/gm;
const fileInComment = /(?<![\w./*-])(?:[\w-]+\/)*[\w][\w.-]*\.(?:tsx?|css)\b/g;

test('comments name only files that are there', async () => {
  const missing: string[] = [];
  for (const source of sources) {
    const text = await readFile(join(root, source), 'utf8');
    const named = [...text.matchAll(comment)].flatMap(([line]) => line.match(fileInComment) ?? []);
    const isThere = (name: string) => existsSync(join(root, name)) || sources.some((path) => path.endsWith(`/${name}`));
    for (const name of named) if (!isThere(name)) missing.push(`${source}: ${name}`);
  }
  expect(missing).toEqual([]);
});

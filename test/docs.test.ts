import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const decisions = await readdir(join(root, 'docs/decisions'));
const pages = [
  'README.md',
  'docs/operate.md',
  'docs/security.md',
  ...decisions.map((name) => `docs/decisions/${name}`),
];
const sourceFile = /`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|css))`/g;

test.each(pages)('%s names only files that are there', async (page) => {
  const text = await readFile(join(root, page), 'utf8');
  const named = [...text.matchAll(sourceFile)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

import { globSync, readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { layers, namesOf } from './layers.ts';

const root = resolve(import.meta.dirname, '..');
const folders = Object.keys(layers).sort((one, other) => other.length - one.length);
const outer = [...new Set(folders.map((folder) => folder.split('/')[0]))];

test('no file imports against the layers', () => {
  const files = globSync(
    outer.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  );
  const product = files.map((file) => file.replaceAll('\\', '/')).filter((file) => !/\.(test|d)\.tsx?$/.test(file));
  expect(product.filter((file) => !folderOf(file))).toEqual([]);
  expect(product.flatMap((file) => againstLayers(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.each([
  ['app/core/data/queries.ts', "import { LoadMore } from '../../widgets/load-more.tsx';"],
  ['app/core/data/queries.ts', "const send = () => import('../../features/inbox/send-reply.ts');"],
  ['app/widgets/dates.ts', "import '../start/main.tsx';"],
  ['app/features/items/my-items.tsx', "export { SharedItem } from '../sharing/share-item.tsx';"],
  ['app/features/items/my-items.tsx', "import * as items from '../../../domain/items/items.ts';"],
  ['app/features/items/my-items.tsx', "import { list } from '../../../functions/list.ts';"],
  ['app/start/app.tsx', "import { say } from '../../server/say.ts';"],
  ['site/http/visitor.ts', "import { showPage } from '../document/show-page.tsx';"],
  ['site/document/show-page.tsx', "import { siteRoutes } from '../routes.tsx';"],
  ['site/finder/item.tsx', "import { Article } from '../pages/article.tsx';"],
  ['site/routes.tsx', "import { MyItems } from '../app/features/items/my-items.tsx';"],
  ['site/script/main.ts', "import * as items from '../../domain/items/items.ts';"],
  ['site/script/main.ts', "import type { Site } from '../http/visitor.ts';"],
  ['domain/items/items.ts', "import { inbox } from '../messages/inbox.ts';"],
  ['domain/texts/contract/links.ts', "import { maxMessageLength } from '../../messages/contract/limits.ts';"],
  ['app/start/app.tsx', "import { readFile } from 'node:fs/promises';"],
])('%s may not say: %s', (file, code) => {
  expect(againstLayers(file, code)).toHaveLength(1);
});

const imports = /^(?:import|export)\s(?:(?:type\s)?([^;'"]*?)\sfrom\s)?'([^']+)'|\bimport\('([^']+)'\)/gm;

function againstLayers(file: string, code: string): string[] {
  const own = folderOf(file) ?? '';
  return [...code.matchAll(imports)].flatMap(([, names = '', source = '', loaded]) => {
    const path = source || (loaded ?? '');
    if (!path.startsWith('.') && !path.startsWith('node:')) return [];
    const target = path.startsWith('.') ? posix.join(posix.dirname(file), path) : path;
    const isAllowed = [own, ...(layers[own] ?? [])].some((folder) => isIn(target, folder));
    return isAllowed && mayName(file, target, names) ? [] : [`${file} imports ${target}`];
  });
}

function mayName(file: string, target: string, imported: string): boolean {
  const names = [...imported.replace(/^\{|\}$/g, '').matchAll(/(?:type )?([\w*]+)(?: as \w+)?/g)].map(
    ([, name = '']) => name,
  );
  return namesOf.every(
    (each) => target !== each.file || !isIn(file, each.by) || names.every((name) => each.names.test(name)),
  );
}

function folderOf(file: string): string | undefined {
  return folders.find((folder) => isIn(file, folder));
}

function isIn(file: string, folder: string): boolean {
  return new RegExp(`^${RegExp.escape(folder).replaceAll('\\*', '[^/]+')}(/|$|(?<=:))`).test(file);
}

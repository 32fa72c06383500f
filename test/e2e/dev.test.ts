import { cp, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWindow } from './browser.ts';
import { root, startProduct, temporaryFolder } from './started-product.ts';

const notCopied = ['.git', 'data', 'dist', 'node_modules'];

test('npm run dev shows a changed component on open pages of both faces, and what was typed in the app stays', async () => {
  const home = await copySources();
  const product = await startProduct({ home, command: ['bin/dev'] });
  const page = await openWindow(product.url);
  await page.goto('/signin');
  await page.getByLabel('Email').fill('ada@example.com');
  const site = await page.context().newPage();
  await site.goto('/about');
  expect(await site.locator('header[data-changed]').count()).toBe(0);

  await change(join(home, 'ui/header.tsx'), '<header', '<header data-changed=""');
  for (const shown of [page, site]) await shown.locator('header[data-changed]').waitFor();
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ada@example.com');
  expect(await (await fetch(`${product.url}/about`)).text()).toContain('data-changed');
});

async function copySources(): Promise<string> {
  const home = await temporaryFolder();
  for (const name of await readdir(root)) {
    if (!notCopied.includes(name)) await cp(join(root, name), join(home, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(home, 'node_modules'));
  return home;
}

async function change(file: string, from: string, to: string): Promise<void> {
  const before = await readFile(file, 'utf8');
  expect(before).toContain(from);
  await writeFile(`${file}.new`, before.replace(from, to));
  await rename(`${file}.new`, file);
}

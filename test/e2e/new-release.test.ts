import { chmod, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openOffline, ownerInConversation } from './offline-device.ts';
import { root, startProduct, temporaryFolder } from './started-product.ts';

test('C-1.05 a new release is taken over without reloading anything, and the old one goes with its last page', async () => {
  const product = await startProduct();
  const { owner, inbox } = await ownerInConversation(product, await openOffline(product));
  const old = await owner.context().newPage();
  await old.goto('/items');
  await old.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  const [before] = await readCaches();
  await product.stop();
  await startProduct({ dataDir: product.dataDir, home: await nextRelease(), env: { PORT: `${product.port}` } });

  const loads: string[] = [];
  for (const page of [owner, old]) page.on('load', () => loads.push(new URL(page.url()).pathname));
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await expect.poll(async () => (await readCaches()).length).toBe(2);

  await old.getByRole('link', { name: 'Profile' }).click();
  await old.getByRole('heading', { name: 'Profile' }).waitFor();
  expect(loads, 'the old page found its files').toEqual(['/items']);
  expect(await readCaches()).toContain(before);
  await old.close();

  // The browser may take a moment to let the closed page go.
  let visits = 1;
  const visit = async () => {
    visits += 1;
    await owner.goto('/items');
    return readCaches();
  };
  await expect.poll(visit).not.toContain(before);
  await expect.poll(readCaches).toHaveLength(1);
  expect(loads).toEqual(Array(visits).fill('/items'));
  await owner.context().setOffline(true);
  await owner.goto('/items');
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await owner.goto(inbox);
  await owner.getByRole('log').getByText('It lies at the lake.').waitFor();

  function readCaches() {
    return owner.evaluate(() => caches.keys());
  }
});

/** The built product once more, with another name for each of its files, as if all had changed. */
async function nextRelease(): Promise<string> {
  const home = join(await temporaryFolder(), 'next');
  const client = join(home, 'dist/client');
  // Other tests keep copies of the product beside these.
  for (const part of ['client', 'server']) {
    await cp(join(root, 'dist', part), join(home, 'dist', part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(home, 'node_modules'));
  await mkdir(join(home, 'bin'));
  await writeFile(join(home, 'bin/start'), `#!/bin/sh\nexec ${root}/bin/node dist/server/server.js\n`);
  await chmod(join(home, 'bin/start'), 0o755);

  const hashes = (await readdir(join(client, 'assets'))).flatMap((name) => /-(.{8})\.(js|css)$/.exec(name)?.[1] ?? []);
  const rename = (text: string) => hashes.reduce((all, hash) => all.replaceAll(hash, `${hash.slice(0, 4)}next`), text);
  for (const name of await readdir(client, { recursive: true })) {
    if (/\.(br|gz)$/.test(name)) await rm(join(client, name));
    if (!/\.(js|css|json)$/.test(name)) continue;
    const text = await readFile(join(client, name), 'utf8');
    await rm(join(client, name));
    await writeFile(join(client, rename(name)), rename(text));
  }
  return home;
}

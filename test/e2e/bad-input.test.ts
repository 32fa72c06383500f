import { expect, test } from 'vitest';
import { makeItem } from '../make.ts';
import { sharedProduct } from './shared-product.ts';

/** What a bundler might take for dead code is asked of the build itself. */
test('the built product refuses what cannot be read, and lives on', async () => {
  const product = await sharedProduct();
  const visitor = product.visitor();
  for (const path of ['/%ff', '/%', '/item/%zz']) expect((await visitor.get(path)).status, path).toBe(400);
  expect((await visitor.get(`/${'a'.repeat(8_000)}`)).status).toBe(414);

  const item = await makeItem(await product.owner());
  const sent = await visitor.fetch(`/item/${item.hash}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'text=%ff%fe',
  });
  expect(sent.status).toBe(400);
  expect((await visitor.get('/about')).status).toBe(200);
});

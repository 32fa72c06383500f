import { afterAll, expect, onTestFinished } from 'vitest';
import { type Product, startProduct } from './started-product.ts';

const ends: (() => Promise<void>)[] = [];
let shared: Promise<Product> | undefined;

/**
 * The product that all tests of this file share, started by the first of them. It is for tests that leave it as it was: who stops it,
 * breaks it or needs it empty starts one of their own. An error in its log fails the test.
 * @param start when it is to be started in another way; the same for the whole file
 */
export async function sharedProduct(start: typeof startProduct = startProduct): Promise<Product> {
  shared ??= start({ afterwards: (end) => void ends.push(end) });
  const product = await shared;
  const before = product.stderr().length;
  onTestFinished(() => {
    const errors = product
      .stderr()
      .slice(before)
      .match(/^.*"level":50.*$/gm);
    expect(errors, 'errors in the log').toBeNull();
  });
  return product;
}

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

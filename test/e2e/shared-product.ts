import { afterAll } from 'vitest';
import { type Product, startProduct } from './started-product.ts';

const ends: (() => Promise<void>)[] = [];
let shared: Promise<Product> | undefined;

/**
 * The product that all tests of this file share, started by the first of them. It is for tests that leave it as it was: who stops it,
 * breaks it or needs it empty starts one of their own.
 * @param start when it is to be started in another way; the same for the whole file
 */
export function sharedProduct(start: typeof startProduct = startProduct): Promise<Product> {
  shared ??= start({ afterwards: (end) => void ends.push(end) });
  return shared;
}

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

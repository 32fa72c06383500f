import { expect, onTestFinished } from 'vitest';
import { type Product, startProduct } from './started-product.ts';

const ends: (() => Promise<void>)[] = [];
let shared: Promise<Product> | undefined;

/** For tests that leave the product as it was. An error in its log fails the test. */
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

/** After each file: the next one in this worker begins with another. */
export async function endSharedProduct(): Promise<void> {
  shared = undefined;
  for (const end of ends.splice(0).reverse()) await end();
}

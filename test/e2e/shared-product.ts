import { dirname, join } from 'node:path';
import { expect, inject, onTestFinished } from 'vitest';
import { onFileFinished } from '../after-file.ts';
import { copyStartedData, type Product, startProduct } from './started-product.ts';

let ofWorker: Promise<Product> | undefined;
let ofFile: Promise<Product> | undefined;

/** For tests that leave the installation as it was: they find only what is their person's. */
export function sharedProduct(): Promise<Product> {
  ofWorker ??= startOfWorker();
  return watched(ofWorker);
}

/** For the tests of a file that need other settings, or change what others see. */
export function productOfFile(start: typeof startProduct = startProduct): Promise<Product> {
  ofFile ??= start({ afterwards: onFileFinished });
  onFileFinished(() => {
    ofFile = undefined;
  });
  return watched(ofFile);
}

/** The kernel ends it with the worker, and its data lie in a folder that goes when all have ended. */
async function startOfWorker(): Promise<Product> {
  const dataDir = join(dirname(inject('startedData')), `${process.pid}`);
  await copyStartedData(dataDir);
  return startProduct({ dataDir, afterwards: () => {} });
}

/** An error in its log fails the test. */
async function watched(shared: Promise<Product>): Promise<Product> {
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

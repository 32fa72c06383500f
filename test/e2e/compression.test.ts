import { expect, test } from 'vitest';
import { sharedProduct } from './shared-product.ts';

test('the build has the thread that compresses: a page that is asked for again gets smaller', async () => {
  const product = await sharedProduct();
  const lengthOfPage = async () => {
    const page = await product.visitor().fetch('/about', { headers: { 'accept-encoding': 'br' } });
    await page.text();
    return Number(page.headers.get('content-length'));
  };
  await lengthOfPage();
  const early = await lengthOfPage();
  await expect.poll(lengthOfPage).toBeLessThan(early);
});

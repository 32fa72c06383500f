import { expect, test } from 'vitest';
import { apiPage } from './api-page.ts';

test('docs/api.md is what the list of functions says', async () => {
  await expect(apiPage()).toMatchFileSnapshot('../docs/api.md');
});

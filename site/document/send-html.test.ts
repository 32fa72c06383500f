import { expect, test } from 'vitest';
import { makeItem } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';

test('a document that is sent once is the same compressed and plain, of every face and in every language', async () => {
  const { owner } = await withOwner();
  const { hash } = await makeItem(owner, { name: 'Rucksack “größer” 🎒' });
  for (const path of [`/item/${hash}?x=1`, '/about?x=1', '/items', '/item/none'])
    for (const language of ['en', 'de', 'en']) {
      const read = (encoding: string) =>
        owner.fetch(path, { headers: { 'accept-encoding': encoding, 'accept-language': language } });
      const [plain, gzip, brotli] = await Promise.all(['identity', 'gzip, br', 'br'].map(read));
      expect(gzip?.headers.get('content-encoding'), path).toBe('gzip');
      expect(brotli?.headers.get('content-encoding'), path).toBe('br');
      const text = await plain?.text();
      expect(text).toMatch(/^<!doctype html>.*<\/html>$/s);
      expect(await gzip?.text()).toBe(text);
      expect(await brotli?.text()).toBe(text);
    }
});

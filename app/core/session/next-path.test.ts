import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findAppPage } from '../../../paths/app-pages.ts';
import { signInPath } from '../../../paths/paths.ts';
import { nextPath } from './waiting.ts';

const origin = 'https://tags.example.com';

test('C-2.02 C-4.10 after signing in the page that was asked for is next, with its query, else My Items; after a timeout the sign-in page says so, in exactly these words', () => {
  const asked = '/inbox/abc?from=mail#end';
  expect(next(new URL(signInPath({ next: asked }), origin).searchParams)).toBe(asked);
  expect(next(new URLSearchParams())).toBe('/items');
  expect(signInPath({ next: '/inbox/abc', reason: 'timeout' })).toBe('/signin?timeout=true');
});

test.each([
  '',
  'inbox',
  'https://evil.example/items',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/.%2E/%2e%2e//evil.example',
  '/./\\evil.example',
  '/\\/evil.example',
  '///evil.example',
  'http:/evil.example',
  '/signin?next=/signin',
  '/signin/',
  '/SignUp#here',
  '/%73ign%69n',
  '/items/../signin',
  '/./signup//',
])('%j is no place to go: My Items is', (path) => {
  expect(next(new URLSearchParams({ next: path }))).toBe('/items');
});

test('whatever is asked for, the browser ends on a page of ours, and not at the sign-in page again', () => {
  const piece = fc.oneof(
    fc.constantFrom('/', '\\', '.', '..', '%2e', '%2E', '%2f', '%5c', '%', '\t', '\n', ' ', ':', '@', '?', '#'),
    fc.constantFrom('signin', 'SIGNUP', '%73ignin', 'items', 'evil.example', 'https:', 'javascript:'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const wish = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`);
  fc.assert(
    fc.property(wish, (asked) => {
      const path = next(new URLSearchParams({ next: asked }));
      const { origin: where, pathname } = new URL(path, origin);
      expect(where).toBe(origin);
      expect(path).toMatch(/^\/(?!\/)/);
      expect(['signIn', 'signUp']).not.toContain(findAppPage(pathname));
    }),
    { numRuns: 500 },
  );
});

function next(search: URLSearchParams): string {
  return nextPath(search.get('next'), origin);
}

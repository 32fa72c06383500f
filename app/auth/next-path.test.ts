import { expect, test } from 'vitest';
import { nextPath, signInPath } from './next-path.ts';

const origin = 'https://tags.example.com';

test('C-2.02 after signing in the page that was asked for is next, with its query', () => {
  const asked = '/inbox/abc?from=mail#end';
  expect(next(new URL(signInPath(asked), origin).searchParams)).toBe(asked);
});

test.each([
  '',
  'inbox',
  'https://evil.example/items',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/signin?next=/signin',
])('%j is no place to go: My Items is', (path) => {
  expect(next(new URLSearchParams({ next: path }))).toBe('/items');
});

test('without a wish My Items is next', () => {
  expect(next(new URLSearchParams())).toBe('/items');
});

test('C-4.10 after a timeout the sign-in page says so, in exactly these words', () => {
  expect(signInPath('/inbox/abc', 'timeout')).toBe('/signin?timeout=true');
});

function next(search: URLSearchParams): string {
  return nextPath(search, origin);
}

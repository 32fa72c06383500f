import { expect, test } from 'vitest';
import { readTestCases } from './test-cases.ts';

const read = (text: string) => readTestCases('test/example.test.ts', text);
const titlesWhere = (text: string, property: 'skipped' | 'expects') =>
  read(text)
    .filter((each) => each[property])
    .map(({ title }) => title);

test('titles are read with those of the groups around them, wherever the tests are made', () => {
  const text = `
    describe('C-1.01 a list', () => {
      test.each([1, 2])('of %s', (n) => expect(n).toBe(n));
    });
    for (const face of faces) {
      test(\`C-1.02 in \${face} it shows\`, async () => {});
    }
    const sober = /test/.test('no title');
  `;
  expect(read(text).map(({ title, line }) => [line, title])).toEqual([
    [3, 'C-1.01 a list > of %s'],
    [6, 'C-1.02 in … it shows'],
  ]);
});

test('a test that is skipped is told from one that runs: by itself, by its group, or under a condition', () => {
  const text = `
    test('runs', { timeout: 1 }, () => {});
    test.skip('one', () => {});
    test.todo('two');
    test('three', { skip: !isRoot }, () => {});
    describe.skip('four', () => test('inside', () => {}));
    test.skipIf(isRoot)('five', () => {});
    test('six', ({ skip }) => skip());
  `;
  expect(titlesWhere(text, 'skipped')).toEqual(['one', 'two', 'three', 'four > inside', 'five', 'six']);
});

test('a test expects something by itself, by a function of its file or of test/, or by waiting for what a page shows', () => {
  const text = `
    import { isKept } from './e2e/offline-device.ts';
    import { makeItem } from './make.ts';
    test('by itself', async () => { await expect.poll(read).toBe(1); });
    test('by a function', () => check());
    test('by a shared one', async () => { await isKept(page, 'words'); });
    test('by a page', async () => { await page.getByText('words').first().waitFor(); });
    test('by a property', () => fc.assert(property));
    test('not at all', async () => { await makeItem(owner); again(); });
    function check() { within(() => expect(1).toBe(1)); }
    const again = () => again();
  `;
  expect(titlesWhere(text, 'expects')).toEqual([
    'by itself',
    'by a function',
    'by a shared one',
    'by a page',
    'by a property',
  ]);
});

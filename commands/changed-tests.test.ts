import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const command = join(import.meta.dirname, 'changed-tests.ts');
const run = promisify(execFile);

const product = {
  'domain/items/items.ts': 'export function addItem() {}\n',
  'domain/items/items.test.ts': "import { addItem } from './items.ts';\n",
  'domain/items/codes.ts': '',
  'domain/items/codes.test.ts': "import './codes.ts';\n",
  'domain/mails/mails.ts': "import '../items/codes.ts';\n",
  'domain/mails/mails.test.ts': "import '../../test/app.ts';\n",
  'functions/items.ts': "import { addItem } from '../domain/items/items.ts';\n",
  'functions/items.test.ts': "import '../test/app.ts';\n",
  'site/routes.ts': "import '../functions/items.ts';\n",
  'site/away/page.ts': '',
  'site/away/page.test.ts': "import '../../test/app.ts';\n",
  'test/app.ts': "import '../site/routes.ts';\n",
  ...Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`test/calls-${n}.test.ts`, "import './app.ts';\ncall('addItem');\n"]),
  ),
};

/** What is printed for changes of these files. */
async function changedIn(...files: (keyof typeof product)[]) {
  const cwd = await mkdtemp(join(tmpdir(), 'changed-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const write = async (file: string, text: string) => {
    await mkdir(join(cwd, dirname(file)), { recursive: true });
    await writeFile(join(cwd, file), text);
  };
  for (const [file, text] of Object.entries(product)) await write(file, text);
  const git = (...words: string[]) =>
    run('git', ['-c', 'user.name=x', '-c', 'user.email=x@localhost', ...words], { cwd });
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'product');
  for (const file of files) await write(file, `${product[file]}// changed\n`);
  const { stdout, stderr } = await run(process.execPath, [command], { cwd });
  return { tests: stdout.split('\n').filter(Boolean), said: stderr.trim() };
}

test('the nearest tests of a changed file come first, by imports and by what they call; the rest is counted', async () => {
  const { tests, said } = await changedIn('domain/items/items.ts');
  const near = ['domain/items/items.test.ts', 'domain/items/codes.test.ts', 'functions/items.test.ts'];
  expect(tests).toEqual([...near, ...[0, 1, 2, 3, 4].map((n) => `test/calls-${n}.test.ts`)]);
  expect(said).toBe('4 tests that are farther from the change were left out; npm test runs all.');
});

test('a test that starts the whole product is near what its file and its folder import, and not all that it reaches', async () => {
  const { tests, said } = await changedIn('domain/items/codes.ts');
  expect(tests).toEqual(['domain/items/codes.test.ts', 'domain/items/items.test.ts', 'domain/mails/mails.test.ts']);
  expect(said).toBe('');
});

test('every test that changed is there, however many they are', async () => {
  const calls = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => `test/calls-${n}.test.ts` as keyof typeof product);
  const { tests, said } = await changedIn(...calls);
  expect(tests).toEqual(calls);
  expect(said).toBe('');
});

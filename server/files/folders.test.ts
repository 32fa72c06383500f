import { tmpdir } from 'node:os';
import { expect, test, vi } from 'vitest';
import { createFileRoom } from './folders.ts';

const { silent } = vi.hoisted(() => ({ silent: new Set<string>() }));
vi.mock(import('node:fs/promises'), async (original) => {
  const all = await original();
  const statfs = (folder: string) => (silent.has(folder) ? new Promise(() => {}) : all.statfs(folder));
  return { ...all, statfs: statfs as typeof all.statfs };
});

test('a disk that does not answer is named by what it is for', async () => {
  silent.add(tmpdir());
  expect(await createFileRoom({ temporary: tmpdir() }).problem(50)).toBe('received files cannot be written');
  expect(await createFileRoom({ temporary: process.cwd(), files: tmpdir() }).problem(50)).toBe(
    'stored files cannot be written',
  );
});

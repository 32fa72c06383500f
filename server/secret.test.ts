import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deriveKeys, loadSecret } from './secret.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-secret-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('starts at the same moment agree on one secret, and it stays', async () => {
  const folder = await emptyFolder();
  const secrets = await Promise.all(Array.from({ length: 20 }, () => loadSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(32);
  expect(await loadSecret(folder)).toBe(secrets[0]);
  expect(await readdir(folder)).toEqual(['secret']);
});

test('a damaged secret is refused in words: everything is signed with it', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'secret'), '');
  await expect(loadSecret(folder)).rejects.toThrow(/damaged.*backup/);
});

test('a code is good for its purpose, its text and its secret, and only whole', () => {
  const keys = deriveKeys('one secret');
  const code = keys.code('conversation', 'text');
  expect(keys.matches('conversation', 'text', code)).toBe(true);
  expect(keys.matches('form', 'text', code)).toBe(false);
  expect(keys.matches('conversation', 'other', code)).toBe(false);
  expect(keys.matches('conversation', 'text', code.subarray(0, 1))).toBe(false);
  expect(keys.matches('conversation', 'text', Buffer.alloc(0))).toBe(false);
  expect(deriveKeys('another secret').matches('conversation', 'text', code)).toBe(false);
});

import { randomBytes, scryptSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Decrypter, Encrypter } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';
import { smallScrypt } from './passphrase.ts';

const passphrase = 'twelve grüne parrots';

test.each([1, 2, 5, 12])('the key of a passphrase is the one that OpenSSL makes with N = 2^%i', (cost) => {
  const salt = randomBytes(44);
  const options = { N: 2 ** cost, r: 8, p: 1 };
  expect(smallScrypt(passphrase, salt, cost, 32)).toEqual(scryptSync(passphrase, salt, 32, options));
});

test('the age library opens our archive with the passphrase alone, and we open one that it has made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [ours, theirs] = [join(folder, 'ours.age'), join(folder, 'theirs.age')];
  async function* entries() {
    yield { name: 'all', size: 5, body: Buffer.from('hello') };
  }
  await writeArchive(ours, entries(), passphrase, 10);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const archive = await decrypter.decrypt(await readFile(ours));
  expect(Buffer.from(archive).includes('hello')).toBe(true);

  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(10);
  await writeFile(theirs, await encrypter.encrypt(archive));
  for await (const { name, body } of readArchive(theirs, passphrase))
    expect([name, String(await buffer(body))]).toEqual(['all', 'hello']);
});

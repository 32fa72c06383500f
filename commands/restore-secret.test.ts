import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeBackup } from '../server/backup/write-backup.ts';
import { readEnv } from '../server/env.ts';
import { openServices } from '../server/open-services.ts';
import { freshDatabase } from '../test/database.ts';
import { createTestLog } from '../test/log.ts';
import { restoreSecret } from './restore-secret.ts';

const quick = 10;
const passphrase = 'twelve green parrots';
const wrong = 'a secret from elsewhere, which is long enough';

test('only the secret comes back from a backup, if it is the database’s own, also when the file is gone or damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const settings = { DATA_DIR: dataDir, DATABASE_URL: await databaseUrl(), BACKUP_PASSPHRASE: passphrase };
  const env = readEnv(settings);
  const { log } = createTestLog();
  const { source, close } = await openServices(env, log);
  const [good, bad] = ['good.age', 'bad.age'].map((name) => join(folder, name));
  if (!good || !bad) throw new Error('no names');
  await writeBackup(good, source, passphrase, { cost: quick });
  await writeBackup(bad, { ...source, secret: wrong }, passphrase, { cost: quick });
  await close();
  const file = join(dataDir, 'secret');

  await restoreSecret(good, env);
  expect(
    (await readdir(dataDir)).filter((name) => name.startsWith('secret')),
    'it was there',
  ).toEqual(['secret']);
  for (const there of [wrong, 'cut', undefined]) {
    if (there === undefined) await rm(file);
    else await writeFile(file, there);
    await expect(restoreSecret(bad, env)).rejects.toThrow('not the one of this database');
    expect(await readFile(file, 'utf8').catch(() => undefined), 'nothing was changed').toBe(there);
    await restoreSecret(good, env);
    expect(await readFile(file, 'utf8')).toBe(source.secret);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
  const kept = (await readdir(dataDir)).filter((name) => name.startsWith('secret.until-'));
  expect(await readFile(join(dataDir, kept[0] ?? ''), 'utf8')).toBe(wrong);
  await expect(restoreSecret(good, readEnv({ ...settings, SECRET: wrong }))).rejects.toThrow('SECRET is set');
});

async function databaseUrl(): Promise<string> {
  const { host, port, user, database } = await freshDatabase();
  const url = new URL(`postgres://${user}@localhost/${database}`);
  for (const [name, value] of Object.entries({ host, port })) url.searchParams.set(name, `${value}`);
  return url.href;
}

import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '../../server/env.ts';
import { openServices } from '../../server/open-services.ts';
import { createTestLog } from '../log.ts';
import { startExternalDatabase } from './external-database.ts';
import { launchProduct, temporaryFolder } from './started-product.ts';

test('a data folder that cannot be one is named, with what to do, and is left as it was', async () => {
  const database = await startExternalDatabase();
  const folder = await temporaryFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  const around = join(folder, 'around');
  await mkdir(around);
  await symlink(database.folder, join(around, 'postgres'));
  const refusals = {
    [file]: `DATA_DIR needs a folder, and ${file} is a file. Set DATA_DIR to a folder.`,
    [join(file, 'data')]: 'is a file. Set DATA_DIR to a folder.',
    '/sys/handback': 'The data folder /sys/handback cannot be used (',
    '/proc/handback/data': 'The data folder /proc/handback/data cannot be used (',
    [database.folder]: `${database.folder} is a database folder of PostgreSQL itself. Set DATA_DIR to another folder, or`,
    [around]: `Another PostgreSQL runs in ${around}/postgres (process `,
  };
  for (const [dataDir, words] of Object.entries(refusals)) await expectRefusal({ dataDir }, words);
  await expectRefusedStart({ dataDir: file }, 'DATA_DIR needs a folder');
  await expectRefusal({ dataDir: file, env: { DATABASE_URL: database.url } }, 'DATA_DIR needs a folder');
  const elsewhere = { DATABASE_URL: database.url, SECRET: 'x'.repeat(32) };
  await expectRefusal(
    { dataDir: join(file, 'data'), env: elsewhere },
    `DATA_DIR needs a folder, and ${file} is a file.`,
  );
  const allButDeletions = {
    ...elsewhere,
    SMTP_URL: 'smtp://127.0.0.1:1',
    FILES_URL: 'http://key:secret@127.0.0.1:1/bucket',
  };
  await expectRefusal({ dataDir: file, env: allButDeletions }, 'DATA_DIR needs a folder');
  const away = { DATABASE_URL: 'postgres://handback@127.0.0.1:1/handback' };
  const all = { ...allButDeletions, ...away, BACKUP_FOLDER: folder, BACKUP_PASSPHRASE: 'x'.repeat(32) };
  await expectRefusal({ dataDir: file, env: all }, 'The database at DATABASE_URL does not answer.');
  expect(existsSync(join(database.folder, 'secret'))).toBe(false);
  expect(existsSync(join(database.folder, 'postmaster.pid'))).toBe(true);

  await database.ask('alter role handback rename to somebody');
  await database.stop();
  await expectRefusal({ dataDir: around }, `The database in ${around}/postgres was not made by Handback.`);
});

test('a link in the way to the data folder that leads to no folder is named, with what to do', async () => {
  const folder = await temporaryFolder();
  const [file, gone] = [join(folder, 'file'), join(folder, 'gone')];
  await writeFile(file, '');
  const links = { dangling: gone, toFile: file, relative: 'nowhere', loop: 'loop' };
  for (const [name, target] of Object.entries(links)) {
    const link = join(folder, name);
    await symlink(target, link);
    const leadsTo = name === 'toFile' ? 'a file' : 'no folder';
    const words = `${link} is a link to ${target}, where there is ${leadsTo}.`;
    await expectRefusal({ dataDir: link }, words);
    await expectRefusal({ dataDir: join(link, 'data'), env: { SECRET: 'x'.repeat(32) } }, words);
  }
  const env = { DATABASE_URL: 'postgres://handback@127.0.0.1:1/handback', SECRET: 'x'.repeat(32) };
  await expectRefusal({ dataDir: join(folder, 'dangling'), env }, 'is a link to');
  expect(existsSync(gone)).toBe(false);
});

test('a database that cannot be used is told in words: which part of the address is wrong, or what it lacks', async () => {
  const database = await startExternalDatabase();
  await database.ask(`create role reader login password 'reader'`);
  await database.ask(`create role sleeper login password 'sleeper'`);
  await database.ask(`alter role sleeper set default_transaction_read_only = on`);
  await database.ask('grant create on database handback to sleeper');
  const at = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };
  const as = (name: string) =>
    at((url) => {
      url.username = name;
      url.password = name;
    });
  const refusals = {
    [at((url) => (url.pathname = '/nowhere'))]: 'The database named in DATABASE_URL does not exist.',
    [at((url) => (url.password = 'wrong'))]: 'The database refuses the user or the password in DATABASE_URL.',
    [at((url) => (url.password = ''))]: 'The database at DATABASE_URL cannot be used (SASL',
    [as('nobody')]: 'The database refuses the user or the password in DATABASE_URL.',
    [as('reader')]: 'The user in DATABASE_URL may not make tables in that database.',
    [as('sleeper')]: 'The database at DATABASE_URL can only be read.',
    [at((url) => (url.port = '1'))]: 'The database at DATABASE_URL does not answer. Start it, or correct the address.',
  };
  for (const [DATABASE_URL, words] of Object.entries(refusals)) await expectRefusal({ env: { DATABASE_URL } }, words);
});

test('a pooler that refuses a connection is quoted, not called silent', async () => {
  const refusal = 'SFATAL\0C08P01\0Mno such database\0\0';
  const length = Buffer.alloc(4);
  length.writeInt32BE(refusal.length + 4);
  const pooler = createServer((socket) => socket.once('data', () => socket.end(`E${length}${refusal}`))).listen(0);
  onTestFinished(() => void pooler.close());
  const DATABASE_URL = `postgres://handback@127.0.0.1:${(pooler.address() as AddressInfo).port}/handback`;
  await expectRefusedStart({ env: { DATABASE_URL } }, 'cannot be used (no such database)');
});

test('a command that is asked for help, or given what it does not take, says how it is called, and makes nothing', async () => {
  const dataDir = join(await temporaryFolder(), 'data');
  const words: Record<string, string> = {
    'bin/admin': 'npm run admin -- retire-tag XXXX-XXXX-XXXX-XXXX',
    'bin/admin --help': 'npm run admin -- grant you@example.com',
    'bin/admin grnat you@example.com': 'npm run admin -- grant you@example.com',
    'bin/admin revoke': 'npm run admin -- revoke you@example.com',
    'bin/admin make-tags 0': 'npm run admin -- make-tags 100',
    'bin/admin import-firebase': 'Name the files of the export:',
    'bin/backup --help': 'npm run backup -- handback.age',
    'bin/restore --help': 'npm run restore -- handback.age',
    'bin/move-database --help': 'npm run move-database',
    'bin/demo --help': 'npm run demo fills an empty installation',
  };
  for (const [command, said] of Object.entries(words)) {
    const { exit, stdout } = await launchProduct({ dataDir, command: command.split(' ') });
    expect([await exit, stdout()], command).toEqual([
      command.endsWith('--help') ? 0 : 1,
      expect.stringContaining(said),
    ]);
    expect(existsSync(dataDir), command).toBe(false);
  }
});

type Start = { dataDir?: string; env?: Record<string, string> };

/** What the server does first, in this process: a process for each takes a second. */
async function expectRefusal({ dataDir, env }: Start, words: string): Promise<void> {
  const DATA_DIR = dataDir ?? join(await temporaryFolder(), 'data');
  const refused = await openServices(readEnv({ ...env, DATA_DIR }), createTestLog().log).catch((error) => error);
  expect([refused.name, refused.message], words).toEqual(['OperatorError', expect.stringContaining(words)]);
}

/** The same by the command that the operator runs. */
async function expectRefusedStart(start: Start, words: string): Promise<void> {
  const product = await launchProduct(start);
  expect([await product.exit, product.stdout()], words).toEqual([1, expect.stringContaining(words)]);
  expect(product.stdout() + product.stderr()).not.toMatch(/^\s+at /m);
}

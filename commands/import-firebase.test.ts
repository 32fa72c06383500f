import fs from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Services } from '../server/services.ts';
import { startApp } from '../test/app.ts';
import { exportedAccount, hashConfig, oldPassword } from '../test/firebase.ts';
import { sharedApp } from '../test/shared-app.ts';
import { importFirebase } from './import-firebase.ts';

async function makeExport(count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'handback-import-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = async (name: string, content: unknown) => {
    const path = join(folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const accounts = Array.from({ length: count }, (_, n) => exportedAccount(`export${n}`));
  const items = Object.fromEntries(
    accounts.map(({ localId }, n) => [`item${n}`, { ownerId: localId, title: `Bag ${n}` }]),
  );
  const messages = { one: { ownerId: 'uid-export0', message: 'Hello', itemId: 'item0', readByOwner: true } };
  const report = join(folder, 'report.csv');
  const given = [
    ...['--accounts', await file('accounts.json', { users: [...accounts, { localId: 'no-email' }] })],
    ...['--parameters', await file('hash.txt', hashConfig)],
    ...['--items', await file('items.json', items)],
    ...['--messages', await file('messages.json', messages)],
    ...['--settings', await file('settings.json', { maintenance: { enabled: true, message: 'Back soon' } })],
    ...['--mapping', await file('mapping.json', { items: { name: 'title' } })],
    ...['--prefix', 'qrt', '--report', report],
  ];
  return { given, report, file };
}

async function command(services: Services, given: string[]) {
  const said: string[] = [];
  const write = vi.spyOn(fs, 'writeSync').mockImplementation((_fd, text) => {
    said.push(String(text));
    return Buffer.byteLength(String(text));
  });
  await importFirebase(given, services).finally(() => write.mockRestore());
  return said.join('');
}

const counts = async ({ db }: Services) => {
  const all = (table: 'users' | 'items' | 'conversations' | 'importedRows' | 'auditEntries' | 'settings') =>
    db.selectFrom(table).select(db.fn.countAll<string>().as('rows')).executeTakeFirstOrThrow();
  const tables = ['users', 'items', 'conversations', 'importedRows', 'auditEntries', 'settings'] as const;
  return Promise.all(tables.map(async (table) => Number((await all(table)).rows)));
};

test('the command checks without writing, finishes after it was stopped in the middle, and changes nothing when it runs again', async () => {
  const app = await startApp();
  const { services } = app;
  const { given, report } = await makeExport(300);
  const before = await counts(services);
  expect(await command(services, [...given, '--dry-run'])).toContain(
    'accounts: 300 to import, 0 there before, 1 refused\nitems: 300 to import, 0 there before, 0 refused\nmessages: 1 to import',
  );
  expect(await counts(services)).toEqual(before);

  let transactions = 0;
  const stopping = new Proxy(services, {
    get(target, name) {
      if (name === 'db' && ++transactions > 1) throw new Error('stopped');
      return Reflect.get(target, name);
    },
  });
  await expect(command(stopping, given)).rejects.toThrow('stopped');
  const [stopped = 0] = await counts(services);
  expect(stopped).toBeGreaterThan(0);
  expect(stopped).toBeLessThan(300);

  const said = await command(services, given);
  expect(said).toContain(`accounts: ${300 - stopped} imported, ${stopped} there before, 1 refused`);
  expect(said).toContain('items: 300 imported, 0 there before, 0 refused\nmessages: 1 imported');
  expect(said).toContain('It is not used here.');
  expect(said).toMatch(/Accounts, \d+: no-email · Refused\. The email address is missing/);
  expect(await readFile(report, 'utf8')).toMatch(/Accounts,\d+,no-email,,Refused,The email address is missing/);
  const after = await counts(services);
  expect(after.slice(0, 4)).toEqual([300, 300, 1, 601]);
  await command(services, given);
  expect(await command(services, [...given, '--dry-run'])).toContain('Nothing of this would be imported.');
  expect(await counts(services)).toEqual(after);

  const answer = await app.visitor().auth('sign-in/email', { email: 'export299@example.com', password: oldPassword });
  expect(answer.status).toBe(200);
  await command(services, [...given, '--apply-settings']);
  const closed = await app.visitor().tryCall('getMaintenance', {});
  expect(closed.result).toMatchObject({ enabled: true, message: 'Back soon' });
});

test('what is wrong with the command is said in words, and nothing is imported', async () => {
  const { services } = await sharedApp();
  const { given, file } = await makeExport(1);
  const noJson = await file('broken.json', '{"users":');
  const list = await file('list.json', '7');
  const tries: [string[], RegExp][] = [
    [[], /Name the files of the export/],
    [['--acounts', 'x'], /acounts/],
    [['--accounts', '/nowhere.json'], /cannot be read/],
    [['--accounts', noJson], /broken.json is not JSON/],
    [['--accounts', await file('empty.json', [])], /nothing to import/],
    [['--accounts', list], /list.json is no export of documents/],
    [[...given, '--parameters', list], /hash_config/],
    [[...given, '--mapping', list], /does not name fields/],
    [[...given, '--prefix', 'ab'], /three letters/],
  ];
  for (const [args, words] of tries) await expect(command(services, args)).rejects.toThrow(words);
  expect((await counts(services))[0]).toBe(0);
});

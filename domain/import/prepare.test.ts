import { expect, test } from 'vitest';
import { readHashParameters } from './import-accounts.ts';
import { type ExportFiles, mapping, type Prepared, prepare } from './prepare.ts';
import { type Outcome, reportAsCsv, reportAsLines, run } from './run.ts';

const prepared = (files: ExportFiles, given: object = {}) => prepare(files, mapping.parse(given)) as Prepared;
const rowsOf = (files: ExportFiles, given?: object) => prepared(files, given).entries.map(({ row }) => row);

const time = '2023-05-05T10:00:00.000Z';
const seconds = Date.parse(time) / 1000;

const restDocument = {
  name: 'projects/p/databases/(default)/documents/users/u1',
  fields: { displayName: { stringValue: 'Kim' }, lastLogin: { timestampValue: time } },
};

test.each([
  { shape: 'a map by id', users: { u1: { displayName: 'Kim', lastLogin: { _seconds: seconds, _nanoseconds: 0 } } } },
  { shape: 'a list', users: [{ id: 'u1', displayName: 'Kim', lastLogin: { seconds, nanoseconds: 0 } }] },
  { shape: 'a list of id and data', users: [{ id: 'u1', data: { displayName: 'Kim', lastLogin: time } }] },
  { shape: 'below its name', users: { users: { u1: { displayName: 'Kim', lastLogin: time } } } },
  {
    shape: 'below __collections__',
    users: {
      __collections__: {
        users: {
          u1: {
            displayName: 'Kim',
            lastLogin: { __datatype__: 'timestamp', value: { _seconds: seconds, _nanoseconds: 0 } },
          },
        },
      },
    },
  },
  {
    shape: 'as the REST interface answers',
    users: {
      documents: [restDocument],
    },
  },
  {
    shape: 'a query by REST',
    users: [
      { document: restDocument, readTime: time },
      { readTime: time, done: true },
    ],
  },
  {
    shape: 'paths by REST',
    users: [
      { found: restDocument, readTime: time },
      { missing: 'a/users/u9', readTime: time },
    ],
  },
  { shape: 'pages of REST', users: [{ documents: [restDocument], nextPageToken: 'x' }, { documents: [] }] },
])('profiles are read from $shape, and go with their accounts', ({ users }) => {
  const accounts = { users: [{ localId: 'u1', email: 'kim@example.com' }, { localId: 'u2' }] };
  const [first, second] = rowsOf({ accounts, users });
  expect(first).toMatchObject({ uid: 'u1', profile: { displayName: 'Kim', lastLogin: time } });
  expect(second).toEqual({ uid: 'u2', profile: undefined });
});

test.each([
  ['a path', 'users/u1'],
  ['a path from the root', '/users/u1'],
  ['a whole path', 'projects/p/databases/(default)/documents/users/u1'],
  ['REST', { referenceValue: 'projects/p/databases/(default)/documents/users/u1' }],
  ['firestore-export', { __ref__: 'users/u1' }],
  ['node-firestore-import-export', { __datatype__: 'documentReference', value: 'users/u1' }],
  ['the Admin SDK', { _firestore: { projectId: 'p' }, _path: { segments: ['users', 'u1'] }, _converter: {} }],
  ['the web SDK', { type: 'firestore/documentReference/1.0', referencePath: 'users/u1' }],
  ['an older web SDK', { _key: { path: { segments: ['projects', 'p', 'users', 'u1'] } } }],
  ['another exporter', { __type__: 'reference', value: 'users/u1' }],
  ['id and path', { id: 'u1', path: 'users/u1' }],
  ['no reference', 'u1'],
])('the owner is found behind a reference as %s', (_form, ownerId) => {
  const items = { i1: { ownerId, name: 'Bag' } };
  const messages = { m1: { ownerId, itemId: { __ref__: 'items/i1' }, message: 'Hello' } };
  expect(rowsOf({ items, messages })).toMatchObject([
    { owner: 'u1', name: 'Bag' },
    { owner: 'u1', item: 'i1' },
  ]);
});

test.each([
  ['beside __id__', { __id__: 'i1', id: 7, uid: 'u1', name: 'Bag' }],
  [
    'beside the name of the document',
    { __name__: 'projects/p/databases/(default)/documents/items/i1', id: 7, uid: 'u1' },
  ],
  [
    'in REST',
    {
      name: 'projects/p/databases/(default)/documents/items/i1',
      fields: { id: { integerValue: '7' }, uid: { stringValue: 'u1' } },
    },
  ],
  ['below data', { id: 'i1', data: { id: 7, uid: 'u1' } }],
  ['beside an id', { id: 'i1', uid: 'u1', data: { color: 'red' }, name: 'Bag' }],
])('a field “uid” or “id” of a document in a list is not taken for the document’s id: %s', (_form, item) => {
  expect(rowsOf({ items: [item] }, { items: { owner: 'uid' } })).toMatchObject([{ id: 'i1', owner: 'u1' }]);
});

test('accounts are read as the Admin SDK and REST list them, too; what is no export is named; fields are found by the mapping, also deeper ones, and never what every object inherits', () => {
  const metadata = { creationTime: 'Fri, 05 May 2023 08:00:00 GMT', lastSignInTime: 'Sat, 06 May 2023 08:00:00 GMT' };
  const accounts = [
    { uid: 'u1', email: 'a@example.com', passwordHash: 'x', passwordSalt: 'y', metadata },
    { localId: 'u2', email: 'b@example.com', createdAt: '1690000000000', lastLoginAt: '1700000000000', salt: 'y' },
  ];
  expect(rowsOf({ accounts })).toMatchObject([
    { uid: 'u1', salt: 'y', createdAt: metadata.creationTime, lastSignedInAt: metadata.lastSignInTime },
    { uid: 'u2', salt: 'y', createdAt: '1690000000000', lastSignedInAt: '1700000000000' },
  ]);
  for (const users of ['text', 7, null, true]) expect(prepared({ users })).toEqual({ unreadable: 'users' });
  const items = { i1: { who: { uid: 'u1' }, title: 'Bag', kind: 'constructor', createdAt: time } };
  const given = {
    items: { owner: 'who.uid', name: 'title', category: 'kind', categories: { Tasche: 'bag' }, note: 'toString.name' },
  };
  expect(rowsOf({ items }, given)).toMatchObject([
    { id: 'i1', owner: 'u1', name: 'Bag', category: 'constructor', note: undefined },
  ]);
  const bag = { items: { i2: { ...items.i1, kind: 'Tasche' } } };
  expect(rowsOf(bag, given)).toMatchObject([{ category: 'bag' }]);
});

test.each([
  ['REST', { timestampValue: time }],
  ['gRPC', { timestampValue: { seconds: `${seconds}`, nanos: 0 } }],
  ['the Admin SDK', { _seconds: seconds, _nanoseconds: 0 }],
  ['the web SDK', { type: 'firestore/timestamp/1.0', seconds, nanoseconds: 0 }],
  ['firestore-export', { __time__: time }],
  ['mongoexport', { $date: time }],
  ['another exporter', { type: 'timestamp', value: { _seconds: seconds, _nanoseconds: 0 } }],
  ['yet another exporter', { __type__: 'Timestamp', value: time }],
])('a time as %s writes it becomes ISO 8601', (_form, createdAt) => {
  expect(rowsOf({ items: { i1: { ownerId: 'u1', name: 'Bag', createdAt } } })).toMatchObject([{ createdAt: time }]);
});

test('rows that are too large or come again are refused before the database is asked; messages come in the order of their times; of two with one id the first in the file is imported', () => {
  const accounts = [
    { localId: 'a', email: 'Ada@example.com' },
    { localId: 'b', email: 'ada@EXAMPLE.com' },
    { localId: 'a', email: 'other@example.com' },
    { localId: 'c', email: 'c@example.com', displayName: 'x'.repeat(1_000_000) },
  ];
  const refusals = prepared({ accounts }).entries.map(({ refused }) => refused);
  expect(refusals).toEqual([undefined, 'repeated', 'repeated', 'tooLarge']);
  const messages = { late: { createdAt: time }, early: { createdAt: '2022-01-01T00:00:00Z' }, never: {} };
  const settings = { maintenance: { enabled: true, message: 'Back soon', other: 1 } };
  const { entries, maintenance } = prepared({ messages, settings });
  expect(entries.map(({ id }) => id)).toEqual(['never', 'early', 'late']);
  expect(maintenance).toEqual({ enabled: true, message: 'Back soon' });
  const thirdMessages = [
    { id: 'm1', ownerId: 'u1', message: 'First', createdAt: time },
    { id: 'm1', ownerId: 'u1', message: 'Second' },
  ];
  expect(prepared({ messages: thirdMessages }).entries).toMatchObject([
    { refused: 'repeated' },
    { row: { text: 'First' } },
  ]);
});

test.each([
  [
    'as the console shows it',
    'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: KEY,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}',
  ],
  ['as JSON', '{"base64_signer_key":"KEY","base64_salt_separator":"Bw==","rounds":8,"mem_cost":14}'],
])('the hash parameters are read %s', (_shape, text) => {
  const signerKey = `${'a'.repeat(86)}==`;
  const read = { signerKey, saltSeparator: 'Bw==', rounds: 8, memCost: 14 };
  expect(readHashParameters(text.replace('KEY', signerKey))).toEqual(read);
  expect(readHashParameters(text.replace('KEY', ''))).toBeUndefined();
  expect(readHashParameters(text.replace('KEY', signerKey).replace('14', '40'))).toBeUndefined();
});

test('10,000 rows come in small parts; an item whose owner would come too is no problem of a dry run', async () => {
  const accounts = Array.from({ length: 10_000 }, (_, n) => ({ localId: `u${n}`, email: `u${n}@example.com` }));
  const items = { mine: { ownerId: 'u1', name: 'x' }, others: { ownerId: 'nobody', name: 'x' } };
  const sizes: number[] = [];
  const send = async (kind: string, rows: unknown[]): Promise<Outcome[]> => {
    sizes.push(rows.length);
    return rows.map(() =>
      kind === 'item' ? { state: 'refused', reasons: ['noOwner'] } : { state: 'imported', reasons: [] },
    );
  };
  const done: number[] = [];
  const { entries } = prepared({ accounts, items });
  const reported = await run(entries, { dryRun: true, send, onProgress: (count) => done.push(count) });
  expect(Math.max(...sizes)).toBe(200);
  expect(done.at(-1)).toBe(10_002);
  expect(reported.slice(-2)).toMatchObject([
    { id: 'mine', state: 'imported' },
    { id: 'others', state: 'refused' },
  ]);
});

test('the report says what was refused and why, or would be imported, and no spreadsheet or terminal runs it; what has neither id nor name is found by its place; the console shows the first 50', async () => {
  const csv = reportAsCsv(
    [
      { kind: 'account', place: 1, id: '=1+1', name: '@evil"\n', state: 'refused', reasons: ['badEmail', 'repeated'] },
      { kind: 'account', place: 2, id: 'fine', name: 'a@example.com', state: 'imported', reasons: [] },
    ],
    false,
  );
  expect(csv).toContain(`'=1+1,"'@evil""\n",Refused,The email address is missing or is none. The same id`);
  expect(csv).not.toContain('fine');
  const items = [{ id: 'fine', ownerId: 'u1', name: 'Umbrella' }, null, {}];
  const { entries } = prepared({ accounts: [{ localId: 'u1', email: 'a@example.com' }, 7], items });
  const send = async (_kind: string, rows: unknown[]): Promise<Outcome[]> =>
    rows.map(() => ({ state: 'refused', reasons: ['badId'] }));
  const nextCsv = reportAsCsv(await run(entries, { dryRun: true, send, onProgress: () => {} }), true);
  for (const row of ['Accounts,2,,,', 'Items,2,,,', 'Items,3,,,']) expect(nextCsv).toContain(row);
  const row = {
    kind: 'account',
    place: 1,
    id: 'a',
    name: 'a@example.com',
    state: 'imported',
    reasons: ['noPassword'],
  } as const;
  const reported = [{ ...row, reasons: [...row.reasons] }];
  expect(reportAsCsv(reported, true)).toContain(',Would be imported,');
  expect(reportAsCsv(reported, false)).toContain(',Imported,');
  const fourthRow = {
    kind: 'item',
    id: 'i',
    name: 'Red\u001b[2J bag',
    state: 'refused',
    reasons: ['noOwner'],
  } as const;
  const fourthReported = Array.from({ length: 52 }, (_, n) => ({
    ...fourthRow,
    place: n + 1,
    reasons: [...fourthRow.reasons],
  }));
  const lines = reportAsLines(fourthReported, false);
  expect(lines).toHaveLength(51);
  expect(lines[0]).toBe('Items, 1: Red[2J bag · Refused. Its owner was not imported.');
  expect(lines[50]).toBe('2 more: --report report.csv writes all of them.');
  expect(reportAsLines(fourthReported.slice(0, 50), false)).toHaveLength(50);
});

import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { ItemFacts } from '../domain/items/contract/facts.ts';
import type { PastState } from '../domain/items/contract/loss.ts';
import { makeItem, makeOwner, type Person } from '../test/make.ts';
import { sharedApp } from '../test/shared-app.ts';
import { withOwner } from '../test/worlds.ts';

type Checked = {
  lines: {
    line: number;
    name: string;
    category: string;
    note: string;
    more: { column: string; text: string }[];
    problems: { column?: string; problem: string }[];
    doubts: { column?: string; problem: string }[];
    remarks: { column?: string; problem: string }[];
  }[];
  addable: number;
  unknownColumns: string[];
  encoding: string;
  isGuessed: boolean;
  sample: string;
};

const bytes = (text: string) => new TextEncoder().encode(text);
const send = async (owner: Person, name: string, file: Uint8Array<ArrayBuffer>, data = {}) => {
  const answer = await owner.upload(name, data, file);
  return (await answer.json()) as { result?: never; error?: { message: string } };
};
const check = async (owner: Person, file: string | Uint8Array<ArrayBuffer>, data = {}) =>
  (await send(owner, 'checkItemFile', typeof file === 'string' ? bytes(file) : file, data))
    .result as unknown as Checked;
const add = async (owner: Person, file: string | Uint8Array<ArrayBuffer>, data = {}) => {
  const answer = await send(owner, 'importItems', typeof file === 'string' ? bytes(file) : file, data);
  return (answer.result as unknown as { added: number }).added;
};
const refused = async (owner: Person, file: string | Uint8Array<ArrayBuffer>) =>
  (await send(owner, 'importItems', typeof file === 'string' ? bytes(file) : file)).error?.message;
const exported = async (owner: Person, query = '') => owner.read(`/items/export${query}`);
const itemsOf = async (owner: Person) => {
  const { items } = await owner.call('listItems', {});
  return items.map(({ name, category, note }) => ({ name, category, note }));
};

test('what is exported is a table that spreadsheets run nothing of; only the owner’s own items are exported: all, or those that are searched for, with the archived ones last', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id, hash, createdAt } = await makeItem(owner, {
    name: '=HYPERLINK("x")',
    category: 'keys',
    note: 'One, two\n"three"',
  });
  const answer = await owner.get('/items/export');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="my-items-[\d-]{10}\.csv"$/);
  const [mark, ...rest] = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect(mark).toBe('\ufeff');
  const code = id.match(/.{4}/g)?.join('-');
  const address = `${owner.app.url}/item/${hash}`;
  expect(rest.join('')).toBe(
    'Name,Category,Note,Code,Address,State,Added,' +
      'Urgent care,With strangers,Chip number,Vet,Trip to,Trip until,Serial number,Reward,Phone number,Email address,' +
      'Finders see,Message to finders,Last seen where,Position,Last seen when,Reference of the police\r\n' +
      `"'=HYPERLINK(""x"")",Keys,"One, two\n""three""",${code},${address},With you,${createdAt.slice(0, 10)}${','.repeat(16)}\r\n`,
  );
  for (const [name, cell] of [
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ["'=x", "''=x"],
    ["'x", "'x"],
  ] as const) {
    await owner.call('updateItem', { id, name });
    expect(await exported(owner)).toContain(`\n${cell},Keys`);
  }
  const nextOwner = await makeOwner(owner.app);
  await makeItem(await makeOwner(owner.app, 'Eve'), { name: 'Not mine' });
  const archived = await makeItem(nextOwner, { name: 'Old bag' });
  await nextOwner.call('archiveItem', { id: archived.id });
  await makeItem(nextOwner, { name: 'House keys', category: 'keys' });
  const lost = await makeItem(nextOwner, { name: 'New bag' });
  await nextOwner.call('markItemLost', { id: lost.id });
  const rows = async (query = '') =>
    (await exported(nextOwner, query))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => [row.split(',')[0], row.split(',')[5]]);
  const all = [
    ['New bag', 'Lost'],
    ['House keys', 'With you'],
    ['Old bag', 'Archived'],
  ];
  expect(await rows()).toEqual(all);
  expect(await rows('?search=bag')).toEqual([all[0], all[2]]);
  expect(await rows('?category=keys')).toEqual([all[1]]);
  expect(await exported(nextOwner, '?category=keys&lang=de')).toMatch(
    /Name,Kategorie,Hinweis.*\r\nHouse keys,Schlüssel/,
  );
  expect((await owner.app.visitor().get('/items/export')).headers.get('location')).toBe('/signin?next=%2Fitems');
  const elsewhere = { headers: { origin: 'https://evil.example' } };
  expect((await nextOwner.fetch('/items/export', elsewhere)).headers.get('location')).toBe('/items');
});

test('columns are known by other names, by those of other programs and in other languages, with brackets and spaces around them, and below the name of a table', async () => {
  const owner = await makeOwner(await sharedApp());
  const item = { name: 'Rad', category: 'Bike', note: 'Rot', remarks: [], problems: [] };
  for (const [file, ...more] of [
    ['Gegenstand;Notiz;Kategorien\nRad;Rot;Fahrrad'],
    ['Bezeichnung\tBeschreibung\tKategorie:\nRad\tRot\tbike'],
    ['"ITEM","Description","category *"\nRad,Rot,Bike'],
    ['title, Notes ,CATEGORY\nRad,Rot,Bike'],
    ['Nom;Catégorie;Description;N° de série;Récompense\nRad;Vélo;Rot;A1;Cake', 'A1', 'Cake'],
    ['Nombre;Categoria;Descripción;Número de serie;Recompensa\nRad;Bicicleta;Rot;A1;Cake', 'A1', 'Cake'],
    ['Nome;Categoria;Descrizione;Numero di serie;Ricompensa\nRad;Bicicletta;Rot;A1;Cake', 'A1', 'Cake'],
    ['Naam;Categorie;Omschrijving;Serienummer;Beloning\nRad;Fiets;Rot;A1;Cake', 'A1', 'Cake'],
    ['Namn;Kategori;Beskrivning;Serienr.;Hittelön\nRad;Cykel;Rot;A1;Cake', 'A1', 'Cake'],
    ['Name;Nom de l’objet;Catégorie;Remarques;Numéro de série;Récompense\nAda;Rad;Vélo;Rot;A1;Cake', 'A1', 'Cake'],
    ['Name (required),Category [one],Notes (max. 500),Serial number (S/N)\nRad,Bike,Rot,A1', 'A1'],
    ['Name, "Category", Note, Serial #\nRad, "Bike", "Rot", "A1"', 'A1'],
    ['Name,Name (German),Kategorie,Note,N° série,Wert (EUR)\nRad,,Bike,Rot,A1,', 'A1'],
  ] as const) {
    const { lines, unknownColumns } = await check(owner, file);
    const named = more.map((text, n) => ({ column: ['Serial number', 'Reward'][n], text }));
    expect(lines, file).toMatchObject([{ ...item, more: named }]);
    if (more.length === 0) expect(unknownColumns, file).toEqual([]);
  }
  for (const [product, head, row] of [
    [
      'Homebox',
      'HB.import_ref,HB.location,HB.tags,HB.asset_id,HB.name,HB.quantity,HB.description,HB.notes,HB.serial_number',
      ',Home / Office,Tools,000-001,Drill,1,Blue,,SN-1',
    ],
    [
      'Snipe-IT',
      'Name,Email,Username,Item Name,Category,Model name,Serial,Asset Tag,Location,Notes,Status',
      'Ada,ada@home.example,ada,Drill,Tools,D1,SN-1,A-7,Office,Blue,Ready to Deploy',
    ],
    [
      'Snipe-IT, as its list is exported',
      'ID,Company,Asset Name,Asset Tag,Serial,Model,Category,Status,Checked Out To,Notes',
      '1,X,Drill,A-7,SN-1,D1,Tools,Deployed,Ada,Blue',
    ],
    [
      'Shelf',
      'title;description;kit;category;tags;location;custodian;"cf:Serial number, type:text"',
      'Drill;Blue;;Tools;a,b;Office;Ada;SN-1',
    ],
    [
      'Sortly',
      'Entry Name,Sortly ID (SID),Unit,Min Level,Price,Value,Notes,Tags,Barcode/QR1-Data,Primary Folder,Serial Number',
      'Drill,SABC1,unit,,9.99,9.99,Blue,x,S1,Tools,SN-1',
    ],
    [
      'AssetTiger',
      'Asset Tag ID,Description,Purchase Date,Cost,Brand,Model,Serial No,Site,Location,Category,Notes,Status',
      'A-7,Drill,01/02/2024,9.99,B,D1,SN-1,X,Office,Tools,Blue,Available',
    ],
  ] as const) {
    const { lines } = await check(owner, `${head}\r\n${row}\r\n`);
    const more = [{ column: 'Serial number', text: 'SN-1' }];
    const read = { name: 'Drill', note: 'Blue', category: 'Something else', more, problems: [] };
    expect(lines, product).toMatchObject([read]);
    const unknown = ['We do not know the category “Tools”. The item gets “Something else”.'];
    const isSaid = lines[0]?.remarks.map(({ problem }) => problem);
    expect(isSaid, product).toEqual(head.toLowerCase().includes('category') ? unknown : []);
  }
  for (const [file, line] of [
    ['Tabelle 1\nName;Notiz\nRad;Rot', 3],
    ['\ufeffTable 1\r\nName,Note\r\n"Rad","Rot"\r\n', 3],
    ['Meine Sachen\nName\tNotiz\nRad\tRot', 3],
    ['\nName,Note\nRad,Rot', 3],
    ['Meine Sachen;;\r\n;;\r\nNotiz;Name;Preis\r\nRot;Rad;9', 4],
    ['"Inventory, as of May"\n\nExported by Kim, 2026-05-01\nName,Note\nRad,Rot', 5],
    ['Items, all of them\nName,Note\nRad,Rot', 3],
  ] as const)
    expect((await check(owner, file)).lines, file).toMatchObject([{ line, name: 'Rad', note: 'Rot', problems: [] }]);
});

test('a state that we do not know stops nothing: the line says so, and its item is with its owner', async () => {
  const owner = await makeOwner(await sharedApp());
  const file = 'Name;Zustand\nRad;wie neu\nBag;Verloren, alt';
  const { lines } = await check(owner, file);
  expect(lines.map(({ problems, remarks }) => [problems, remarks.map(({ problem }) => problem)])).toEqual([
    [[], ['We do not know the state “wie neu”. The item gets “With you”.']],
    [[], ['We do not know the state “alt”. The item gets “With you”.']],
  ]);
  expect(await add(owner, file)).toBe(2);
  const { items } = await owner.call('listItems', {});
  expect(items.map(({ name, lostAt }) => [name, lostAt !== null])).toEqual([
    ['Bag', true],
    ['Rad', false],
  ]);
});

test('columns that are none of ours, and hold something, are named before anything is added; our own name of a column goes before others, and nothing is shown that was not meant', async () => {
  const owner = await makeOwner(await sharedApp());
  const others = 'Name;Farbe;Leer;;Kategorie\nBag;Red, with a zip;;x;bag\nKeys;;;;keys';
  expect((await check(owner, others)).unknownColumns).toEqual(['Farbe', '']);
  expect((await check(owner, 'name,note\nBag,Red')).unknownColumns).toEqual([]);
  const file = 'Title,Name,Notes,Description,Serial-No,Tel.,Finders see\nMr,Bag,Red,Zip,X-1,+49 170 1234567,Phone';
  const { lines, unknownColumns } = await check(owner, file);
  expect(unknownColumns).toEqual(['Title', 'Description']);
  expect(lines).toMatchObject([{ name: 'Bag', note: 'Red', problems: [] }]);
  expect(await add(owner, file)).toBe(1);
  const { items } = await owner.call('listItems', {});
  expect(items[0]?.facts).toMatchObject({
    serialNumber: { text: 'X-1', shown: false },
    phone: { text: '+49 170 1234567', shown: true },
  });
});

test('more items than a page are exported and come into another account as they were, in their order; a text that begins like a formula, with or without apostrophes, comes back from its file as it was', async () => {
  const app = await sharedApp();
  const [owner, other] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const names = Array.from({ length: 230 }, (_, n) => `Thing ${n + 1}`);
  await add(owner, ['name', ...names].join('\n'));
  const odd = { name: '=1+1; "ä", ', category: 'bike', note: "'-x\ty\n\n'z" } as const;
  await makeItem(owner, odd);
  const file = await exported(owner);
  expect(file.split('\r\n')).toHaveLength(1 + 231 + 1);
  expect(await add(other, file)).toBe(231);
  const read = async (person: Person) => (await exported(person)).replaceAll(/,\w{4}-\w{4}-\w{4}-\w{4},[^,]*/g, '');
  expect(await read(other)).toBe(await read(owner));
  expect((await itemsOf(other))[0]).toEqual((await itemsOf(owner))[0]);
  const { items } = await other.call('listItems', { search: 'Thing 7', limit: 1 });
  expect((await app.visitor().get(`/item/${items[0]?.hash}`)).status).toBe(200);
  const [nextOwner, nextOther] = [await makeOwner(app), await makeOwner(app, 'Bob')];
  const signs = ['=', '+', '-', '@', '＝', '＠', "'", '"', '\t', '\r'];
  const texts = signs.flatMap((sign) => ['', "'", "''", "'''", '" '].map((before) => `${before}${sign}1`));
  for (const text of texts)
    await makeItem(nextOwner, { name: text, note: text, facts: { reward: { text, shown: true } } });
  expect(await add(nextOther, await exported(nextOwner))).toBe(texts.length);
  const nextRead = async (person: Person) => {
    const { items } = await person.call('listItems', { limit: 100 });
    return items.map(({ name, note, facts }) => [name, note, facts.reward?.text]);
  };
  expect(await nextRead(nextOther)).toEqual(await nextRead(nextOwner));
});

const facts: ItemFacts = {
  reward: { text: '=20 €, "cash"', shown: true },
  phone: { text: '+49 30 1234567', shown: false },
  email: { text: 'ada@home.example', shown: true },
  urgentCare: { text: 'Insulin at noon', shown: true },
  temperament: { text: 'shy', shown: true },
  chip: { text: '276098102345678', shown: false },
  vet: { text: 'Dr. Miller', shown: false },
  tripTo: { text: 'Hotel Astoria', shown: true },
  tripUntil: { text: '2099-05-03', shown: true },
  serialNumber: { text: 'WTU-4711', shown: false },
};
const said = {
  message: 'At the station, until six',
  place: 'Tram 11',
  point: { latitude: -33.85, longitude: 151.2 },
  lastSeen: '2026-11-22T14:30',
  reference: '47/11',
};

test('all facts, losses and archived items that are exported in English or German come into another account as they were', async () => {
  const app = await sharedApp();
  const owner = await makeOwner(app);
  const archived = await makeItem(owner, { name: 'Archived' });
  await owner.call('archiveItem', { id: archived.id });
  const both = await makeItem(owner, { name: 'Lost and archived' });
  await owner.call('markItemLost', { id: both.id, place: 'Park' });
  await owner.call('archiveItem', { id: both.id });
  const pet = await makeItem(owner, { name: 'Rex', category: 'pet' });
  await owner.call('updateItem', { id: pet.id, facts });
  const returned = await makeItem(owner, { name: 'Returned' });
  await owner.call('markItemLost', { id: returned.id, message: 'Not said any more' });
  await owner.call('markItemReturned', { id: returned.id });
  const stolen = await makeItem(owner, { name: 'Stolen' });
  await owner.call('markItemStolen', { id: stolen.id, ...said });
  await owner.call('markItemLost', { id: (await makeItem(owner, { name: 'Lost' })).id });
  for (const language of ['en', 'de']) {
    const other = await makeOwner(app, 'Bob');
    expect(await add(other, await exported(owner, `?lang=${language}`)), language).toBe(6);
    const items = await allOf(other);
    expect(items, language).toEqual(await allOf(owner));
    const names = ['Lost', 'Stolen', 'Returned', 'Rex', 'Lost and archived', 'Archived'];
    expect(items.map(({ name }) => name)).toEqual(names);
    expect(items[1]).toMatchObject({ isStolen: true, loss: { state: 'stolen', ...said } });
    expect(items[3]?.facts).toEqual(facts);
  }
});

test('what is exported comes back the same when a spreadsheet saved it', async () => {
  const app = await sharedApp();
  const owner = await makeOwner(app);
  const pet = await makeItem(owner, { name: '=Rex', category: 'pet', note: 'One\nTwo; "ö", three' });
  const { reward: _, ...others } = facts;
  await owner.call('updateItem', { id: pet.id, facts: others });
  await owner.call('markItemStolen', { id: (await makeItem(owner, { name: 'Bag' })).id, ...said });
  const rows: string[][] = parse(await exported(owner), { bom: true });
  for (const [form, separator, mark, end, encoding, day, moment] of [
    ['English', ',', '', '\n', 'utf8', '5/3/2099', '11/22/2026 14:30'],
    ['British', ',', '', '\r', 'utf8', '03/05/2099', '22/11/26 2:30 PM'],
    ['German', ';', '', '\r\n', 'latin1', '03.05.2099', '22.11.2026 14:30'],
    ['Dutch', ';', '\ufeff', '\r\n', 'utf8', '3-5-2099', '22-11-2026 14:30:00'],
    ['spelled out', '\t', '\ufeff', '\n', 'utf16le', '3. Mai 2099', 'Nov 22, 2026 2:30 PM'],
  ] as const) {
    const other = await makeOwner(app, 'Bob');
    const dates = new Map([
      ['2099-05-03', day],
      ['2026-11-22 14:30', moment],
    ]);
    const quoted = (cell: string) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    const lines = rows.map((cells) => cells.map((cell) => quoted(dates.get(cell) ?? cell)).join(separator));
    const saved = new Uint8Array(Buffer.from(mark + lines.join(end) + end, encoding));
    expect(await add(other, saved), form).toBe(2);
    expect(await allOf(other), form).toEqual(await allOf(owner));
    expect(await add(other, await exported(owner)), `${form}: the file before`).toBe(0);
  }
});

test('what a spreadsheet destroyed is said for its line, which is added only when it is chosen', async () => {
  const owner = await makeOwner(await sharedApp());
  const destroyed = [
    '2.76098E+14',
    '2,76E+14',
    '2.76e14',
    '4012345678901230000',
    '05.03.2026',
    '5-Mar',
    'Mär 24',
    '2026-03-05',
    '#NAME?',
  ];
  const whole = '276098102345678 4012345678901234567 WTU-4711 5E10 MAR-X24 12-34 1000 100000000000000'.split(' ');
  const file = ['name;serial number', ...[...destroyed, ...whole].map((code, n) => `Thing ${n};${code}`)].join('\n');
  const { lines, addable } = await check(owner, file);
  expect(lines.map(({ doubts }) => doubts.map(({ column, problem }) => `${column}: ${problem}`))).toEqual([
    ...destroyed.map((code) => [
      `Serial number: A spreadsheet seems to have changed what stood here: “${code}”. Write it as it is on the item.`,
    ]),
    ...whole.map(() => []),
  ]);
  expect(addable).toBe(whole.length);
  expect((await check(owner, 'name\n1.23E+12\n2026-03-05')).lines.map(({ doubts }) => doubts.length)).toEqual([1, 0]);
  expect(await add(owner, file)).toBe(whole.length);
  const chosen = { lines: [2], key: '0'.repeat(32) };
  expect(await add(owner, file, { chosen })).toBe(1);
  expect(await add(owner, file, { chosen })).toBe(0);
});

test('days and positions are read as people and programs of many countries write them; a day that can be two is asked about, and not called past; a trip that was over by the time its file is imported is left out, and its item is added', async () => {
  const owner = await makeOwner(await sharedApp());
  const days = [
    '20991231',
    '2099-12-31T00:00:00.000Z',
    'Thursday, December 31, 2099',
    'Do. 31.12.2099',
    '31st December 2099',
  ];
  days.push('2099年12月31日', '2099. 12. 31.', '٣١/١٢/٢٠٩٩', '１２/３１/２０９９', '31 de diciembre de 2099');
  for (const day of days) {
    const file = `Name\tCategory\tTrip to\tTrip until\nCase ${day}\tSuitcase\tRome\t${day}`;
    expect([day, (await check(owner, file)).lines[0]?.problems]).toEqual([day, []]);
    expect(await add(owner, file)).toBe(1);
  }
  const { items } = await owner.call('listItems', {});
  expect(new Set(items.flatMap(({ facts }) => facts.tripUntil?.text ?? []))).toEqual(new Set(['2099-12-31']));
  const places = ['52,5200; 13,4050', '52,5200 13,4050', '−33.8600, 151.2', '٥٢٫٥, ١٣', '1,2,3'];
  const found = await check(
    owner,
    ['Name\tState\tPosition\tLast seen when', ...places.map((place) => `X\tLost\t${place}\t22.11.2026 14h30`)].join(
      '\n',
    ),
  );
  expect(found.lines.map(({ problems }) => problems.length)).toEqual([0, 0, 0, 0, 1]);
  const twofold = (await check(owner, 'Name,Category,Trip to,Trip until\nCase,Suitcase,Rome,03/04/2099')).lines[0];
  expect(twofold?.problems.map(({ problem }) => problem)).toEqual(['Write year, month and day, such as 2099-05-03.']);
  const over =
    'Name,Trip to,Trip until,Reward,Finders see\nBag,Hotel Astoria,2026-01-31,Cake,"Reward, Trip to, Trip until"';
  const more = [{ column: 'Reward', text: 'Cake' }, { column: 'Finders see' }];
  expect((await check(owner, over)).lines[0]).toMatchObject({ problems: [], more });
  expect(await add(owner, over)).toBe(1);
  expect((await owner.call('listItems', {})).items[0]?.facts).toEqual({ reward: { text: 'Cake', shown: true } });
});

/** All that a file tells of items. */
async function allOf(owner: Person) {
  const lists = [await owner.call('listItems', {}), await owner.call('listItems', { archived: true })];
  return Promise.all(
    lists
      .flatMap(({ items }) => items)
      .map(async ({ id, name, category, facts, lostAt, stolenAt, returnedAt, archivedAt }) => {
        const { states } = await owner.call('listItemStates', { id });
        const isLost = lostAt !== null && returnedAt === null;
        const { id: _, at: __, ...loss } = states[0] ?? ({} as PastState);
        const kept = { isLost, isStolen: stolenAt !== null, isArchived: archivedAt !== null };
        return { name, category, facts, ...kept, loss: isLost && loss };
      }),
  );
}

test('a check says in words which facts, states and words of a loss it does not take; a check says of each line what is wrong with it, and stores nothing', async () => {
  const owner = await makeOwner(await sharedApp());
  const { lines, addable } = await check(
    owner,
    [
      'Name\tState\tReward\tPhone\tWith strangers\tSerialNumber\tTripUntil\tFinderSees\tPlace\tPosition\tLastSeen',
      'Dog\tVERLOREN\tCake\t+49 30 1234567\tScheu\tA1\t2099-05-03\tReward; telefonnummer\tPark\t1,2\t2026-11-22T14:30',
      'Rad\tgone\t\t030 1234567\twild\t\t3/5/2099\t\t\t\t',
      'Bag\t\t\t\t\tA1\t\tReward, Serial number, colour\tPark\t\t',
      `Cup\tLost\t${'x'.repeat(61)}\t\t\t\t\t\t\t91, 2\tyesterday`,
    ].join('\n'),
  );
  const found = lines.map(({ problems }) => problems.map(({ column, problem }) => `${column}: ${problem}`));
  expect(found).toEqual([
    [],
    [
      'With strangers: Use one of: Shy, Friendly.',
      'Trip until: Write year, month and day, such as 2099-05-03.',
      'Phone number: Write the number with + and the country’s code, in digits alone, such as +49 30 1234567. Leave out letters and extensions.',
    ],
    [
      expect.stringMatching(/^Finders see: “colour” is no detail that finders can see\. Use these, .*Reward, Phone/),
      'Finders see: Finders never see a serial number.',
      'Last seen where: Only a lost or stolen item has this. Set its state to “Lost”, or empty this cell.',
    ],
    [
      'Reward: Keep it to at most 60 characters.',
      'Last seen when: Write year, month, day and time, such as 2099-05-03 14:30.',
      'Position: Write latitude and longitude in degrees, such as 52.5200, 13.4050.',
    ],
  ]);
  expect(addable).toBe(1);
  expect(lines[2]?.more).toEqual([
    { column: 'Serial number', text: 'A1' },
    { column: 'Finders see', text: 'Reward, Serial number, colour' },
    { column: 'Last seen where', text: 'Park' },
  ]);
  expect(await add(owner, 'Name,Reward,Phone,Finders see\nBag,Cake,+49 30 1234567,REWARD\n')).toBe(1);
  const { items } = await owner.call('listItems', {});
  expect(items[0]?.facts).toEqual({
    reward: { text: 'Cake', shown: true },
    phone: { text: '+49 30 1234567', shown: false },
  });
  const nextOwner = await makeOwner(owner.app);
  const { id } = await makeItem(nextOwner);
  const { lines: nextLines, addable: nextAddable } = await check(
    nextOwner,
    [
      'Code;Name;Kategorie;Hinweis',
      ';Rad;Fahrrad;"Zwei',
      'Zeilen"',
      ';Bag;BAG OR BACKPACK;',
      '',
      `;${'x'.repeat(81)};Drache;`,
      `${id.toUpperCase()};Mine;keys;`,
      ';;;only a note',
      ';Cup;;;tea',
    ].join('\r\n'),
  );
  const nextFound = nextLines.map(({ line, category, problems, doubts }) => [
    line,
    category,
    ...[...problems, ...doubts].map(({ column }) => column),
  ]);
  expect(nextFound).toEqual([
    [2, 'Bike'],
    [4, 'Bag or backpack'],
    [6, 'Drache', 'Name'],
    [7, 'Keys', 'Code'],
    [8, '', 'Name'],
    [9, '', undefined],
  ]);
  expect(nextLines[0]?.note).toBe('Zwei\nZeilen');
  const said = nextLines.flatMap(({ problems, doubts }) => [...problems, ...doubts].map(({ problem }) => problem));
  expect(said[0]).toBe('Keep the name to at most 80 characters.');
  expect(nextLines[2]?.remarks).toEqual([
    { column: 'Category', problem: 'We do not know the category “Drache”. The item gets “Something else”.' },
  ]);
  expect(said.slice(1)).toEqual([
    'The item with this code is in your list already.',
    'Give the item a name, such as “Blue backpack”.',
    'This line has more cells than the first one. Put text with a separator in quotation marks.',
  ]);
  expect(nextAddable).toBe(2);
  expect(await itemsOf(nextOwner)).toHaveLength(1);
});

test('the same file adds its lines once, also when it is sent twice at the same moment; a file that was mended and comes again adds what is new, whatever its order, columns, separators and encoding', async () => {
  const owner = await makeOwner(await sharedApp());
  const file = 'name,category\nKeys,keys\n,dragon\nKeys,keys\n';
  expect((await Promise.all([add(owner, file), add(owner, file)])).sort()).toEqual([0, 2]);
  expect(await add(owner, file)).toBe(0);
  expect(await itemsOf(owner)).toHaveLength(2);
  const { lines, addable } = await check(owner, file);
  expect(lines.map(({ doubts }) => doubts)).toEqual([wasAdded, [], wasAdded]);
  expect(addable).toBe(0);
  const nextOwner = await makeOwner(owner.app);
  const long = 'x'.repeat(81);
  const nextFile = `name,note,category\nSchlüssel,Red,keys\n${long},,\nSchlüssel,Red,keys\nBag,"Two\nlines",bag\n`;
  expect(await add(nextOwner, nextFile)).toBe(3);
  const mended = 'Kategorie;Name;Hinweis;Preis\r\nkeys;Schlüssel;Red ;\r\nbag;Bag;"Two\r\nlines";9\r\n;Short;;\r\n';
  const sent = new Uint8Array(Buffer.from(mended, 'latin1'));
  const { lines: nextLines, addable: nextAddable } = await check(nextOwner, sent);
  expect(nextLines.map(({ name, doubts }) => [name, doubts])).toEqual([
    ['Schlüssel', wasAdded],
    ['Bag', wasAdded],
    ['Short', []],
  ]);
  expect(nextAddable).toBe(1);
  expect(await add(nextOwner, sent)).toBe(1);
  expect(await add(nextOwner, new Uint8Array(Buffer.from(`\ufeff${mended}`, 'utf16le')))).toBe(0);
  expect(await add(nextOwner, `${nextFile}Schlüssel,Red,keys\n`), 'the third equal line').toBe(1);
  expect(await itemsOf(nextOwner)).toHaveLength(5);
});

const wasAdded = [{ problem: 'This line was added before.' }];

test('a line that was added before is added all the same when it is chosen, once for a key, also when its item was deleted', async () => {
  const { app, owner } = await withOwner();
  const file = 'name\nKeys\nBag\nCup\n\n';
  expect(await add(owner, file)).toBe(3);
  const { items } = await owner.call('listItems', {});
  await owner.call('deleteItem', { id: items[1]?.id ?? '' });
  const { lines } = await check(owner, file);
  expect(lines.map(({ doubts }) => doubts)).toEqual([
    wasAdded,
    [{ problem: 'This line was added before, and its item was deleted.' }],
    wasAdded,
  ]);
  const chosen = { lines: [3], key: '0'.repeat(32) };
  expect(await add(owner, file, { chosen })).toBe(1);
  expect(await add(owner, file, { chosen })).toBe(0);
  expect(await add(owner, file, { chosen: { lines: [2], key: '1'.repeat(32) } })).toBe(1);
  expect((await itemsOf(owner)).map(({ name }) => name).sort()).toEqual(['Bag', 'Cup', 'Keys', 'Keys']);
  const own = await exported(owner, '?search=Cup');
  expect((await check(owner, own)).lines[0]?.doubts).toEqual([
    { column: 'Code', problem: 'The item with this code is in your list already.' },
  ]);
  expect(await add(owner, own)).toBe(0);
  expect(await add(owner, own, { chosen: { lines: [2], key: '2'.repeat(32) } })).toBe(1);
  expect(await add(await makeOwner(app, 'Bob'), file), 'another account').toBe(3);
});

test('files of spreadsheets are read as they are: separators, encodings, marks and ends of lines; an encoding that is guessed is told with a line of the file, and can be chosen', async () => {
  const owner = await makeOwner(await sharedApp());
  const read = async (file: string | Uint8Array<ArrayBuffer>) =>
    (await check(owner, file)).lines.map(({ name, note }) => [name, note]);
  const expected = [['Schlüssel – groß', 'a']];
  for (const separator of [',', ';', '\t'])
    for (const end of ['\n', '\r\n', '\r'])
      expect(await read(`\ufeffName${separator}Note${end}Schlüssel – groß${separator}a${end}`)).toEqual(expected);
  const windows = Buffer.from('Name;Note\r\nSchl\xfcssel \x96 gro\xdf;a', 'latin1');
  expect(await read(new Uint8Array(windows))).toEqual(expected);
  const unicodeText = Buffer.from('\ufeffName\tNote\r\nSchlüssel – groß\ta', 'utf16le');
  expect(await read(new Uint8Array(unicodeText))).toEqual(expected);
  expect(await read(new Uint8Array(unicodeText.swap16()))).toEqual(expected);
  for (const separator of [',', ';', '\t']) {
    const told = `\ufeffsep=${separator}\r\nName${separator}Note\r\nSchlüssel – groß${separator}a`;
    expect(await read(told)).toEqual(expected);
    expect((await check(owner, told)).lines[0]?.line).toBe(3);
  }
  expect(await read('name,note\n5" nails,"say ""hi"""\n')).toEqual([['5" nails', 'say "hi"']]);
  const nextOwner = await makeOwner(owner.app);
  const latin = 'Name;Note\r\nKeys;\r\nSchl\xfcssel \x96 gro\xdf;d\x92ici\r\n';
  const mac = 'Name;Note\rKeys;\rSchl\x9fssel \xd0 gro\xa7;\x8e\r';
  const sent = (text: string, encoding: BufferEncoding = 'latin1') => new Uint8Array(Buffer.from(text, encoding));
  const nextRead = async (file: Uint8Array<ArrayBuffer>, data = {}) => {
    const { encoding, isGuessed, sample, lines } = await check(nextOwner, file, data);
    return [encoding, isGuessed, sample, lines.at(-1)?.name];
  };
  const name = 'Schlüssel – groß';
  expect(await nextRead(sent(latin))).toEqual(['windows-1252', true, `${name};d’ici`, name]);
  expect(await nextRead(sent(mac))).toEqual(['macintosh', true, `${name};é`, name]);
  expect(await nextRead(sent(`Name;Note\n${name};x`, 'utf16le'))).toEqual(['utf-16le', true, `${name};x`, name]);
  expect(await nextRead(sent('Name;Note\nKeys;x', 'utf16le'))).toEqual(['utf-16le', true, '', 'Keys']);
  expect(await nextRead(sent(`Name;Note\n${name};x`, 'utf8'))).toEqual(['utf-8', false, `${name};x`, name]);
  expect(await nextRead(sent('Name\nKeys', 'utf8'))).toEqual(['utf-8', false, '', 'Keys']);
  const cut = Buffer.from(`Name\n${name}\nÄpfel`).subarray(0, -5);
  expect(await nextRead(new Uint8Array(cut))).toEqual(['utf-8', true, '\ufffd', '\ufffd']);
  expect(await nextRead(sent('Name\n\xd8\xe1\xe0', 'latin1'), { encoding: 'windows-1251' })).toEqual([
    'windows-1251',
    true,
    'Шба',
    'Шба',
  ]);
  expect(await add(nextOwner, sent('Name\n\xd8\xe1\xe0'), { encoding: 'windows-1251' })).toBe(1);
  expect(await itemsOf(nextOwner)).toMatchObject([{ name: 'Шба' }]);
  expect((await send(nextOwner, 'checkItemFile', sent(latin), { encoding: 'dragon' })).error?.message).toBeTruthy();
});

test('a first line of a million cells is gone through once, not with each line below it', async () => {
  const owner = await makeOwner(await sharedApp());
  const work = async (lines: number) => {
    const before = process.threadCpuUsage();
    const { addable } = await check(owner, `name${','.repeat(990_000)}\n${'a\n'.repeat(lines)}`);
    expect(addable).toBe(lines);
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const one = await work(1);
  expect(await work(1_000)).toBeLessThan(8 * one);
});

test('a file that cannot be read is refused in words', async () => {
  const owner = await makeOwner(await sharedApp());
  const many = ['name', ...Array.from({ length: 1001 }, (_, n) => n)].join('\n');
  expect(await refused(owner, 'price,color\nKeys,blue')).toBe(
    'The first line must name the columns, and one of them must be “Name” or mean the same. Commas, semicolons or tabs stand between them.',
  );
  expect(await refused(owner, 'Name,note,name\nKeys,,Bag')).toBe(
    'Two columns have the name “Name”. Rename or delete one of them.',
  );
  expect(await refused(owner, 'name\n\n,,\n')).toBe('This file has no items: nothing stands below its first line.');
  for (const [file, line] of [
    ['name,note\nA,"b\nC,d\nE,f', 2],
    ['name,note\nA,"b\nc"\n\nE,"f\nG,h\n', 5],
    ['name,"note\nA,b', 1],
  ] as const)
    expect(await refused(owner, file)).toBe(`Line ${line}: a quotation mark is opened and never closed.`);
  expect(await refused(owner, many)).toBe('This file has too many lines. At most 1,000 items can be added at once.');
  expect(await refused(owner, `name\n${'x'.repeat(1_000_000)}`)).toBe(
    'This file is too large. At most 1 MB are possible.',
  );
  expect(await refused(owner, bytes('PK\u0003\u0004\0\0name'))).toMatch(/^This is not a CSV file\./);
  expect(await refused(owner, '')).toBe('The file is empty. Choose another one.');
  expect(await itemsOf(owner)).toEqual([]);
});

test('items are listed by category, and found by its word in one’s language and by any group of the code', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id } = await makeItem(owner, { name: 'Rover', category: 'bike', note: '' });
  await makeItem(owner, { name: 'Old case', category: 'suitcase', note: 'bike stickers' });
  await makeItem(owner, { name: 'Spare', category: 'bike', note: 'red' });
  const find = async (filter: object) => (await owner.call('listItems', filter)).items.map(({ name }) => name);
  expect(await find({ category: 'bike' })).toEqual(['Spare', 'Rover']);
  expect(await find({ category: 'bike', search: 'red' })).toEqual(['Spare']);
  expect(await find({ search: 'bik' })).toEqual(['Spare', 'Old case', 'Rover']);
  expect(await find({ search: 'fahrrad' })).toEqual([]);
  for (const part of [id.slice(4, 8), `${id.slice(8, 12)}-${id.slice(12)}`, id.replace(/0/g, 'O').toUpperCase()])
    expect(await find({ search: part }), part).toEqual(['Rover']);
  owner.language = 'de';
  expect(await find({ search: 'FAHRRAD rov' })).toEqual(['Rover']);
  const { next } = await owner.call('listItems', { category: 'bike', limit: 1 });
  expect(await find({ category: 'bike', after: next })).toEqual(['Rover']);
  expect((await owner.tryCall('listItems', { category: 'suitcase', after: next })).status).toBe(400);
  expect((await owner.tryCall('listItems', { category: 'dragon' })).status).toBe(400);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import { makeProduct } from '../../test/shop.ts';
import { withOwner } from '../../test/worlds.ts';
import { folded } from './contract/folded.ts';

const same: [written: string, searched: string[]][] = [
  ['Schlüssel Hauptstraße', ['STRASSE', 'straße', 'schlussel', 'SCHLÜSSEL', 'Schlu\u0308ssel']],
  ['Café Société', ['cafe', 'CAFÉ', 'societe']],
  ['İstanbul anahtarı', ['istanbul', 'ISTANBUL', 'ANAHTARI', 'anahtari']],
  ['ΟΔΥΣΣΕΥΣ', ['οδυσσευς', 'Οδυσσεύς']],
  ['מַפְתֵּחַ שלום', ['מפתח', 'שלומ']],
  ['حقيبة أحمد', ['حقيبه', 'احمد', 'حَقِيبَة']],
  ['Smørrebrød Łódź', ['smorrebrod', 'lodz', 'ŁÓDŹ']],
  ['Ёлка', ['елка', 'ЁЛКА']],
  ['Cœur ﬁn ＡＢＣ', ['coeur', 'fin', 'abc']],
  ['Đà Nẵng', ['da nang', 'đà nẵng']],
  ['かぎ 각', ['かぎ', '각']],
  ['चाबी', ['चाबी']],
  ['Kim’s “self‑made” bag', ["kim's", '"self-made"', 'Kim‘s', 'self–made']],
  ["Lou's 5-piece set", ['lou’s', '5‐piece']],
];

test('an owner finds an item and a conversation by what people take for the same letters', async () => {
  const { app, owner } = await withOwner();
  for (const [name, searches] of same) {
    const item = await makeItem(owner, { name });
    await makeConversation(app, item);
    for (const search of searches) {
      const { items } = await owner.call('listItems', { search });
      expect(
        items.map(({ id }) => id),
        search,
      ).toContain(item.id);
      const { conversations } = await owner.call('listConversations', { search });
      expect(
        conversations.map((each) => each.item.id),
        search,
      ).toContain(item.id);
    }
  }
  for (const other of ['かき', '가', 'चबी', 'straße 7'])
    expect((await owner.call('listItems', { search: other })).items, other).toEqual([]);
});

test('administrators find items, people and products so, and names are sorted so', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  const owner = await makeOwner(app);
  await owner.call('updateUserProfile', { displayName: 'Édouard Strauß' });
  for (const name of ['Zange', 'Étui', 'Ärmel', 'Apfel', 'Eule']) await makeItem(owner, { name });
  const { rows } = await admin.call('lookUpItems', { sort: 'name', ascending: true });
  expect(rows.map(({ name }) => name)).toEqual(['Apfel', 'Ärmel', 'Étui', 'Eule', 'Zange']);
  for (const sort of ['name', 'created'] as const) {
    const found = await admin.call('lookUpItems', { sort, search: 'etu' });
    expect(
      found.rows.map(({ name }) => name),
      sort,
    ).toEqual(['Étui']);
  }
  for (const search of ['edou', 'ÉDOUARD', 'edouard strauss'])
    expect((await admin.call('listPeople', { search })).rows, search).toMatchObject([{ id: owner.uid }]);
  const { id } = await makeProduct(app, { slug: 'etui', names: { en: 'Case', de: 'Weiße Hülle' } });
  const products = await admin.call('listProducts', { search: 'WEISSE hulle' });
  expect(products.products.map((product) => product.id)).toEqual([id]);
});

test('the database takes the same letters for the same as the app does', async () => {
  const { services } = await startApp();
  const ranges = [
    [0x20, 0x24f],
    [0x300, 0x3ff],
    [0x400, 0x4ff],
    [0x590, 0x6ff],
    [0x900, 0x97f],
    [0x1e00, 0x1fff],
    [0x3040, 0x30ff],
    [0xac00, 0xac40],
    [0xfb00, 0xfb4f],
    [0xff00, 0xff60],
  ] as const;
  const letters = ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => `a${String.fromCodePoint(from + n)}B`))
    .filter((text) => !/\p{Cn}/u.test(text));
  const { rows } = await sql<{ text: string; is: string }>`
    select text, folded(text) as is from unnest(${letters}::text[]) as given (text)`.execute(services.db);
  const differ = rows.filter(({ text, is }) => is !== folded(text)).map(({ text, is }) => [text, is, folded(text)]);
  expect(rows).toHaveLength(letters.length);
  expect(differ).toEqual([]);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../domain/schedule.ts';
import { type App, startApp } from '../test/app.ts';
import { makeItem, makeOwner, type Person } from '../test/make.ts';
import { withOwner } from '../test/worlds.ts';

const readPage = async (app: App, hash: string, language = 'en') => {
  const page = await app.visitor().fetch(`/item/${hash}`, { headers: { 'accept-language': language } });
  return (await page.text()).replace(/<[^>]*>/g, '');
};

const statesOf = async (owner: Person, id: string) =>
  (await owner.call('listItemStates', { id })).states.map(({ state }) => state);

test('whoever scans the tag of a lost thing reads what its owner says of this loss, until it is back; said twice, or by two at once, is said once, and what is left out stays; an archived thing that is marked missing is in use again, also when it was missing already', async () => {
  const { app, owner } = await withOwner();
  const { id, hash } = await makeItem(owner);
  const told = ['I am at the station', 'Main station', '52.52, 13.405', 'Nov 22, 2026, 2:30'];
  const before = await readPage(app, hash);
  for (const words of told) expect(before).not.toContain(words);
  const [message = '', place = ''] = told;
  const point = { latitude: 52.52, longitude: 13.405 };
  await owner.call('markItemLost', { id, message, place, point, lastSeen: '2026-11-22T14:30' });
  const page = await readPage(app, hash);
  for (const words of ['Reported missing.', ...told]) expect(page).toContain(words);
  const link = '<a href="/map/52.52/13.405" target="_blank" rel="noreferrer"><bdi>';
  const html = () => app.visitor().read(`/item/${hash}`);
  expect(await html()).toContain(`${link}Main station</bdi></a> · <bdi>Nov 22`);
  await owner.call('markItemLost', { id, place: '', lastSeen: '' });
  expect(await html()).toContain(`${link}Place on a map</bdi></a>`);
  await owner.call('markItemReturned', { id });
  const back = await readPage(app, hash);
  expect(back).toContain('The owner has it back already. Thank you!');
  for (const words of ['Reported missing.', ...told]) expect(back).not.toContain(words);
  const again = await makeItem(owner);
  await owner.call('markItemReturned', { id: again.id });
  expect(await statesOf(owner, again.id), 'what was never gone does not come back').toEqual([]);
  const { lostAt } = await owner.call('markItemLost', { id: again.id, message: 'Please call out', place: 'Park' });
  for (const said of [{}, { place: 'Old park' }, { place: 'Old park' }])
    expect(await owner.call('markItemLost', { id: again.id, ...said })).toMatchObject({ lostAt });
  expect((await owner.call('listItemStates', { id: again.id })).states).toMatchObject([
    { state: 'lost', message: 'Please call out', place: 'Old park', point: null, lastSeen: '', reference: '' },
  ]);
  for (const _ of [1, 2]) await owner.call('markItemStolen', { id: again.id, reference: '4711' });
  expect(await statesOf(owner, again.id)).toEqual(['stolen', 'lost']);
  expect(await readPage(app, again.hash)).toContain('Old park');
  for (const _ of [1, 2]) await owner.call('markItemReturned', { id: again.id });
  await owner.call('markItemLost', { id: again.id });
  expect((await owner.call('listItemStates', { id: again.id })).states).toMatchObject([
    { state: 'lost', message: '', place: '' },
    { state: 'returned' },
    { state: 'stolen', message: 'Please call out', reference: '4711' },
    { state: 'lost', reference: '' },
  ]);
  const nextOwner = await makeOwner(app);
  const { id: nextId, hash: nextHash } = await makeItem(nextOwner);
  await Promise.all([1, 2, 3, 4].map(() => nextOwner.call('markItemLost', { id: nextId, place: 'Park' })));
  expect(await statesOf(nextOwner, nextId)).toEqual(['lost']);
  for (const state of ['markItemLost', 'markItemLost', 'markItemStolen'] as const) {
    await nextOwner.call('archiveItem', { id: nextId });
    expect(await nextOwner.call(state, { id: nextId })).toMatchObject({ archivedAt: null });
  }
  expect(await readPage(app, nextHash)).toContain('This was reported stolen.');
  expect(await statesOf(nextOwner, nextId)).toEqual(['stolen', 'lost']);
});

test('who said by mistake that a thing is back has the loss again as it was, but no longer public; what never was back stays as it is', async () => {
  const { app, owner } = await withOwner();
  const { id, hash } = await makeItem(owner);
  const { lostAt } = await owner.call('markItemLost', { id, message: 'Please call out', place: 'Park' });
  await owner.call('publishLoss', { id });
  expect(await owner.call('undoItemReturned', { id })).toMatchObject({ lostAt });
  await owner.call('markItemReturned', { id });
  expect(await readPage(app, hash)).not.toContain('Please call out');
  for (const _ of [1, 2]) await owner.call('undoItemReturned', { id });
  expect(await statesOf(owner, id)).toEqual(['lost', 'returned', 'lost']);
  expect((await owner.call('listItemStates', { id })).states[0]).toMatchObject({ place: 'Park', publishedIn: null });
  expect(await readPage(app, hash)).toContain('Please call out');
});

test.each([
  ['en', 'This was reported stolen.', 'do not put yourself in danger', 'Police reference: 4711/26'],
  [
    'de',
    'Das wurde als gestohlen gemeldet.',
    'Bringen Sie sich bitte nicht in Gefahr',
    'Aktenzeichen der Polizei: 4711/26',
  ],
])('of a stolen thing the page warns and names the police’s reference (%s)', async (language, ...words) => {
  const { app, owner } = await withOwner();
  const { id, hash } = await makeItem(owner);
  await owner.call('markItemStolen', { id, reference: '4711/26' });
  const page = await readPage(app, hash, language);
  for (const each of words) expect(page).toContain(each);
  expect(page).not.toContain('Reported missing.');
  const { items } = await owner.call('listItems', {});
  expect(items).toMatchObject([{ id, lostAt: expect.any(String), stolenAt: expect.any(String), returnedAt: null }]);
});

test('of a thing that is deleted for good, nothing stays that was said of it or of its loss', async () => {
  const { app, owner } = await withOwner(startApp());
  const { id, hash } = await makeItem(owner);
  await app.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'I have it' });
  const [reward, serialNumber] = [
    { text: 'A cake', shown: true },
    { text: 'WTU-4711', shown: false },
  ];
  await owner.call('updateItem', { id, facts: { reward, serialNumber } });
  await owner.call('markItemStolen', { id, place: 'Main station' });
  await owner.call('deleteItem', { id });
  const { db } = app.services;
  await sql`update items set deleted_at = ${new Date('2026-01-01')}`.execute(db);
  await runDueJobsAnew(app);
  const left = await db.selectFrom('items').selectAll().execute();
  expect(left.map(({ finderSees, privateDetails, stolenAt }) => [finderSees, privateDetails, stolenAt])).toEqual([
    [{}, {}, null],
  ]);
  expect(await db.selectFrom('itemStates').selectAll().execute()).toEqual([]);
});

test.each([
  ['message', 'x'.repeat(301)],
  ['place', 'x'.repeat(121)],
  ['reference', 'x'.repeat(61)],
  ['lastSeen', 'yesterday'],
  ['lastSeen', '2026-02-30T10:00'],
  ['point', { latitude: 91, longitude: 0 }],
])('a loss with a %s that cannot be is refused, and nothing changes', async (field, value) => {
  const { owner } = await withOwner();
  const { id } = await makeItem(owner);
  expect(await owner.tryCall('markItemStolen', { id, [field]: value })).toMatchObject({ status: 400 });
  expect(await owner.call('getItem', { id })).toMatchObject({ lostAt: null, stolenAt: null });
});

test('a month after its return an item is simply with its owner, and its page says nothing of a loss', async () => {
  const { app, owner } = await withOwner(startApp());
  const { id, hash } = await makeItem(owner);
  await owner.call('markItemLost', { id });
  await owner.call('markItemReturned', { id });
  await runDueJobs(app.services);
  expect(await readPage(app, hash)).toContain('The owner has it back already.');
  await returnedDaysAgo(app, 31);
  await runDueJobsAnew(app);
  expect(await readPage(app, hash)).not.toContain('The owner has it back already.');
  expect(await statesOf(owner, id)).toEqual(['kept', 'returned', 'lost']);
});

test('what was said of a trip is deleted when its last day is over everywhere, and the page follows', async () => {
  const { app, owner } = await withOwner(startApp());
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const itemOf = async (until: string, shown: boolean) => {
    const item = await makeItem(owner, { category: 'suitcase' });
    const trip = { tripTo: { text: 'Hotel Astoria', shown }, tripUntil: { text: until, shown } };
    await owner.call('updateItem', { id: item.id, facts: { ...trip, reward: { text: 'A cake', shown: true } } });
    return item;
  };
  const [over, hidden, lasting] = [await itemOf(day(0), true), await itemOf(day(0), false), await itemOf(day(1), true)];
  const twoDaysOn = (facts: string) => sql`replace(${sql.ref(facts)}::text, ${day(0)}, ${day(-2)})::jsonb`;
  const items = app.services.db.updateTable('items').where('id', 'in', [over.id, hidden.id]);
  await items
    .set({ finderSees: twoDaysOn('finder_sees') as never, privateDetails: twoDaysOn('private_details') as never })
    .execute();
  expect(await readPage(app, over.hash)).toContain('Hotel Astoria');
  await runDueJobs(app.services);
  expect(await readPage(app, over.hash)).not.toContain('Hotel Astoria');
  expect(await readPage(app, lasting.hash)).toContain('Hotel Astoria');
  for (const { id } of [over, hidden])
    expect((await owner.call('getItem', { id })).facts).toEqual({ reward: { text: 'A cake', shown: true } });
});

async function returnedDaysAgo({ services: { db } }: App, days: number): Promise<void> {
  await sql`update items set returned_at = ${new Date(Date.now() - days * 86_400_000)}`.execute(db);
}

async function runDueJobsAnew({ services }: App): Promise<void> {
  await services.db.deleteFrom('scheduledJobs').execute();
  await runDueJobs(services);
}

import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeItem, makeOwner, type Person } from '../../test/make.ts';
import { textOf } from '../../test/pdf-text.ts';
import { withOwner } from '../../test/worlds.ts';

test('the proof names owner, item, serial number, tag, what became of it, and who issued it when', async () => {
  const app = await startApp({
    publicUrl: 'https://tags.example.com',
    brand: { productName: 'Lostly', legalName: 'Lostly Ltd' },
  });
  const owner = await makeOwner(app);
  await owner.call('updateUserProfile', { displayName: 'Ада Lovelace' });
  const { id } = await makeItem(owner, { name: 'Red bike Ωμέγα', category: 'bike', note: 'A private note' });
  const serialNumber = { text: 'WTU-4711-XYZ', shown: false };
  await owner.call('updateItem', { id, facts: { serialNumber } });
  await owner.call('markItemLost', { id, place: 'Main station' });
  await owner.call('markItemStolen', { id, reference: '88/2026' });
  const text = await prove(owner, id);
  const year = new Date().getUTCFullYear();
  for (const words of [
    'Proof of ownership',
    'Issued by Lostly, tags.example.com, on',
    'Lostly Ltd',
    `Owner: Ада Lovelace, ${owner.email}`,
    'Red bike',
    'Ωμέγα',
    '(Bike)',
    'WTU-4711-XYZ',
    id.replace(/.{4}(?=.)/g, '$& '),
    'Marked as stolen',
    '88/2026',
    'Marked as lost',
    'Main station',
    `${year}`,
    'UTC',
  ])
    expect.soft(text).toContain(words);
  expect(text.indexOf('Marked as stolen')).toBeLessThan(text.indexOf('Marked as lost'));
  expect(text).not.toContain('A private note');
});

test('the proof is in the owner’s language, and of a long history it has several pages; nobody gets a proof for what is not theirs, and none stays in a cache', async () => {
  const { owner } = await withOwner();
  const { id } = await makeItem(owner);
  await owner.call('updateUserProfile', { language: 'de' });
  expect(await prove(owner, id)).toContain('Nie als verloren oder gestohlen gemeldet.');
  for (let n = 0; n < 30; n++) {
    await owner.call('markItemLost', { id, place: `Platz ${n}` });
    await owner.call('markItemReturned', { id });
  }
  const text = await prove(owner, id);
  expect(text).toContain('Eigentumsnachweis');
  expect(text.trim().split('\f').length).toBeGreaterThan(1);
  for (const n of [0, 15, 29]) expect(text).toContain(`Platz ${n}`);
  const [nextOwner, other] = [await makeOwner(owner.app), await makeOwner(owner.app, 'Bob')];
  const { id: nextId } = await makeItem(nextOwner);
  const refused = await other.postJson('/items/proof', { data: { id: nextId } });
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
  const proof = await nextOwner.postJson('/items/proof', { data: { id: nextId } });
  expect(proof.headers.get('cache-control')).toBe('no-store');
  expect(proof.headers.get('content-disposition')).toContain('filename="proof-of-ownership.pdf"');
  expect((await owner.app.visitor().postJson('/items/proof', { data: { id: nextId } })).status).toBe(401);
});

async function prove(owner: Person, id: string): Promise<string> {
  const response = await owner.postJson('/items/proof', { data: { id } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const text = await textOf(Buffer.from(await response.arrayBuffer()));
  return text.normalize('NFKC').replaceAll(/[\u200e\u200f\u202a-\u202e]/g, '');
}

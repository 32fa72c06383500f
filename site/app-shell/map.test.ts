import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeItem, makeOwner } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';

const map = { tiles: 'https://tiles.example:8443/osm/{z}/{x}/{y}.png?key=1', attribution: 'Us' };

test('where the operator set a map server, documents behind sign-in may load images from exactly its origin, and no other page; without one no page may', async () => {
  const { app, owner } = await withOwner(startApp({ map }));
  const { id, hash } = await makeItem(owner);
  await owner.call('markItemLost', { id, point: { latitude: 1, longitude: 2 } });
  const policyAt = async (visitor: Pick<typeof owner, 'get'>, path: string) =>
    (await visitor.get(path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/items', `/item/${hash}`, `/items/${id}/loss`]) {
    expect(await policyAt(owner, path)).toContain("; img-src 'self' https://tiles.example:8443; ");
    expect(await owner.read(path)).toContain('osm/{z}');
  }
  const finder = app.visitor();
  for (const [visitor, path] of [
    [finder, `/item/${hash}`],
    [owner, `/item/${hash}/preview`],
    [finder, '/signin'],
    [owner, '/about'],
  ] as const) {
    expect(await policyAt(visitor, path), path).toContain("; img-src 'self'; ");
    expect(await visitor.read(path), path).not.toContain('tiles.example');
  }
  const nextOwner = await makeOwner(await startApp());
  const answer = await nextOwner.get('/items');
  expect(answer.headers.get('content-security-policy')).toContain("; img-src 'self'; ");
  expect(await answer.text()).not.toContain('data-map');
});

test('what is said about privacy names the map server, where there is one', async () => {
  const read = async (app: Awaited<ReturnType<typeof startApp>>, language: string) =>
    app.visitor().read(`/privacy?lang=${language}`);
  const withMap = await startApp({ map });
  for (const [language, button] of [
    ['en', 'Show the map'],
    ['de', 'Karte zeigen'],
  ] as const) {
    const page = await read(withMap, language);
    expect(page).toContain('tiles.example:8443');
    expect(page).toContain(button);
    expect(page).toContain(language === 'en' ? 'your IP address' : 'Ihre IP-Adresse');
  }
  const without = await read(await startApp(), 'en');
  expect(without).toContain('no page here loads anything from a third party');
  expect(without).not.toContain('IP address and which');
});

import { expect, test } from 'vitest';
import { type App, startApp } from '../app.ts';
import { makeItem, makeOwner, type Person } from '../make.ts';
import { withItem } from '../worlds.ts';

const foreign: Record<string, Record<string, string>> = {
  'our name over http': { origin: 'http://tags.example' },
  'our name over http, called the same by the browser': {
    origin: 'http://tags.example',
    'sec-fetch-site': 'same-origin',
  },
  'a sandboxed page': { origin: 'null' },
  'another site': { origin: 'https://evil.example' },
  'another site that a browser tells of': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'a browser that tells of nothing else': { 'sec-fetch-site': 'cross-site' },
  'a neighbour under the same domain': { origin: 'https://shop.tags.example', 'sec-fetch-site': 'same-site' },
  'another port': { origin: 'https://tags.example:8443' },
  'a name that begins like ours': { origin: 'https://tags.example.evil.example' },
  'two origins at once': { origin: 'https://tags.example, https://evil.example' },
  'something that is no address': { origin: 'tags.example' },
};

const ours: Record<string, Record<string, string>> = {
  'our own page': { origin: 'https://tags.example' },
  'our own page in a newer browser': { origin: 'https://tags.example', 'sec-fetch-site': 'same-origin' },
  'a newer browser that hides the origin': { origin: 'null', 'sec-fetch-site': 'same-origin' },
  'another name that a proxy hides from us': { origin: 'https://second.example', 'sec-fetch-site': 'same-origin' },
  'a program that is no browser': {},
};

test('over https no form and nothing under /auth is taken from elsewhere, from plain http least of all', async () => {
  const app = await startApp({ publicUrl: 'https://tags.example' });
  const ada = await makeOwner(app);
  const { hash } = await makeItem(ada);
  const underOurHostOverHttp = { origin: app.url };
  for (const [who, headers] of Object.entries({ ...foreign, 'the host asked for, over http': underOurHostOverHttp })) {
    expect(await send(app, hash, headers), who).toEqual([403, 403]);
    expect((await exportWith(ada, headers)).headers.get('location'), who).toBe('/profile/data');
  }
});

test('our own pages are heard, under a second name too', async () => {
  const { app, item } = await withItem(startApp({ publicUrl: 'https://tags.example' }));
  const { hash } = item;
  const secondName = { origin: app.url.replace('http:', 'https:') };
  for (const [who, headers] of Object.entries({ ...ours, 'a second name': secondName }))
    expect(await send(app, hash, headers), who).toEqual([303, 200]);
});

test('where we are reached over http, a page of our host over https is another site', async () => {
  const { app, item } = await withItem();
  const { hash } = item;
  expect(await send(app, hash, { origin: app.url })).toEqual([303, 200]);
  expect(await send(app, hash, { origin: app.url.replace('http:', 'https:') })).toEqual([403, 403]);
});

async function send(app: App, hash: string, headers: Record<string, string>): Promise<number[]> {
  const [form, json] = ['application/x-www-form-urlencoded', 'application/json'];
  const visitor = app.visitor();
  const post = async (path: string, type: string, body: string) =>
    (await visitor.fetch(path, { method: 'POST', headers: { ...headers, 'content-type': type }, body })).status;
  return [await post(`/item/${hash}`, form, 'text=I have it.'), await post('/auth/sign-out', json, '{}')];
}

function exportWith(owner: Person, headers: Record<string, string>): Promise<Response> {
  return owner.fetch('/profile/export', { headers });
}

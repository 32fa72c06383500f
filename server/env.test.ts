import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('a map server is named by an address with places for its images, or not at all, a page of a map by one with places for coordinates, else it is OpenStreetMap’s; what is no address is said to be none', () => {
  expect(readEnv({}).map.server).toBeUndefined();
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png';
  expect(readEnv({ MAP_TILES_URL: tiles }).map.server).toEqual({ tiles, attribution: '© OpenStreetMap contributors' });
  expect(readEnv({ MAP_TILES_URL: tiles, MAP_ATTRIBUTION: '© Us' }).map.server).toEqual({ tiles, attribution: '© Us' });
  for (const [wrong, words] of [
    ['tiles', 'must be an address'],
    ['javascript:alert(1)//{z}{x}{y}', 'must be an address'],
    ['https://tiles.example/{z}/{x}.png', 'must have {z}, {x} and {y} in it'],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'MAP_TILES_URL must'],
  ] as const)
    expect(() => readEnv({ MAP_TILES_URL: wrong }), wrong).toThrow(words);
  const page = 'https://maps.example/?lat={latitude}&lon={longitude}';
  expect([readEnv({}).map.page, readEnv({ MAP_PAGE_URL: page }).map.page]).toEqual([
    expect.stringContaining('https://www.openstreetmap.org/'),
    page,
  ]);
  for (const wrong of ['https://maps.example/{latitude}', 'https://{latitude}.example/{longitude}'])
    expect(() => readEnv({ MAP_PAGE_URL: wrong }), wrong).toThrow('MAP_PAGE_URL must');
  for (const name of ['PUBLIC_URL', 'FILES_URL', 'MAP_TILES_URL', 'MAP_PAGE_URL', 'DATABASE_URL', 'SMTP_URL'])
    expect(() => readEnv({ [name]: 'nonsense' }), name).toThrow(new RegExp(`^These settings .*\\n  ${name} must `));
});

import { expect, test } from 'vitest';
import { readEnv } from './env.ts';

test('a map server is named by an address with places for its images, or not at all; what is no address is said to be none', () => {
  expect(readEnv({}).map).toBeUndefined();
  const tiles = 'https://tiles.example/{z}/{x}/{y}.png';
  expect(readEnv({ MAP_TILES_URL: tiles }).map).toEqual({ tiles, attribution: '© OpenStreetMap contributors' });
  expect(readEnv({ MAP_TILES_URL: tiles, MAP_ATTRIBUTION: '© Us' }).map).toEqual({ tiles, attribution: '© Us' });
  for (const [wrong, words] of [
    ['tiles', 'must be an address'],
    ['javascript:alert(1)//{z}{x}{y}', 'must be an address'],
    ['https://tiles.example/{z}/{x}.png', 'must have {z}, {x} and {y} in it'],
    ['https://{s}.tiles.example/{z}/{x}/{y}.png', 'MAP_TILES_URL must'],
  ] as const)
    expect(() => readEnv({ MAP_TILES_URL: wrong }), wrong).toThrow(words);
  for (const name of ['PUBLIC_URL', 'FILES_URL', 'MAP_TILES_URL', 'DATABASE_URL', 'SMTP_URL'])
    expect(() => readEnv({ [name]: 'nonsense' }), name).toThrow(new RegExp(`^These settings .*\\n  ${name} must `));
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromItemHash, toItemHash } from './item-hash.ts';
import { newTagCode } from './tag-code.ts';

const wellFormed = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed());

test('C-3.06 C-3.07 the hash is URL-safe base64, without padding, of the prefix and the id; decoding reverses encoding, for every id; empty stays empty; any text decodes to text or to nothing', () => {
  expect(toItemHash('8q2wn3v7k5d1m9xa')).toBe('aGJrOHEyd24zdjdrNWQxbTl4YQ');
  fc.assert(
    fc.property(wellFormed, (id) => {
      const hash = toItemHash(id);
      expect(hash).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(Buffer.from(hash, 'base64url').toString('utf8')).toMatch(/^[a-z]{3}/);
      expect(Buffer.from(hash, 'base64url').toString('utf8').slice(3)).toBe(id);
    }),
  );
  fc.assert(
    fc.property(wellFormed, (id) => {
      expect(fromItemHash(toItemHash(id))).toBe(id);
    }),
  );
  const code = newTagCode();
  expect(fromItemHash(toItemHash(code))).toBe(code);
  expect(toItemHash('')).toBe('');
  expect(fromItemHash('')).toBe('');
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => typeof fromItemHash(text) === 'string'));
});

test('C-3.07 what does not decode, or lacks the prefix, is empty', () => {
  for (const hash of ['*', 'a', 'aGJr*', 'aGJrOHEy d24', 'aGJr=', '/w', '%00', 'hbk8q2w', 'aGJr/w'])
    expect(fromItemHash(hash), hash).toBe('');
  fc.assert(
    fc.property(fc.string(), (id) => {
      fc.pre(!id.startsWith('hbk'));
      expect(fromItemHash(Buffer.from(id).toString('base64url'))).toBe('');
    }),
  );
  expect(fromItemHash(Buffer.from([0x68, 0x62, 0x6b, 0xff, 0xfe]).toString('base64url')), 'not UTF-8').toBe('');
});

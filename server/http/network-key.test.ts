import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { deriveKeys } from '../secret.ts';
import { networkKeyOf } from './network-key.ts';

const keys = deriveKeys('a secret that only tests know, of sufficient length');

test.each([
  ['203.0.113.9', '203.0.113.9:1234'],
  ['203.0.113.9', ' 203.0.113.9 '],
  ['203.0.113.9', '::ffff:203.0.113.9'],
  ['203.0.113.9', '::FFFF:CB00:7109'],
  ['203.0.113.9', '[::ffff:203.0.113.9]:443'],
  ['203.0.113.9', '198.51.100.1, 203.0.113.9'],
  ['2001:db8::1', '2001:0DB8:0000:0000:0000:0000:0000:0001'],
  ['2001:db8::1', '[2001:db8::1]'],
  ['2001:db8::1', '[2001:db8::1]:443'],
  ['2001:db8::1', '2001:db8::ffff:1:2'],
  ['2001:db8::1', '2001:db8:0:0:1::'],
  ['fe80::1', 'fe80::1%eth0'],
  ['203.0.113.9', '64:ff9b::203.0.113.9'],
])('%j and %j are one network', (one, other) => {
  expect(forwarded(other)).toBe(forwarded(one));
});

test.each([
  ['203.0.113.9', '203.0.113.10'],
  ['2001:db8::1', '2001:db8:0:1::1'],
  ['2001:db8::1', '::1'],
  ['64:ff9b::cb00:7109', '64:ff9b::cb00:710a'],
])('%j and %j are two', (one, other) => {
  expect(forwarded(other)).not.toBe(forwarded(one));
});

test('the day after, a network has another key', () => {
  const today = forwarded('203.0.113.9');
  vi.setSystemTime(Date.now() + 24 * 3600_000);
  expect(forwarded('203.0.113.9')).not.toBe(today);
  expect(forwarded('203.0.113.9')).toBe(forwarded('203.0.113.9'));
});

test.each(['', 'unknown', '203.0.113', '0x7f.1', '203.0.113.9:99:1', '203.0.113.999', '[2001:db8::1', '1::2::3', '💩'])(
  '%j is no address: the proxy’s own counts',
  (garbage) => {
    expect(forwarded(garbage)).toBe(networkKeyOf(requestFrom('192.0.2.1'), { keys, trustProxy: true }));
  },
);

test('without a trusted proxy nobody is believed what they forward', () => {
  const request = requestFrom('192.0.2.1', '203.0.113.9');
  expect(networkKeyOf(request, { keys, trustProxy: false })).toBe(
    networkKeyOf(requestFrom('192.0.2.1'), { keys, trustProxy: false }),
  );
});

function forwarded(address: string): string {
  return networkKeyOf(requestFrom('192.0.2.1', address), { keys, trustProxy: true });
}

function requestFrom(remoteAddress: string, address?: string): IncomingMessage {
  const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress }));
  if (address !== undefined) request.headers['x-forwarded-for'] = address;
  return request;
}

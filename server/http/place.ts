import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Keys } from '../secret.ts';

/**
 * Stands for the network that a request comes from: a keyed hash of the IPv4 address or the IPv6 /64, so that no address is kept.
 * Behind a trusted proxy the last entry of X-Forwarded-For, which that proxy wrote, counts.
 */
export function placeOf(request: IncomingMessage, options: { keys: Keys; trustProxy: boolean }): string {
  const forwarded = options.trustProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : '';
  const address = forwarded || request.socket.remoteAddress || '';
  return options.keys.code('address', prefixOf(address)).toString('base64url');
}

function prefixOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = tail === undefined ? left : [...left, ...zeros, ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

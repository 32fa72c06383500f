import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Keys } from '../secret.ts';
import { memo } from './headers.ts';

/** A hash of the request's network, with a key of the day (UTC): what is counted by it belongs to nobody the day after. */
export function networkKeyOf(request: IncomingMessage, { keys, trustProxy }: { keys: Keys; trustProxy: boolean }) {
  const day = new Date().toISOString().slice(0, 10);
  return keys.codeOfDay('address', day, networkOf(request, trustProxy)).toString('base64url');
}

/** For a caller of functions: besides, a hash that is the same on every day. It tells senders apart in a hash of what they sent, and is stored nowhere. */
export function networkHashesOf(
  request: IncomingMessage,
  by: { keys: Keys; trustProxy: boolean },
): { networkKey: string; senderNetwork: string } {
  const senderNetwork = by.keys.code('address', networkOf(request, by.trustProxy)).toString('base64url');
  return { networkKey: networkKeyOf(request, by), senderNetwork };
}

/** The IPv4 address or IPv6 /64. Behind a trusted proxy, the last entry of X-Forwarded-For if it is an address. */
export function networkOf(request: Pick<IncomingMessage, 'headers' | 'socket'>, trustProxy: boolean): string {
  const forwarded = trustProxy && request.headers['x-forwarded-for'];
  return (forwarded && networkIn(lastEntry(String(forwarded)))) || networkIn(request.socket.remoteAddress ?? '');
}

/** A string of its own: a slice that is remembered keeps the whole header in memory. */
function lastEntry(header: string): string {
  const start = header.lastIndexOf(',') + 1;
  return start === 0 ? header : Buffer.from(header.slice(start)).toString();
}

const longestAddress = 64;

const networkIn = memo((written: string): string => {
  if (written.length > longestAddress) return '';
  const address = written
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  // An IPv4 address that was translated (RFC 6052): all of them have the same first half.
  if (parsed.range() === 'rfc6052') return new ipaddr.IPv4(parsed.toByteArray().slice(12)).toString();
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
});

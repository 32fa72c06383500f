import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Keys } from '../secret.ts';

/** Networks of the addresses that asked last: reading one costs more than anything else about a request. */
const knownNetworks = new LRUCache<string, { network: string | undefined }>({ max: 5_000 });

/**
 * Stands for the network that a request comes from: a keyed hash of the IPv4 address or the IPv6 /64, so that no address is stored.
 * Behind a trusted proxy the last entry of X-Forwarded-For, which that proxy wrote, counts; where it is no address, the proxy's own does.
 */
export function networkKeyOf(request: IncomingMessage, options: { keys: Keys; trustProxy: boolean }): string {
  const forwarded = options.trustProxy
    ? String(request.headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
    : '';
  const network = knownNetworkOf(forwarded ?? '') ?? knownNetworkOf(request.socket.remoteAddress ?? '') ?? '';
  return options.keys.code('address', network).toString('base64url');
}

/** Longer than any address is: nobody fills the memory with what is none. */
const longestAddress = 64;

function knownNetworkOf(written: string): string | undefined {
  if (written === '' || written.length > longestAddress) return undefined;
  let known = knownNetworks.get(written);
  if (!known) {
    known = { network: networkOf(written) };
    knownNetworks.set(written, known);
  }
  return known.network;
}

/** The IPv4 address or the IPv6 /64 of an address, however it is written: with a port, a zone, in brackets, IPv4 as IPv6. */
function networkOf(written: string): string | undefined {
  const address = written
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}

import { type LookupAddress, lookup } from 'node:dns';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

export type OutgoingRules = {
  isPushHost(host: string): boolean;
  mayReach(address: string): boolean;
  ca?: string;
};

const pushHosts =
  /^(fcm\.googleapis\.com|web\.push\.apple\.com|([a-z0-9-]+\.)+push\.services\.mozilla\.com|([a-z0-9-]+\.)+notify\.windows\.com)$/;

export const publicServersOnly: OutgoingRules = { isPushHost: (host) => pushHosts.test(host), mayReach: isPublic };

/** An address that can be posted to: https, without user and fragment. */
export function isOutsideUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && !username && !password && !hash;
}

type Post = { url: string; headers: Record<string, string>; body: Uint8Array | string; signal: AbortSignal };

/** Posts over https, without redirects. Addresses are checked after the name is resolved. @returns the status @throws without an answer */
export function postOutside({ url, headers, body, signal }: Post, rules: OutgoingRules): Promise<number> {
  const { hostname } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (isIP(literal) && !rules.mayReach(literal)) return Promise.reject(notPublic());
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: checkedLookup(rules),
      agent: false as const,
      signal,
      ...(rules.ca && { ca: rules.ca }),
    };
    const asked = request(url, options, (answer) => {
      resolve(answer.statusCode ?? 0);
      answer.destroy();
    });
    asked.on('error', reject);
    // After 101 (Switching Protocols) there is neither an answer nor an error.
    asked.on('close', () => reject(new Error('The server closed the connection without an answer.')));
    asked.end(body);
  });
}

/** Every address of the name must be allowed: whoever answers for the name may choose another one each time. */
function checkedLookup({ mayReach }: OutgoingRules): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const [first] = addresses as LookupAddress[];
      if (!first || !addresses.every(({ address }) => mayReach(address))) return done(notPublic(), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

function notPublic(): Error {
  return Object.assign(new Error('The host has an address that is not public.'), { code: 'ENOTPUBLIC' });
}

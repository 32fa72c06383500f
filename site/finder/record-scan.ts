import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../server/http/network-key.ts';
import type { Site } from '../http/visitor.ts';

type Scan = { hash: string; own?: boolean };

/** Notes that the page of a tag in use was opened. Previews are robots, and so is a browser that fetches a page before anybody asks for it. */
export function recordScan(
  request: Pick<IncomingMessage, 'method' | 'headers' | 'socket'>,
  { hash, own = false }: Scan,
  { scans, trustProxy }: Site,
): void {
  const { headers } = request;
  scans.record({
    hash,
    kind: isEarly(request) ? 'robot' : own ? 'own' : 'opened',
    network: networkOf(request, trustProxy),
    userAgent: headers['user-agent'] ?? '',
  });
}

/** Nobody asked for the page yet. */
export function isEarly({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  return method === 'HEAD' || (headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']) !== undefined;
}

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { networkOf } from '../../server/http/network-key.ts';
import type { Site } from '../http/visitor.ts';

type Scan = { hash: string; own?: boolean };

/** Notes that the page of a tag in use was opened. Previews are robots, and so is a browser that fetches a page before anybody asks for it. */
export function recordScan(
  request: Pick<IncomingMessage, 'method' | 'headers' | 'socket'>,
  { hash, own = false }: Scan,
  { scans, trustProxy }: Site,
): void {
  const { headers, method } = request;
  const isEarly = method === 'HEAD' || isPrefetch(headers);
  scans.record({
    hash,
    kind: isEarly ? 'robot' : own ? 'own' : 'opened',
    network: networkOf(request, trustProxy),
    userAgent: headers['user-agent'] ?? '',
  });
}

function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return (headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']) !== undefined;
}

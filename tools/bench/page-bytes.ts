import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { openPage } from './browser.ts';
import { addItem } from './server.ts';
import { formatInteger, type Row, type Started } from './table.ts';

const mostBytes = 8_000;
const quietMs = 1_000;

/** Bytes of one answer as it leaves on the wire. */
type Weight = { path: string; body: number; head: number };

/** What Chromium fetches, with nothing in its cache, to show the finder's page; and the same page as the baseline. */
export async function measurePageBytes({ browser, server, owner, baseline: other }: Started): Promise<Row[]> {
  const path = await addItem(owner);
  const first = await weigh(browser, server.url, path);
  const cached = await weigh(browser, server.url, path);
  const baseline = total(await weigh(browser, other, path));
  return Object.entries({ 'first finder': first, 'later finders': cached }).map(([who, weights]) => {
    const ours = total(weights);
    return {
      figure: `Finder’s page, bytes, ${who} (${weights.map(describe).join(' + ')})`,
      ours: inWords(ours),
      baseline: inWords(baseline),
      ratio: ours.body / baseline.body,
      target: { text: `≤ ${formatInteger(mostBytes)}`, met: ours.body <= mostBytes },
    };
  });
}

async function weigh(browser: Browser, origin: string, path: string): Promise<Weight[]> {
  await using scales = await startScales(origin);
  await using opened = await openPage(browser, scales.origin);
  await opened.page.goto(path, { waitUntil: 'load' });
  return await scales.read();
}

type Total = Omit<Weight, 'path'>;

function total(weights: Weight[]): Total {
  const sum = (of: keyof Total) => weights.reduce((bytes, weight) => bytes + weight[of], 0);
  return { body: sum('body'), head: sum('head') };
}

function inWords({ body, head }: Total): string {
  return `${formatInteger(body)} (${formatInteger(body + head)} with headers)`;
}

function describe({ path, body }: Weight): string {
  return `${path.startsWith('/item/') ? 'document' : path.slice(path.lastIndexOf('/') + 1)} ${formatInteger(body)}`;
}

/**
 * A relay in front of a server that weighs each answer: the browser's own tools do not show that it fetches the icon.
 * @param instead answers of its own, by path: compressed documents
 */
export async function startScales(target: string, instead: Record<string, Buffer> = {}) {
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
    /** What went through since it was last asked for; waits until nothing has for a second. */
    async read(): Promise<Weight[]> {
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

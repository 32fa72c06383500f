import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import autocannon from 'autocannon';
import { ask } from './ask.ts';

export type Canned = { headers: string[]; body: Buffer };
type Rotation = { urls: string[]; connections: number };
export type Stream = { path: string; cookie?: string; network: string };
export type StreamCount = { open: number };

const underWay = 200;
/** Held between asking for a stream and hearing of it; a browser's own patience is longer. */
const tellMs = 50;
const atFirstMs = 1;

/** What runs as a process of its own, so that making the load takes nothing from who bears it. */
const parts = {
  /** node:http and nothing else, answering every request with the one response it is given. */
  bare({ headers, body }: Canned) {
    const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
    server.listen(0, () => process.send?.(server.address()));
  },

  /** One run, then its result. Each connection comes from a network of its own, because one alone has its pages drawn in half of the time. */
  async load(options: autocannon.Options) {
    let networks = 0;
    const setupClient = (client: autocannon.Client) =>
      client.setHeaders({ ...options.headers, 'x-forwarded-for': `10.2.0.${networks++}` });
    process.send?.(await autocannon({ ...options, setupClient }), () => process.exit());
  },

  /** Asks for page after page, and begins again at the end. */
  rotate({ urls, connections }: Rotation) {
    let asked = 0;
    let answered = 0;
    const rotate = async () => {
      for (;;) {
        await ask(urls[asked++ % urls.length] ?? '', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
        if (++answered === underWay) process.send?.('under way');
      }
    };
    for (let each = 0; each < connections; each += 1) rotate();
  },

  /** Holds streams as browsers do, and tells how many are open whenever that changes. */
  async hold({ port, streams }: { port: number; streams: Stream[] }) {
    let open = 0;
    let reported = -1;
    setInterval(() => {
      if (reported !== open) process.send?.({ open } satisfies StreamCount);
      reported = open;
    }, tellMs);
    for (const stream of streams) {
      holdStream(port, stream, (more) => {
        open += more;
      });
      await new Promise((resolve) => setTimeout(resolve, atFirstMs));
    }
  },
};

/** One that ends is asked for again after the time that the server last gave it, also when nobody answers. */
function holdStream(port: number, { path, cookie, network }: Stream, count: (more: number) => void): void {
  let retryMs = 3_000;
  const askAgain = () => {
    let heard = false;
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('latin1').on('data', (text) => {
      if (!heard && /event: (unread|maintenance)/.test(String(text))) {
        heard = true;
        count(1);
      }
      const [, ms] = /.*retry: (\d+)/s.exec(String(text)) ?? [];
      if (ms) retryMs = Number(ms);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      if (heard) count(-1);
      setTimeout(askAgain, retryMs);
    });
    const lines = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, `X-Forwarded-For: ${network}`];
    if (cookie) lines.push(`Cookie: ${cookie}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  };
  askAgain();
}

type Parts = typeof parts;

/** Buffers cross to the other process as buffers. */
export function startOther<Name extends keyof Parts>(
  name: Name,
  given: Parameters<Parts[Name]>[0],
): ChildProcess & Disposable {
  const other = fork(import.meta.filename, [name], { serialization: 'advanced' });
  other.send(given);
  return Object.assign(other, { [Symbol.dispose]: () => void other.kill() });
}

export async function heard<Message>(other: ChildProcess): Promise<Message> {
  const [message] = await once(other, 'message');
  return message;
}

if (process.send && process.argv[1] === import.meta.filename) {
  const part = parts[process.argv[2] as keyof Parts] as (given: unknown) => unknown;
  process.once('message', part);
  process.once('disconnect', () => process.exit());
}

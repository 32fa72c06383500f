import { connect } from 'node:net';

export type Stream = { path: string; cookie?: string; network: string };
export type StreamCount = { open: number };

/** Held between asking for a stream and hearing of it; a browser's own patience is longer. */
const tellMs = 50;
const atFirstMs = 1;

/**
 * Run as a process of its own: holds streams as browsers do. One that ends is asked for again after the time that the server last gave it, also
 * when nobody answers. Tells how many are open whenever that changes.
 */
process.once('message', async ({ port, streams }: { port: number; streams: Stream[] }) => {
  let open = 0;
  let reported = -1;
  setInterval(() => {
    if (reported !== open) process.send?.({ open } satisfies StreamCount);
    reported = open;
  }, tellMs);
  for (const stream of streams) {
    hold(stream);
    await new Promise((resolve) => setTimeout(resolve, atFirstMs));
  }

  function hold({ path, cookie, network }: Stream): void {
    let retryMs = 3_000;
    const ask = () => {
      let heard = false;
      const socket = connect(port, '127.0.0.1');
      socket.setEncoding('latin1').on('data', (text) => {
        if (!heard && /event: (unread|maintenance)/.test(String(text))) {
          heard = true;
          open += 1;
        }
        const [, ms] = /.*retry: (\d+)/s.exec(String(text)) ?? [];
        if (ms) retryMs = Number(ms);
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        if (heard) open -= 1;
        setTimeout(ask, retryMs);
      });
      const lines = [`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, `X-Forwarded-For: ${network}`];
      if (cookie) lines.push(`Cookie: ${cookie}`);
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    };
    ask();
  }
});

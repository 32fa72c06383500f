import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that the kernel gives to connections, and of another thousand in each worker: nobody takes it before its product does. */
const firstPort = 20_000 + 1_000 * (Number(process.env.VITEST_POOL_ID ?? 0) % 12);
let portsGiven = process.pid % 1_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (portsGiven++ % 1_000);
    const server = createServer().listen(port);
    const taken = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(false)).once('error', () => resolve(true));
    });
    if (taken) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../../test/e2e/free-port.ts';
import { startProduct } from '../product.ts';

export type HandbackServer = AsyncDisposable & {
  origin: string;
  readonly pid: number;
  dataDir: string;
  /** The first group of the next line on the server's console that matches. */
  lineMatching(pattern: RegExp): Promise<string>;
  /** Ends it as a service manager does, and starts it again. */
  restart(): Promise<void>;
};

/** A fresh installation, started as an operator starts it, with an embedded database that goes away with it. */
export async function startServer(): Promise<HandbackServer> {
  await using starting = new AsyncDisposableStack();
  const { path: dataDir } = starting.use(await mkdtempDisposable(join(tmpdir(), 'handback-bench-')));
  const port = await freePort();
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const product = starting.use(await startProduct({ port, env, command: ['bin/start'] }));
  const stack = starting.move();
  return {
    origin: `http://localhost:${port}`,
    get pid() {
      return product.pid;
    },
    dataDir,
    async lineMatching(pattern) {
      const heard = product.output().length;
      for (;;) {
        const found = pattern.exec(product.output().slice(heard))?.[1];
        if (found) return found;
        await pause(5);
      }
    },
    async restart() {
      await product.stop();
      await product.start();
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** The database of the installation, beside the running server. */
export async function openDatabase({ dataDir }: HandbackServer): Promise<Client & AsyncDisposable> {
  const client = new Client({ host: join(dataDir, 'postgres-socket'), user: 'handback', database: 'handback' });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

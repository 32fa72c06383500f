import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
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

/** What a running process has in memory, in bytes; `most` since its start (proc_pid_status(5)). */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** How much memory more than now a running process needs at most, in bytes. */
export async function memoryPeak(pid: number): Promise<{ more(): Promise<number> }> {
  const before = await memoryOf(pid);
  // Sets the peak back to what is in use (proc_pid_clear_refs(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return { more: async () => (await memoryOf(pid)).most - before.now };
}

/** Linux counts the time of processes in hundredths of a second, whatever its own tick. */
const ticksPerSecond = 100;

/** Seconds of CPU time, all threads together, that a running process has used so far (proc_pid_stat(5), fields 14 and 15). */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) / ticksPerSecond;
}

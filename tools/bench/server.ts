import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

export type HandbackServer = AsyncDisposable & {
  origin: string;
  readonly pid: number;
  dataDir: string;
  /** The first group of the next line on the server's console that matches. */
  lineMatching(pattern: RegExp): Promise<string>;
  /** Ends it as a service manager does, and starts it again. */
  restart(): Promise<void>;
};

/** A fresh services, started as an operator starts it, with an embedded database that goes away with it. */
export async function startServer(): Promise<HandbackServer> {
  const data = await mkdtempDisposable(join(tmpdir(), 'handback-bench-'));
  const env = {
    PATH: process.env.PATH,
    PORT: String(await freePort()),
    DATA_DIR: data.path,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
  };
  const run = () => {
    const child = spawn('bin/start', {
      cwd: join(import.meta.dirname, '../..'),
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { child, output: createInterface({ input: child.stdout }) };
  };
  const isReady = () => lineMatching(running.output, /ready at (\S+)/);

  let running = run();
  const endAtExit = () => running.child.kill('SIGTERM');
  process.once('exit', endAtExit);
  const close = async () => {
    await end(running.child);
    process.off('exit', endAtExit);
    await data.remove();
  };
  const origin = await isReady().catch(async (error) => {
    await close();
    throw error;
  });
  return {
    origin,
    get pid() {
      return running.child.pid ?? 0;
    },
    dataDir: data.path,
    lineMatching: (pattern) => lineMatching(running.output, pattern),
    async restart() {
      await end(running.child);
      running = run();
      await isReady();
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Ends a process that the bench started and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (typeof address !== 'object' || !address) throw new Error('No free port.');
  return address.port;
}

async function lineMatching(lines: Interface, pattern: RegExp): Promise<string> {
  for await (const [line] of on(lines, 'line', { close: ['close'] })) {
    const found = pattern.exec(line)?.[1];
    if (found) return found;
  }
  throw new Error('The server ended; what it said stands above.');
}

import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

const root = join(import.meta.dirname, '..');

export type HandbackServer = AsyncDisposable & {
  origin: string;
  pid: number;
  /** The first group of the next line on the server's console that matches. */
  lineMatching(pattern: RegExp): Promise<string>;
};

/** A fresh installation in a process of its own, with an embedded database that goes away with it. */
export async function startServer(): Promise<HandbackServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'handback-bench-'));
  const port = await freePort();
  const child = spawn('bin/start', {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, TRUST_PROXY: '1', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = createInterface({ input: child.stdout });
  const origin = await lineMatching(output, /ready at (\S+)/);
  return {
    origin,
    pid: child.pid ?? 0,
    lineMatching: (pattern) => lineMatching(output, pattern),
    async [Symbol.asyncDispose]() {
      await end(child);
      await rm(dataDir, { recursive: true, force: true });
    },
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

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
const patienceMs = 60_000;

type Settings = { port: number; env: Record<string, string>; command?: string[] };

/** What the built product runs as, but for the environment that `bin/start` gives it. */
export const built = ['bin/node', 'dist/server/server.js'];

export type Product = AsyncDisposable & {
  url: string;
  readonly pid: number;
  output(): string;
  kill(): Promise<void>;
  stop(): Promise<number>;
  signal(signal: NodeJS.Signals): void;
  ended(): Promise<void>;
  start(): Promise<void>;
};

export async function startProduct({ port, env, command = built }: Settings): Promise<Product> {
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  let child: ChildProcess;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const ended = async () => {
    if (isRunning()) await once(child, 'exit');
  };

  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended();
  };

  const launch = async (): Promise<boolean> => {
    const args = ['--pdeathsig', 'KILL', ...command];
    const { PATH = '', HOME = '/' } = process.env;
    const settings = { NODE_ENV: 'production', PORT: `${port}`, LOG_LEVEL: 'warn', TRUST_PROXY: '1', ...env };
    output = '';
    child = spawn('setpriv', args, { cwd: root, env: { PATH, HOME, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (more: string) => {
        output += more;
      });
    }
    const startedAt = performance.now();
    while (isRunning() && !output.includes('Handback is ready')) {
      if (performance.now() - startedAt > patienceMs) await end('SIGKILL');
      await setTimeout(20);
    }
    return isRunning();
  };
  // As a service manager does: what a killed one has left can keep the next from starting at once.
  const start = async () => {
    const giveUpAt = performance.now() + patienceMs;
    while (!(await launch())) {
      if (performance.now() > giveUpAt) throw new Error(`The product did not start:\n${output}`);
      await setTimeout(100);
    }
  };
  await start();
  return {
    url,
    get pid() {
      return child.pid ?? 0;
    },
    output: () => output,
    kill: () => end('SIGKILL'),
    async stop() {
      const startedAt = performance.now();
      await end('SIGTERM');
      return performance.now() - startedAt;
    },
    signal: (signal) => void child.kill(signal),
    ended,
    start,
    [Symbol.asyncDispose]: () => (isRunning() ? end('SIGTERM') : Promise.resolve()),
  };
}

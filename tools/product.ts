import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../test/e2e/free-port.ts';
import { type Product as Launched, launchProduct, temporaryFolder } from '../test/e2e/started-product.ts';

const patienceMs = 60_000;

/** What the built product runs as, but for the environment that `bin/start` gives it. */
export const built = ['bin/node', 'dist/server/server.js'];

type Settings = { env?: Record<string, string>; command?: string[]; dataDir?: string };

export type Product = Awaited<ReturnType<typeof startProduct>>;

/** A product that can be started again where it was, as a service manager does. */
export async function startProduct({ env, command = built, dataDir: given }: Settings = {}) {
  const stack = new AsyncDisposableStack();
  const afterwards = (end: () => Promise<void>) => stack.defer(end);
  const dataDir = given ?? join(await temporaryFolder(afterwards), 'data');
  const settings = { NODE_ENV: 'production', NODE_OPTIONS: '', TRUST_PROXY: '1', PORT: `${await freePort()}`, ...env };
  const launch = () => launchProduct({ env: settings, command, dataDir, afterwards });
  const untilReady = async (): Promise<Launched> => {
    for (const giveUpAt = performance.now() + patienceMs; ; await setTimeout(100)) {
      const launched = await launch();
      try {
        await launched.said('Handback is ready at ');
        return launched;
      } catch (error) {
        // What a killed one has left can keep the next from starting at once.
        if (performance.now() > giveUpAt) throw error;
      }
    }
  };
  let running = await untilReady().catch(async (error) => {
    await stack.disposeAsync();
    throw error;
  });
  const { url, owner, mailbox } = running;
  return {
    url,
    owner,
    mailbox,
    dataDir,
    get pid() {
      return running.pid;
    },
    output: () => running.stdout() + running.stderr(),
    kill: () => running.kill9(),
    /** @returns how long it took, in milliseconds */
    async stop(): Promise<number> {
      const startedAt = performance.now();
      await running.stop();
      return performance.now() - startedAt;
    },
    signal: (signal: NodeJS.Signals) => void process.kill(running.pid, signal),
    ended: () => running.exit,
    async start() {
      running = await untilReady();
    },
    async [Symbol.asyncDispose]() {
      try {
        await running.stop();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
      await stack.disposeAsync();
    },
  };
}

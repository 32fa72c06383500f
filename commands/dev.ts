import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { createServerModuleRunner, createServer as createVite, type Plugin, type ViteDevServer } from 'vite';
import { startEmbeddedPostgres } from '../server/db/embedded/start.ts';
import { readEnv } from '../server/env.ts';
import { serverOptions } from '../server/http/connections.ts';
import { say } from '../server/log.ts';
import { explain } from '../server/operator-error.ts';
import type { DevProduct, openProduct } from './dev/product.ts';
import { answerScript, siteChanged } from './dev/scripts.ts';

const quietMs = 20;
const ofVite = /^\/(@|node_modules\/|(app|browser|domain|functions|language|messages|paths|site|ui)\/[^?]*\.\w+)/;

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const database = env.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: env.dataDir, log: say });
  const server = createServer(serverOptions);
  const unwatched = [resolve('dist'), env.dataDir].map((folder) => `${folder}/`);
  const ignored = (path: string) => unwatched.some((folder) => `${path}/`.startsWith(folder));
  const vite = await createVite({
    appType: 'custom',
    plugins: [laxPolicy()],
    server: { middlewareMode: true, hmr: { server }, watch: { ignored } },
  });
  const runner = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const open = async (): Promise<DevProduct> => {
    const module: { openProduct: typeof openProduct } = await runner.import('/commands/dev/product.ts');
    return module.openProduct(env);
  };
  let product = await open();

  server.on('request', (request, response) => {
    if (answerScript(request, response)) return;
    if (ofVite.test(request.url ?? '')) vite.middlewares(request, response);
    else product.listener(request, response);
  });
  /** The old product serves until the new one is made, and goes on when it cannot be made. */
  const renew = async () => {
    runner.clearCache();
    try {
      const old = product;
      product = await open();
      vite.environments.client.hot.send(siteChanged);
      await old.close();
    } catch (error) {
      tell(error, vite);
    }
  };
  onServerChange(vite, renew);

  const stop = async () => {
    server.close();
    server.closeAllConnections();
    await Promise.all([product.close(), vite.close()]);
    await database?.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  server.once('error', fail);
  server.listen(env.port, () => say(`Handback is ready at ${env.publicUrl}`));
}

/** Vite puts styles into the page and watches its server from a worker of its own. Both the product's policy forbids. */
function laxPolicy(): Plugin {
  const changes = [
    [/`style-src .*?`/, `"style-src 'self' 'unsafe-inline'"`],
    [/"worker-src 'self'"/, `"worker-src 'self' blob:"`],
  ] as const;
  return {
    name: 'lax-policy',
    transform(code, id) {
      if (!id.endsWith('/server/http/headers.ts')) return null;
      for (const [from] of changes) if (!from.test(code)) this.error(`${id} has no ${from}.`);
      return changes.reduce((all, [from, to]) => all.replace(from, to), code);
    },
  };
}

function onServerChange({ watcher, environments: { ssr } }: ViteDevServer, renew: () => Promise<void>): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let renewing = Promise.resolve();
  watcher.on('all', (_event, file) => {
    if (!ssr.moduleGraph.getModulesByFile(file)) return;
    ssr.moduleGraph.onFileChange(file);
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      renewing = renewing.then(renew);
    }, quietMs);
  });
}

function tell(error: unknown, { environments }: ViteDevServer): void {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  say(stack);
  environments.client.hot.send({ type: 'error', err: { message, stack } });
}

function fail(error: unknown): never {
  say(explain(error));
  process.exit(1);
}

start().catch(fail);

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { App } from '../test/app.ts';
import { keyRing, shopOpen } from '../test/shop.ts';
import { Visitor } from '../test/visitor.ts';
import { launchChromium, openPage } from './bench/browser.ts';
import { addItem, promote, startServer } from './bench/server.ts';
import { address, hiddenIn } from './faults/buyers.ts';
import type { Product } from './product.ts';

/** A function that ran, as V8 counts it. */
type Ran = { url: string; functions: { ranges: { startOffset: number; count: number }[]; functionName: string }[] };

type Profiler = { start(): Promise<unknown>; take(): Promise<Ran[]> };

/** Each flow runs so often; what runs each time belongs to it, and not to a clock. */
const rounds = 3;
const counting = { callCount: true, detailed: false };

await using server = await startServer();
const owner = await server.owner();
await using browser = await launchChromium();
await using serverProfiler = await profileServer(server);
await report('a finder’s message, from its form to the owner’s screen', await messageFlow());
await report('an order, from its form to its invoice', await orderFlow());

async function messageFlow(): Promise<Set<string>[]> {
  const path = await addItem(owner);
  await using opened = await openPage(browser, server.url, owner);
  const { context, page } = opened;
  await page.goto('/inbox');
  const pageProfiler = profilePage(await context.newCDPSession(page));
  const found: Set<string>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const text = `It lies at desk ${round}.`;
    const finder = visitor(`10.0.1.${round}`);
    await finder.get(path);
    const modules = await modulesOf([serverProfiler, pageProfiler], async () => {
      await expectSent(await finder.post(path, { answer: 'have', text }));
      await page.getByText(text).waitFor();
    });
    // The first one also loads and prepares what stays.
    if (round > 0) found.push(modules);
  }
  return found;
}

async function orderFlow(): Promise<Set<string>[]> {
  await promote(server, owner);
  await owner.call('changeShopSettings', shopOpen);
  const { id, priceMinor } = await owner.call('addProduct', {
    ...keyRing,
    key: crypto.randomUUID(),
  });
  await owner.call('changeStock', { id, difference: 100, key: crypto.randomUUID() });
  await owner.call('hideProduct', { id, hidden: false });
  const found: Set<string>[] = [];
  for (let round = 0; round <= rounds; round++) {
    const buyer = visitor(`10.0.2.${round}`);
    buyer.cookies.set('handback.cart', `${id}*1*${priceMinor}*EUR`);
    const form = await (await buyer.get('/checkout')).text();
    const modules = await modulesOf([serverProfiler], () => order(buyer, round, hiddenIn(form)));
    if (round > 0) found.push(modules);
  }
  return found;
}

async function order(buyer: Visitor, round: number, hidden: Record<string, string>): Promise<void> {
  const email = `kim${round}@example.com`;
  const placed = await expectSent(await buyer.post('/checkout', { ...hidden, ...address, email, payment: 'transfer' }));
  const { orders } = await owner.call('listOrders', {});
  const [{ id, totalMinor: amountMinor } = { id: '', totalMinor: 0 }] = orders;
  await owner.call('confirmPayment', { id, amountMinor, key: crypto.randomUUID() });
  const page = await (await buyer.get(placed)).text();
  const [invoice] = /\/order\/[^"]+\.pdf/.exec(page) ?? [];
  if (!invoice || (await buyer.get(invoice)).status !== 200) throw new Error('There is no invoice.');
}

/** Other finders and buyers than before, each in a network of its own. */
function visitor(network: string): Visitor {
  return new Visitor({ url: server.url } as App, network);
}

/** @returns where it leads */
async function expectSent(answered: Response): Promise<string> {
  if (answered.status !== 303) throw new Error(`A form was answered ${answered.status}: ${await answered.text()}`);
  return answered.headers.get('location') ?? '';
}

async function modulesOf(profilers: Profiler[], act: () => Promise<void>): Promise<Set<string>> {
  for (const { start } of profilers) await start();
  await act();
  // What is told after the answer, such as a mail, is on its way for a moment.
  await pause(1_500);
  const ran = await Promise.all(profilers.map(({ take }) => take()));
  return new Set(ran.flat().flatMap(modulesIn));
}

/** The bundler writes above each module where it lies: `// domain/items/items.ts`, or `//#region` in what browsers load. */
function modulesIn({ url, functions }: Ran): string[] {
  const folder = url.includes('/dist/server/') ? 'dist/server' : 'dist/client/assets';
  if (!/\/dist\/server\/|\/assets\//.test(url)) return [];
  const text = readFileSync(`${folder}/${basename(new URL(url).pathname)}`, 'utf8');
  const modules = [...text.matchAll(/^\/\/(?:#region)? ([\w./-]+\.tsx?)$/gm)];
  return functions.flatMap(({ ranges: [whole] }) => {
    if (!whole?.count) return [];
    const module = modules.findLast(({ index }) => index < whole.startOffset)?.[1];
    return module ? [module] : [];
  });
}

async function report(flow: string, found: Set<string>[]): Promise<void> {
  const [first = new Set<string>(), ...others] = found;
  const modules = [...others.reduce((all, each) => all.intersection(each), first)].sort();
  process.stdout.write(`\n${modules.length} modules: ${flow}\n${modules.map((module) => `  ${module}\n`).join('')}`);
}

function profilePage(devTools: CDPSession): Profiler {
  return {
    async start() {
      await devTools.send('Profiler.enable');
      await devTools.send('Profiler.startPreciseCoverage', counting);
    },
    take: async () => (await devTools.send('Profiler.takePreciseCoverage')).result as Ran[],
  };
}

/** Node opens its inspector when it gets this signal. */
async function profileServer({ pid }: Product): Promise<Profiler & AsyncDisposable> {
  process.kill(pid, 'SIGUSR1');
  await pause(1_000);
  const [target] = (await (await fetch('http://127.0.0.1:9229/json')).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  let asked = 0;
  const send = <Result>(method: string, params = {}) =>
    new Promise<Result>((resolve) => {
      const id = ++asked;
      const hear = ({ data }: MessageEvent<string>) => {
        const answer = JSON.parse(data) as { id?: number; result: Result };
        if (answer.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(answer.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await send('Profiler.enable');
  return {
    start: () => send('Profiler.startPreciseCoverage', counting),
    take: async () => (await send<{ result: Ran[] }>('Profiler.takePreciseCoverage')).result,
    // A process that is looked into does not end.
    [Symbol.asyncDispose]: async () => socket.close(),
  };
}

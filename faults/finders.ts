import { setTimeout } from 'node:timers/promises';
import type { App } from '../test/app.ts';
import { Visitor } from '../test/visitor.ts';

const finders = 60;
const readingMs = 3_100;
const pauseMs = 50;
const patienceMs = 8_000;
const pauseAfterFailureMs = 100;
const hopelessMs = 60_000;
/** After `stop`, how long a finder goes on sending the message that is not acknowledged yet. */
const settleMs = 30_000;

export type Ledger = {
  /** The words of every message whose sender was told that it was sent. */
  acknowledged: Set<string>;
  refused: Map<number, number>;
  unanswered: number;
};

export type Load = {
  ledger: Ledger;
  moreAcknowledged(count: number): Promise<void>;
  stop(): Promise<Ledger>;
};

let networks = 0;

/** Finders who write without end about one item, each from a browser and a network of its own, and again until it is acknowledged. */
export function sendFinders(urls: string[], path: string): Load {
  const ledger: Ledger = { acknowledged: new Set(), refused: new Map(), unanswered: 0 };
  let giveUpAt = Number.POSITIVE_INFINITY;
  let stopping = false;
  const writeOn = async (finder: number) => {
    for (let number = 1; !stopping; number++) {
      await write(`Finder ${finder}, message ${number}`);
      await setTimeout(pauseMs);
    }
  };
  const write = async (text: string) => {
    const app = { url: '' } as App;
    networks += 1;
    const visitor = new Visitor(app, `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`);
    let sees = false;
    for (let attempt = networks; performance.now() < giveUpAt; attempt++) {
      app.url = urls[attempt % urls.length] ?? '';
      if (!sees) {
        sees = (await answer(visitor, path)) === 200;
        // Who answers more quickly is taken for a program.
        if (sees) await setTimeout(readingMs);
      }
      const status = sees ? await answer(visitor, path, { text }) : undefined;
      if (status === 303) return void ledger.acknowledged.add(text);
      if (status === undefined) ledger.unanswered += 1;
      else ledger.refused.set(status, (ledger.refused.get(status) ?? 0) + 1);
      await setTimeout(pauseAfterFailureMs);
    }
  };
  const all = Array.from({ length: finders }, (_, finder) => writeOn(finder + 1));
  return {
    ledger,
    async moreAcknowledged(count) {
      const [startedAt, enough] = [performance.now(), ledger.acknowledged.size + count];
      while (ledger.acknowledged.size < enough) {
        if (performance.now() - startedAt > hopelessMs) throw new Error('Finders get through no more.');
        await setTimeout(10);
      }
    },
    async stop() {
      stopping = true;
      giveUpAt = performance.now() + settleMs;
      await Promise.all(all);
      return ledger;
    },
  };
}

export async function answer(
  visitor: Visitor,
  path: string,
  form?: Record<string, string>,
): Promise<number | undefined> {
  const headers = { origin: visitor.app.url, 'content-type': 'application/x-www-form-urlencoded' };
  const sending = form && { method: 'POST', headers, body: new URLSearchParams(form).toString() };
  try {
    const response = await visitor.fetch(path, { ...sending, signal: AbortSignal.timeout(patienceMs) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return undefined;
  }
}

import { setTimeout } from 'node:timers/promises';
import type { App } from '../../test/app.ts';
import { Visitor } from '../../test/visitor.ts';

const finders = 60;
const pauseMs = 50;
const readingMs = 3_100;
const patienceMs = 8_000;
const hopelessMs = 60_000;
/** After `stop`, how long one goes on with what is not acknowledged yet. */
const settleMs = 30_000;
export const pauseAfterFailureMs = 100;

export type Ledger = {
  /** What each sender was told that it arrived. */
  acknowledged: Set<string>;
  refused: Map<number, number>;
  unanswered: number;
};

export type Load = {
  ledger: Ledger;
  moreAcknowledged(count: number): Promise<void>;
  stop(): Promise<Ledger>;
};

export type Trying = {
  ledger: Ledger;
  goesOn(): boolean;
  /** Notes an answer that acknowledged nothing. */
  noteFailure(status: number | undefined): void;
};

/** People who do something without end, each of them one thing after the other. */
export function startLoad(people: number, act: (person: number, time: number, trying: Trying) => Promise<void>): Load {
  const ledger: Ledger = { acknowledged: new Set(), refused: new Map(), unanswered: 0 };
  let giveUpAt = Number.POSITIVE_INFINITY;
  let stopping = false;
  const trying: Trying = {
    ledger,
    goesOn: () => performance.now() < giveUpAt,
    noteFailure(status) {
      if (status === undefined) ledger.unanswered += 1;
      else ledger.refused.set(status, (ledger.refused.get(status) ?? 0) + 1);
    },
  };
  const goOn = async (person: number) => {
    for (let time = 1; !stopping; time++) {
      await act(person, time, trying);
      await setTimeout(pauseMs);
    }
  };
  const all = Array.from({ length: people }, (_, person) => goOn(person + 1));
  return {
    ledger,
    moreAcknowledged: (count) => untilMore(ledger.acknowledged, count),
    async stop() {
      stopping = true;
      giveUpAt = performance.now() + settleMs;
      await Promise.all(all);
      return ledger;
    },
  };
}

export async function untilMore(through: Set<string>, count: number): Promise<void> {
  const [startedAt, enough] = [performance.now(), through.size + count];
  while (through.size < enough) {
    if (performance.now() - startedAt > hopelessMs) throw new Error('People get through no more.');
    await setTimeout(5);
  }
}

/** Disturbs so often while people go on, each time when all got some more through. */
export async function disturb(loads: Load[], times: number, act: (time: number) => Promise<void>): Promise<void> {
  for (let time = 1; time <= times; time++) {
    await Promise.all(loads.map((load) => load.moreAcknowledged(10)));
    await act(time);
  }
}

/** Finders who write without end about one item, each from a browser and a network of its own, and again until it is acknowledged. */
export function sendFinders(urls: string[], path: string): Load {
  const write = async (text: string, { ledger, goesOn, noteFailure }: Trying) => {
    const visitor = newcomer('');
    let sees = false;
    for (let attempt = networks; goesOn(); attempt++) {
      visitor.app.url = urls[attempt % urls.length] ?? '';
      if (!sees) {
        sees = (await read(visitor, path))?.status === 200;
        // Finders read before they write.
        if (sees) await setTimeout(readingMs);
      }
      const status = sees ? (await read(visitor, path, { text }))?.status : undefined;
      if (status === 303) return void ledger.acknowledged.add(text);
      noteFailure(status);
      await setTimeout(pauseAfterFailureMs);
    }
  };
  return startLoad(finders, (finder, number, trying) => write(`Finder ${finder}, message ${number}`, trying));
}

let networks = 0;

/** Somebody with a browser and a network that nobody had before. */
export function newcomer(url: string): Visitor {
  networks += 1;
  const network = `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
  return new Visitor({ url } as App, network);
}

type Answer = { status: number; location: string; text: string };

/** What is asked for or sent; undefined when there was no whole answer in time. */
export async function read(visitor: Visitor, path: string, form?: Record<string, string>): Promise<Answer | undefined> {
  const headers = { origin: visitor.app.url, 'content-type': 'application/x-www-form-urlencoded' };
  const sending = form && { method: 'POST', headers, body: new URLSearchParams(form).toString() };
  try {
    const response = await visitor.fetch(path, { ...sending, signal: AbortSignal.timeout(patienceMs) });
    const { status } = response;
    return { status, location: response.headers.get('location') ?? '', text: await response.text() };
  } catch {
    return undefined;
  }
}

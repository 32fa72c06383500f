import { setTimeout } from 'node:timers/promises';

const pauseMs = 50;
export const hopelessMs = 60_000;
/** After `stop`, how long one goes on with what is not acknowledged yet. */
const settleMs = 30_000;

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
    async moreAcknowledged(count) {
      const [startedAt, enough] = [performance.now(), ledger.acknowledged.size + count];
      while (ledger.acknowledged.size < enough) {
        if (performance.now() - startedAt > hopelessMs) throw new Error('People get through no more.');
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

import { setTimeout } from 'node:timers/promises';

const patienceMs = 60_000;

/** Tries again until it succeeds. @throws what it threw last */
export async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (const giveUpAt = performance.now() + patienceMs; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await setTimeout(100);
    }
  }
}

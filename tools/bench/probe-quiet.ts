import { setTimeout as pause } from 'node:timers/promises';
import { probePage } from './ask.ts';
import { compare, percentile, type Row } from './table.ts';

const quietMs = 10_000;

/** Times an uncached finder's page in quiet. @returns what times it while something goes on, and compares the two */
export async function probeQuiet(url: string) {
  const baseline = percentile(await probePage(url, pause(quietMs)), 99);
  return async (until: Promise<unknown>, mostTimes: number, what = ''): Promise<{ times: number[]; row: Row }> => {
    const times = await probePage(url, until);
    const figure = `${what}${what ? 'u' : 'U'}ncached finder’s page meanwhile, p99 of ${times.length}`;
    return { times, row: compare({ figure, ours: percentile(times, 99), baseline, of: 'in quiet', mostTimes }) };
  };
}

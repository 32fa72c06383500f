import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask.ts';

const probePauseMs = 20;

/** Asks for the page over and over until it is over. @returns the milliseconds that each took */
export async function probePage(url: string, until: Promise<unknown>): Promise<number[]> {
  let over = false;
  const watched = until.finally(() => {
    over = true;
  });
  const times: number[] = [];
  while (!over) {
    const startedAt = performance.now();
    const { response } = await ask(url, { headers: { 'accept-encoding': 'br' } });
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}.`);
    times.push(performance.now() - startedAt);
    await Promise.race([pause(probePauseMs), watched]);
  }
  await watched;
  return times;
}

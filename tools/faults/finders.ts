import { setTimeout } from 'node:timers/promises';
import type { App } from '../../test/app.ts';
import { Visitor } from '../../test/visitor.ts';
import { type Load, startLoad, type Trying } from './load.ts';

const finders = 60;
const readingMs = 3_100;
const patienceMs = 8_000;
export const pauseAfterFailureMs = 100;

let networks = 0;

/** Finders who write without end about one item, each from a browser and a network of its own, and again until it is acknowledged. */
export function sendFinders(urls: string[], path: string): Load {
  const write = async (text: string, { ledger, goesOn, noteFailure }: Trying) => {
    const visitor = newcomer('');
    let sees = false;
    for (let attempt = networks; goesOn(); attempt++) {
      visitor.app.url = urls[attempt % urls.length] ?? '';
      if (!sees) {
        sees = (await answer(visitor, path)) === 200;
        // Finders read before they write.
        if (sees) await setTimeout(readingMs);
      }
      const status = sees ? await answer(visitor, path, { text }) : undefined;
      if (status === 303) return void ledger.acknowledged.add(text);
      noteFailure(status);
      await setTimeout(pauseAfterFailureMs);
    }
  };
  return startLoad(finders, (finder, number, trying) => write(`Finder ${finder}, message ${number}`, trying));
}

/** Somebody with a browser and a network that nobody had before. */
export function newcomer(url: string): Visitor {
  networks += 1;
  const network = `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`;
  return new Visitor({ url } as App, network);
}

export async function answer(
  visitor: Visitor,
  path: string,
  form?: Record<string, string>,
): Promise<number | undefined> {
  return (await read(visitor, path, form))?.status;
}

/** What is asked for or sent; undefined when there was no whole answer in time. */
export async function read(
  visitor: Visitor,
  path: string,
  form?: Record<string, string>,
): Promise<{ status: number; location: string; text: string } | undefined> {
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

import { once } from 'node:events';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { compare, percentile, type Row } from './table.ts';

type Asked = { headers?: OutgoingHttpHeaders; body?: string; expected?: number[] };

const agent = new Agent({ keepAlive: true });
const quietMs = 10_000;

/** One request over a connection that is kept; the body comes as it was on the wire, still compressed. */
export async function ask(url: string, { headers = {}, body, expected = [200] }: Asked = {}) {
  const sent = request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers: answered } = response;
  if (!expected.includes(status)) throw new Error(`${url} answered ${status}.`);
  const cookie = (answered['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ');
  return { status, response, cookie, body: await buffer(response) };
}

/** A finder's browser, which has opened the page, or a robot that has not. */
export type Sender = { network: string; cookie?: string };

export async function openPage(url: string, network: string): Promise<Sender> {
  const { cookie } = await ask(url, { headers: { 'x-forwarded-for': network } });
  return { network, cookie };
}

/** Sends a finder's form. @returns the status, which is 303 when the message was confirmed */
export async function sendMessage(
  url: string,
  { network, cookie }: Sender,
  form: Record<string, string>,
  expected = [303],
): Promise<number> {
  const type = 'application/x-www-form-urlencoded';
  const headers = { 'x-forwarded-for': network, 'content-type': type, ...(cookie && { cookie }) };
  return (await ask(url, { headers, body: new URLSearchParams(form).toString(), expected })).status;
}

export async function timed(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

/** Measures again and again until something has ended. */
export async function whilePending<T>(pending: Promise<unknown>, measure: () => Promise<T>): Promise<T[]> {
  let isOver = false;
  const ended = pending.finally(() => {
    isOver = true;
  });
  const measured: T[] = [];
  do {
    measured.push(await measure());
    await Promise.race([pause(20), ended]);
  } while (!isOver);
  await ended;
  return measured;
}

/** Asks for the page over and over until it is over. @returns the milliseconds that each took */
function probePage(url: string, until: Promise<unknown>): Promise<number[]> {
  return whilePending(until, () => timed(() => ask(url, { headers: { 'accept-encoding': 'br' } })));
}

/** Times an uncached finder's page in quiet. @returns what times it while something goes on, and compares the two */
export async function probeQuiet(url: string) {
  const baseline = percentile(await probePage(url, pause(quietMs)), 99);
  return async (until: Promise<unknown>, mostTimes: number, what = ''): Promise<{ times: number[]; row: Row }> => {
    const times = await probePage(url, until);
    const figure = `${what}${what ? 'u' : 'U'}ncached finder’s page meanwhile, p99 of ${times.length}`;
    return { times, row: compare({ figure, ours: percentile(times, 99), baseline, of: 'in quiet', mostTimes }) };
  };
}

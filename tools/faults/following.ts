import { setTimeout } from 'node:timers/promises';
import { type Person, proveNewFactor, signIn } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';
import { ask } from './external-postgres.ts';
import { read } from './people.ts';
import { inSeconds } from './report.ts';
import { type TwoProcesses, visitorAt } from './world.ts';

export const freshMs = 5_000;

export type Following = { seen: string; held: boolean };

/** How long after a change at the first process the second one shows it: live event, cached page, maintenance, sign-out. */
export async function measureFollowing(world: TwoProcesses, patienceMs: number): Promise<Following> {
  const [live, page] = await Promise.all([followLive(world, patienceMs), followPage(world, patienceMs)]);
  const measured = {
    'live event': live,
    'cached page': page,
    'sign-out': await followSignOut(world, patienceMs),
    maintenance: await followMaintenance(world, patienceMs),
  };
  const times = Object.entries(measured);
  return {
    seen: times.map(([what, ms]) => `${what} ${inSeconds(ms)}`).join(', '),
    held: times.every(([, ms]) => ms !== undefined && ms <= freshMs),
  };
}

/** A page open at the second process, whose stream is opened anew when it ends, as browsers do. */
async function followLive({ product, other, owner, path }: TwoProcesses, patienceMs: number) {
  const { unread } = await owner.call('countUnread', {});
  const over = new AbortController();
  const heard = new Set<number>();
  const listen = async () => {
    const visitor = visitorAt(other.url, owner);
    while (!over.signal.aborted) {
      try {
        const stream = await visitor.fetch('/live', { signal: over.signal });
        for await (const chunk of stream.body ?? []) {
          for (const [, count] of new TextDecoder().decode(chunk).matchAll(/"unread":(\d+)/g)) heard.add(Number(count));
        }
      } catch {
        await setTimeout(100);
      }
    }
  };
  const listening = listen();
  await until(async () => heard.has(unread), patienceMs);
  const text = `Is this live? ${unread}`;
  const sent = await read(visitorAt(product.url), path, { text });
  const ms = sent?.status === 303 ? await until(async () => heard.has(unread + 1), patienceMs) : undefined;
  over.abort();
  await listening;
  return ms;
}

let names = 0;

export async function followPage({ product, other, owner, item, path }: TwoProcesses, patienceMs: number) {
  const stranger = visitorAt(other.url);
  const text = async () => (await stranger.get(path)).text();
  await untilCached(stranger, path);
  const name = `Backpack ${++names}`;
  const { id, category, note } = item;
  await visitorAt(product.url, owner)
    .call('updateItem', { id, category, note, name })
    .catch(() => undefined);
  return until(async () => (await text()).includes(name), patienceMs);
}

const administrators = new WeakMap<TwoProcesses, Person>();

/** Signed in once: the second time the account would ask for the factor that it has. */
async function administratorOf(world: TwoProcesses): Promise<Person> {
  const known = administrators.get(world);
  if (known) return known;
  await ask(world.postgres.administrator, `update users set role = 'admin'`);
  const admin = await proveNewFactor(await signIn(visitorAt(world.product.url), world.owner.email));
  administrators.set(world, admin);
  return admin;
}

async function followMaintenance(world: TwoProcesses, patienceMs: number) {
  const admin = await administratorOf(world);
  const { other } = world;
  const stranger = visitorAt(other.url);
  const shows = async (status: number) => {
    const response = await stranger.get('/');
    await response.arrayBuffer();
    return response.status === status;
  };
  await untilCached(stranger, '/');
  await admin.call('setMaintenance', { enabled: true });
  const on = await until(() => shows(503), patienceMs);
  await admin.call('setMaintenance', { enabled: false });
  const off = await until(() => shows(200), patienceMs);
  return on === undefined || off === undefined ? undefined : Math.max(on, off);
}

async function followSignOut({ product, other, owner }: TwoProcesses, patienceMs: number) {
  const person = await signIn(visitorAt(product.url), owner.email);
  const there = visitorAt(other.url, person);
  const isSignedIn = async () => {
    const abort = new AbortController();
    const { status } = await there.fetch('/live', { signal: abort.signal });
    abort.abort();
    return status === 200;
  };
  await until(isSignedIn, patienceMs);
  await person.auth('sign-out', {});
  return until(async () => !(await isSignedIn()), patienceMs);
}

/** Only what comes from the cache has an entity tag. */
async function untilCached(visitor: Visitor, path: string): Promise<void> {
  const isCached = async () => {
    const response = await visitor.get(path);
    await response.arrayBuffer();
    return response.headers.has('etag');
  };
  if ((await until(isCached, freshMs)) === undefined) throw new Error(`${path} never came from the cache.`);
}

async function until(holds: () => Promise<boolean>, patienceMs: number): Promise<number | undefined> {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > patienceMs) return undefined;
    await setTimeout(20);
  }
  return performance.now() - startedAt;
}

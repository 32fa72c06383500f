import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { passTime } from '../../test/make.ts';
import { deleteExpiredLimits } from './limits.ts';

const dayMs = 86_400_000;

test('of many at the same moment, in two processes, as many are allowed as the rule says', async () => {
  const [one, two] = await twoProcesses();
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 ? one : two).services.limits.take('wrong-password', 'ada')),
  );
  expect(taken.filter(({ allowed }) => allowed)).toHaveLength(10);
});

test.each([
  ['a day slow', -dayMs],
  ['a day fast', dayMs],
])(
  'a process whose clock is %s allows no more, refuses for no longer, and deletes no count that still holds',
  async (_, ms) => {
    const [one, two] = await twoProcesses();
    const take = ({ services }: App) => services.limits.take('wrong-password', 'ada');
    for (let n = 0; n < 5; n++) await take(one);
    passTime(ms);
    for (let n = 0; n < 5; n++) expect(await take(two)).toMatchObject({ allowed: true });
    const refused = await take(two);
    expect(refused.allowed).toBe(false);
    expect(refused.retryAfter).toBeLessThanOrEqual(15 * 60);
    await deleteExpiredLimits(two.services);
    expect(await take(one)).toMatchObject({ allowed: false });
  },
);

test('what is used up is allowed anew when its time is over, and so is what claims to hold for longer than any', async () => {
  const [one] = await twoProcesses();
  const { db, limits } = one.services;
  for (const [key, change] of Object.entries({ over: sql`0`, 'too long': sql`expire + 86400000` })) {
    for (let n = 0; n < 11; n++) await limits.take('wrong-password', key);
    expect(await limits.take('wrong-password', key)).toMatchObject({ allowed: false });
    await sql`update rate_limits set expire = ${change} where key = ${`wrong-password:${key}`}`.execute(db);
    expect(await limits.take('wrong-password', key), key).toEqual({ allowed: true, retryAfter: 1 });
  }
});

test('a point that is put back can be taken again, and no more than were taken', async () => {
  const [one, two] = await twoProcesses();
  const { limits } = one.services;
  await limits.putBack('wrong-password', 'ada');
  for (let n = 0; n < 10; n++) await limits.take('wrong-password', 'ada');
  expect((await limits.take('wrong-password', 'ada')).allowed).toBe(false);
  for (let n = 0; n < 2; n++) await two.services.limits.putBack('wrong-password', 'ada');
  expect((await limits.take('wrong-password', 'ada')).allowed).toBe(true);
  expect((await limits.take('wrong-password', 'ada')).allowed).toBe(false);
});

test('forgetting what begins like a key leaves all others', async () => {
  const [{ services }] = await twoProcesses();
  for (const key of ['a_b.home', 'a_b.work', 'axb.home']) await services.limits.take('wrong-password', key);
  await services.limits.forget('wrong-password', 'a_b.');
  const left = await sql<{ key: string }>`select key from rate_limits`.execute(services.db);
  expect(left.rows).toEqual([{ key: 'wrong-password:axb.home' }]);
});

test('who is refused costs the database nothing until their time is over', async () => {
  const [{ services }] = await twoProcesses();
  for (let n = 0; n < 9; n++) await services.limits.take('finder-message', 'place');
  const points = () => sql<{ points: number }>`select points from rate_limits`.execute(services.db);
  const before = await points();
  for (let n = 0; n < 9; n++)
    expect(await services.limits.take('finder-message', 'place')).toMatchObject({ allowed: false });
  expect((await points()).rows).toEqual(before.rows);
});

async function twoProcesses(): Promise<[App, App]> {
  const one = await startApp();
  return [one, await startApp({ besides: one })];
}

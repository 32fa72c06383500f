import { expect, test } from 'vitest';
import { limitConcurrency, TooBusy } from './concurrency.ts';

test('so many jobs run at once, so many wait in order, the next one is refused, and a job that fails makes room too', async () => {
  const { run, isFull } = limitConcurrency({ atOnce: 2, mostWaiting: 2 });
  const begun: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const job = (number: number) => {
    const end = Promise.withResolvers<void>();
    ends[number] = end;
    return run(async () => {
      begun.push(number);
      await end.promise;
    });
  };
  const jobs = [job(0), job(1), job(2), job(3)];
  expect([begun, isFull()]).toEqual([[0, 1], true]);
  await expect(job(4)).rejects.toThrow(TooBusy);

  ends[0]?.reject(new Error('broken'));
  await expect(jobs[0]).rejects.toThrow('broken');
  await expect.poll(() => begun).toEqual([0, 1, 2]);
  for (const end of ends) end.resolve();
  await Promise.all(jobs.slice(1));
  expect([begun, isFull()]).toEqual([[0, 1, 2, 3], false]);
});

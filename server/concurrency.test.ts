import { expect, test, vi } from 'vitest';
import { createFairShare, inBatches, limitConcurrency, limitConcurrencyByKey, TooBusy } from './concurrency.ts';

test('so many jobs run at once, so many wait in order, the next one is refused, and a job that fails makes room too', async () => {
  const { run, isFull } = limitConcurrency({ atOnce: 2, mostWaiting: 2 });
  const started: number[] = [];
  const ends: PromiseWithResolvers<void>[] = [];
  const job = (number: number) => {
    const end = Promise.withResolvers<void>();
    ends[number] = end;
    return run(async () => {
      started.push(number);
      await end.promise;
    });
  };
  const jobs = [job(0), job(1), job(2), job(3)];
  expect([started, isFull()]).toEqual([[0, 1], true]);
  await expect(job(4)).rejects.toThrow(TooBusy);

  ends[0]?.reject(new Error('broken'));
  await expect(jobs[0]).rejects.toThrow('broken');
  await expect.poll(() => started).toEqual([0, 1, 2]);
  for (const end of ends) end.resolve();
  await Promise.all(jobs.slice(1));
  expect([started, isFull()]).toEqual([[0, 1, 2, 3], false]);
});

test('a job whose turn does not come in time is refused and never begun; the next one has its turn', async () => {
  const { run } = limitConcurrency({ atOnce: 1, mostWaiting: 2, waitMs: 20 });
  const end = Promise.withResolvers<void>();
  const first = run(() => end.promise);
  const late = vi.fn<() => Promise<void>>();
  await expect(run(late)).rejects.toThrow(TooBusy);
  const next = run(async () => 'done');
  end.resolve();
  await first;
  expect(await next).toBe('done');
  expect(late).not.toHaveBeenCalled();
});

test('a job whose turns in two limits do not come by one moment is refused and never begun', async () => {
  const inner = limitConcurrency({ atOnce: 1, mostWaiting: 2 });
  const outer = limitConcurrencyByKey({ atOnce: 1, mostWaiting: 2 });
  const end = Promise.withResolvers<void>();
  const first = inner.run(() => end.promise);
  const job = vi.fn<() => Promise<void>>();
  const until = performance.now() + 20;
  const refused = [1, 2].map(() => outer('key', () => inner.run(job, until), until));
  for (const each of refused) await expect(each).rejects.toThrow(TooBusy);
  end.resolve();
  await first;
  expect(await outer('key', () => inner.run(async () => 'done'))).toBe('done');
  expect(job).not.toHaveBeenCalled();
});

test('the jobs of one key run one after the other, after a failed one too; another key’s job does not wait', async () => {
  const share = createFairShare({ mostWaiting: 10 });
  const started: string[] = [];
  const first = Promise.withResolvers<void>();
  const job = (word: string, until?: Promise<void>) => () => {
    started.push(word);
    return until ?? Promise.resolve();
  };
  const jobs = [share('one', job('first', first.promise)), share('one', job('second')), share('one', job('third'))];
  await share('two', job('other'));
  expect(started).toEqual(['first', 'other']);

  first.reject(new Error('broken'));
  await expect(jobs[0]).rejects.toThrow('broken');
  await Promise.all(jobs.slice(1));
  expect(started).toEqual(['first', 'other', 'second', 'third']);
});

test('what comes at once, or while an answer is awaited, is asked together, each key once; a failure is told to those who asked together, and the next are answered', async () => {
  const asked: string[][] = [];
  const letterOf = inBatches(3, async (keys: string[]) => {
    asked.push(keys);
    return new Map(keys.filter((key) => key !== 'nothing').map((key) => [key, key.toUpperCase()]));
  });
  const answers = await Promise.all(['a', 'b', 'a', 'nothing', 'c'].map(letterOf));
  expect(answers).toEqual(['A', 'B', 'A', undefined, 'C']);
  expect(asked).toEqual([
    ['a', 'b'],
    ['nothing', 'c'],
  ]);
  const ask = inBatches(2, async (keys: string[]) => {
    if (keys.includes('bad')) throw new Error('broken');
    return new Map(keys.map((key) => [key, key]));
  });
  const settled = await Promise.allSettled(['bad', 'beside', 'good'].map(ask));
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await ask('later')).toBe('later');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadPage } from './late.tsx';

const Page = () => null;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('C-9.05 a page’s script is waited for up to 120 seconds', async () => {
  let arrive = (_page: typeof Page) => {};
  const opening = loadPage(() => new Promise((resolve) => (arrive = resolve)))();
  await vi.advanceTimersByTimeAsync(119_000);
  arrive(Page);
  expect(await opening).toBe(Page);
});

test('C-9.05 and not longer', async () => {
  const opening = loadPage(() => new Promise(() => {}))();
  const outcome = expect(opening).rejects.toThrow('did not arrive in time');
  await vi.advanceTimersByTimeAsync(120_000);
  await outcome;
});

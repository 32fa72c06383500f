import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenBack } from './when-back.ts';

const network = new EventTarget();
const goOnline = () => network.dispatchEvent(new Event('online'));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('acts when the network is back, and three times more within nine seconds', () => {
  const times: number[] = [];
  const began = Date.now();
  const end = whenBack(() => times.push(Date.now() - began));
  vi.advanceTimersByTime(60_000);
  expect(times).toEqual([]);
  goOnline();
  vi.advanceTimersByTime(60_000);
  expect(times).toEqual([60_000, 61_000, 63_000, 69_000]);
  end();
});

test('a network that is back again begins anew', () => {
  const action = vi.fn();
  const end = whenBack(action);
  goOnline();
  vi.advanceTimersByTime(2_000);
  expect(action).toHaveBeenCalledTimes(2);
  goOnline();
  vi.advanceTimersByTime(60_000);
  expect(action).toHaveBeenCalledTimes(6);
  end();
});

test('after its end it never acts', () => {
  const action = vi.fn();
  const end = whenBack(action);
  goOnline();
  end();
  goOnline();
  vi.advanceTimersByTime(60_000);
  expect(action).toHaveBeenCalledTimes(1);
});

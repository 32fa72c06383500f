import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { finishFile } from './after-file.ts';

afterAll(finishFile);

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) vi.spyOn(console, method);
});

afterEach(() => {
  for (const method of ['error', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: it is the spy of it that is read
    expect(vi.mocked(console[method]).mock.calls, `console.${method}`).toEqual([]);
  }
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

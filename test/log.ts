import { expect, onTestFinished } from 'vitest';
import { createLog, type Log } from '../server/log.ts';

/** A log of errors, each of which fails the test that did not expect it. So does an expected one that never came. */
export function createTestLog(): { log: Log; expectLogError(pattern: RegExp): void } {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  onTestFinished(() => {
    const unexpected = lines.filter((line) => !expected.some((pattern) => pattern.test(line)));
    expect(unexpected, 'errors in the log').toEqual([]);
    const missing = expected.filter((pattern) => !lines.some((line) => pattern.test(line)));
    expect(missing, 'expected errors that did not come').toEqual([]);
  });
  return {
    log: createLog('error', { write: (line) => void lines.push(line) }),
    expectLogError: (pattern) => void expected.push(pattern),
  };
}

import { expect, onTestFinished } from 'vitest';
import { createLog, type Log } from '../server/log.ts';

export type Afterwards = (end: () => Promise<void> | void) => void;

export function createTestLog(afterwards: Afterwards = onTestFinished): {
  log: Log;
  expectLogError(pattern: RegExp): void;
} {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  afterwards(() => {
    const unexpected = lines.filter((line) => !expected.some((pattern) => pattern.test(line)));
    // As one text, so that a failure shows them.
    expect(unexpected.join(''), 'errors in the log').toBe('');
  });
  return {
    log: createLog('error', { write: (line) => void lines.push(line) }),
    expectLogError: (pattern) => void expected.push(pattern),
  };
}

import { expect, onTestFinished } from 'vitest';
import { createLog, type Log } from '../server/log.ts';

export function createTestLog(): { log: Log; expectLogError(pattern: RegExp): void } {
  const lines: string[] = [];
  const expected: RegExp[] = [];
  onTestFinished(() => {
    const unexpected = lines.filter((line) => !expected.some((pattern) => pattern.test(line)));
    expect(unexpected, 'errors in the log').toEqual([]);
  });
  return {
    log: createLog('error', { write: (line) => void lines.push(line) }),
    expectLogError: (pattern) => void expected.push(pattern),
  };
}

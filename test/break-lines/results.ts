import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type BrokenLine, brokenLines } from './lines.ts';

const file = 'test/break-lines/results.json';

/** fails: a test that names the id failed. green: none did. no test: none ran, because the file itself broke. */
export type Outcome = 'fails' | 'green' | 'no test';

type Result = {
  outcome: Outcome;
  /** ISO 8601, the day only. */
  date: string;
  commit: string;
  /** Of what was broken: another line has not been tried yet. */
  fingerprint: string;
};

const words: Record<Outcome, string> = {
  fails: 'fails as it should',
  green: 'STAYS GREEN',
  'no test': 'NO TEST RAN',
};

export function saveResult(broken: BrokenLine, { outcome, commit }: Pick<Result, 'outcome' | 'commit'>): void {
  const date = new Date().toISOString().slice(0, 10);
  const results = { ...readResults(), [broken.id]: { outcome, date, commit, fingerprint: fingerprintOf(broken) } };
  const sorted = Object.fromEntries(Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** What became of the line of code that was broken for the id. */
export function describeResult(id: string): string {
  const broken = brokenLines.find((each) => each.id === id);
  if (!broken) return 'broken on purpose: no line chosen';
  if (!isThereOnce(broken)) {
    return `broken on purpose: ${broken.file} has the line no longer; choose another in test/break-lines/lines.ts`;
  }
  const result = readResults()[id];
  if (result?.fingerprint !== fingerprintOf(broken)) return `broken on purpose: not tried (${broken.file})`;
  return `broken on purpose: ${words[result.outcome]} (${broken.file}, ${result.date}, ${result.commit})`;
}

export function isThereOnce({ file, line }: Pick<BrokenLine, 'file' | 'line'>): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').split(line).length === 2;
}

function readResults(): Record<string, Result> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function fingerprintOf({ file, line, broken, test }: BrokenLine): string {
  return createHash('sha256').update([file, line, broken, test].join('\n')).digest('base64url').slice(0, 8);
}

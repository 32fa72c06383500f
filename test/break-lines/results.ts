import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';
import type { Proof } from '../test-cases.ts';
import type { BrokenLine } from './lines.ts';

const file = 'test/break-lines/results.json';

/** fails: a test that names the promise failed. green: none did. no test: none ran, because the file itself broke. */
export type Outcome = 'fails' | 'green' | 'no test';

type Result = {
  outcome: Outcome;
  /** ISO 8601, the day only. */
  date: string;
  commit: string;
  /** The file of the test that failed, or of the last one that was tried. */
  test: string;
  /** Of the code around the line, of what was broken in it, and of the test. */
  hash: string;
};

const sentences: Record<Outcome, string> = {
  fails: 'fails as it should',
  green: 'STAYS GREEN',
  'no test': 'NO TEST RAN',
};

export function saveResult(broken: BrokenLine, result: Omit<Result, 'date' | 'hash'>, proofs: Proof[]): void {
  const date = new Date().toISOString().slice(0, 10);
  const results = {
    ...readResults(),
    [broken.promise]: { ...result, date, hash: hashOf(broken, result.test, proofs) },
  };
  const sorted = Object.fromEntries(Object.entries(results).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** What became of the line of code that was broken for the promise. */
export function describeResult(broken: BrokenLine, proofs: Proof[]): string {
  const result = resultOf(broken);
  if (!result) return `broken on purpose: not tried (${broken.file})`;
  const age = isOld(broken, proofs) ? 'OLD, its code or its test changed since: ' : '';
  const { outcome, date, commit, test } = result;
  return `broken on purpose: ${age}${sentences[outcome]} (${broken.file} → ${test}, ${date}, ${commit})`;
}

export function isOld(broken: BrokenLine, proofs: Proof[]): boolean {
  const result = resultOf(broken);
  return result?.hash !== hashOf(broken, result?.test ?? '', proofs);
}

export function resultOf({ promise }: BrokenLine): Result | undefined {
  return readResults()[promise];
}

export function isThereOnce({ file, line }: BrokenLine): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').split(line).length === 2;
}

function readResults(): Record<string, Result> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function hashOf(broken: BrokenLine, test: string, proofs: Proof[]): string {
  const sources = proofs.filter(({ file, title }) => file === test && title.includes(broken.promise));
  const parts = [partOf(broken), broken.file, broken.line, broken.broken, ...sources.map(({ source }) => source)];
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 8);
}

/** The declaration in which the line stands. */
function partOf({ file, line }: BrokenLine): string {
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(line);
  const { body } = parseSync(file, text).program;
  const around = body.filter(({ start, end }) => start < from + line.length && end > from);
  return text.slice(around[0]?.start, around.at(-1)?.end);
}

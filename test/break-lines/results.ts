import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseSync } from 'vite';
import type { Proof } from '../test-cases.ts';
import type { BrokenLine } from './lines.ts';

const file = 'test/break-lines/results.json';

/** fails: a test that names the promise failed. green: none did. no test: none ran, because the file itself broke. */
export type Outcome = 'fails' | 'green' | 'no test';

/** With the day, and the file of the test that failed, or of the last one that was tried. */
type Result = { outcome: Outcome; date: string; commit: string; test: string; hash: string };

const sentences: Record<Outcome, string> = {
  fails: 'fails as it should',
  green: 'STAYS GREEN',
  'no test': 'NO TEST RAN',
};

export function saveResult(broken: BrokenLine, result: Omit<Result, 'date' | 'hash'>, proofs: Proof[]): void {
  const date = new Date().toISOString().slice(0, 10);
  const hash = hashOf(broken, result.test, proofs);
  const results = Object.entries({ ...readResults(), [broken.promise]: { ...result, date, hash } });
  const sorted = Object.fromEntries(results.sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** What became of the line of code that was broken for the promise. */
export function describeResult(broken: BrokenLine, proofs: Proof[]): string {
  const result = readResults()[broken.promise];
  if (!result) return `broken on purpose: not tried (${broken.file})`;
  const now = unchangedTest(broken, proofs);
  const age = now ? '' : 'OLD, its code or its test changed since: ';
  const { outcome, date, commit, test } = result;
  return `broken on purpose: ${age}${sentences[outcome]} (${broken.file} → ${now ?? test}, ${date}, ${commit})`;
}

export function isOld(broken: BrokenLine, proofs: Proof[]): boolean {
  return !unchangedTest(broken, proofs);
}

export function isThereOnce({ file, line }: BrokenLine): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').split(line).length === 2;
}

/** The files whose tests name the promise: first the one that noticed last time, at the end those that need a browser. */
export function testsOf({ promise }: BrokenLine, proofs: Proof[]): string[] {
  const files = new Set(proofs.filter(({ title }) => title.includes(promise)).map(({ file }) => file));
  const order = (file: string) => (file === readResults()[promise]?.test ? 0 : isOfBrowser(file) ? 2 : 1);
  return [...files].sort((a, b) => order(a) - order(b));
}

export const isOfBrowser = (test: string) => test.startsWith('test/e2e/');

/** The file of the test that noticed, wherever it lies now; none when the code or the test is another since. */
function unchangedTest(broken: BrokenLine, proofs: Proof[]): string | undefined {
  const hash = readResults()[broken.promise]?.hash;
  return testsOf(broken, proofs).find((test) => hashOf(broken, test, proofs) === hash);
}

function readResults(): Record<string, Result> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Of the declaration in which the line stands, whole and broken, and of the tests. Of no file's path: what moves stays as it is. */
function hashOf(broken: BrokenLine, test: string, proofs: Proof[]): string {
  const text = readFileSync(broken.file, 'utf8');
  const from = text.indexOf(broken.line);
  const { body } = parseSync(broken.file, text).program;
  const around = body.filter(({ start, end }) => start < from + broken.line.length && end > from);
  const part = text.slice(around[0]?.start, around.at(-1)?.end);
  const tests = proofs.filter(({ file, title }) => file === test && title.includes(broken.promise));
  const parts = [part, part.replace(broken.line, () => broken.broken), ...tests.map(({ source }) => source)];
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 8);
}

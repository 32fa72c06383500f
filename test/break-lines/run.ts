import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Proof } from '../test-cases.ts';
import type { BrokenLine } from './lines.ts';
import { isOfBrowser, type Outcome, saveResult, testsOf } from './results.ts';

let copy = '';
let child: ChildProcess | undefined;
let stopped = false;

/** Breaks each line in a copy of the sources, and sees whether a test that names its promise fails. */
export async function breakLines(lines: BrokenLine[], proofs: Proof[]): Promise<void> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  copy = copySources();
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopped = true;
      child?.kill();
    });
  }
  for (const broken of lines) {
    if (stopped) break;
    const tried = await tryBroken(broken, testsOf(broken, proofs));
    saveResult(broken, { ...tried, commit }, proofs);
    process.stdout.write(`${broken.promise} ${tried.outcome.padEnd(8)} ${broken.file} → ${tried.test}\n`);
    if (tried.outcome !== 'fails') process.exitCode = 1;
  }
}

function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'break-lines-'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  for (const file of listed.split('\n').filter(Boolean)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(file, join(folder, file));
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function tryBroken({ promise, file, line, broken }: BrokenLine, tests: string[]) {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  const tried = { outcome: 'no test' as Outcome, test: '' };
  writeFileSync(
    path,
    whole.replace(line, () => broken),
  );
  try {
    for (const test of tests) {
      if (isOfBrowser(test)) await run('bin/build');
      Object.assign(tried, { outcome: await readOutcome(promise, test), test });
      if (tried.outcome === 'fails') break;
    }
    return tried;
  } finally {
    writeFileSync(path, whole);
  }
}

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] };

async function readOutcome(promise: string, test: string): Promise<Outcome> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const options = ['-t', RegExp.escape(promise), '--reporter=json', `--outputFile=${report}`];
  await run('bin/node', 'node_modules/vitest/vitest.mjs', 'run', test, ...options);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const tried = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => fullName.includes(promise) && /^(passed|failed)$/.test(status));
  if (tried.length === 0) return 'no test';
  return tried.some(({ status }) => status === 'failed') ? 'fails' : 'green';
}

/** Its exit code says nothing: a test may fail here. */
function run(command: string, ...args: string[]): Promise<void> {
  return new Promise((finished, failed) => {
    child = spawn(command, args, { cwd: copy, stdio: 'ignore' });
    child.on('error', failed);
    // What still runs would write into the copy after it is deleted.
    child.on('exit', () => (stopped ? process.exit(1) : finished()));
  });
}

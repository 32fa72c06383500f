import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type BrokenLine, brokenLines } from './lines.ts';
import { type Outcome, saveResult } from './results.ts';

/**
 * bin/node test/break-lines/run.ts [ids…]: breaks each line of lines.ts in a copy of the sources, and sees whether a test that names the
 * id fails. `npm run conformance` prints what was found.
 */
const asked = process.argv.slice(2);
const chosen = asked.length === 0 ? brokenLines : asked.map(findLine);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
const copy = copySources();
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
let child: ChildProcess | undefined;
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopped = true;
    child?.kill();
  });
}

for (const broken of chosen) {
  if (stopped) break;
  const outcome = await tryBroken(broken);
  saveResult(broken, { outcome, commit });
  process.stdout.write(`${broken.id} ${outcome.padEnd(8)} ${broken.file} → ${broken.test}\n`);
  if (outcome !== 'fails') process.exitCode = 1;
}

function findLine(asked: string): BrokenLine {
  const found = brokenLines.find(({ id }) => id === asked);
  if (!found) throw new Error(`No line is chosen for ${asked}.`);
  return found;
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

async function tryBroken({ id, file, line, broken, test }: BrokenLine): Promise<Outcome> {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(line).length !== 2) throw new Error(`${id}: ${file} has this not once: ${line}`);
  writeFileSync(
    path,
    whole.replace(line, () => broken),
  );
  try {
    if (test.startsWith('test/e2e/')) await run('bin/build');
    return await readOutcome(id, test);
  } finally {
    writeFileSync(path, whole);
  }
}

type Report = { testResults: { assertionResults: { fullName: string; status: string }[] }[] };

async function readOutcome(id: string, test: string): Promise<Outcome> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const named = id.replace('.', '\\.');
  const options = ['-t', named, '--reporter=json', `--outputFile=${report}`];
  await run('bin/node', 'node_modules/vitest/vitest.mjs', 'run', test, ...options);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const tried = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => fullName.includes(id) && /^(passed|failed)$/.test(status));
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

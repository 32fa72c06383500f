import { glob, readFile } from 'node:fs/promises';
import { describeResult } from '../test/break-lines/results.ts';
import { readTestCases, type TestCase } from '../test/test-cases.ts';

type Proof = TestCase & { file: string };

const id = /C-\d+\.\d+/g;

/** npm run conformance: each line of docs/conformance.md with the tests whose titles name it, and what they said when its code was broken. `--problems` says only what is wrong. */
const promised = (await readFile('docs/conformance.md', 'utf8')).matchAll(/^- (C-\d+\.\d+) /gm);
const ids = [...promised].map(([, each = '']) => each);
const proofs = await readProofs();
if (!process.argv.includes('--problems')) {
  for (const each of ids) {
    const tests = proofsOf(each).map(describe);
    say(`${each.padEnd(7)} ${[...(tests.length > 0 ? tests : ['NO TEST']), describeResult(each)].join('\n        ')}`);
  }
}
const problems = [
  ...ids.filter((each) => proofsOf(each).length === 0).map((each) => `${each} has no test that always runs.`),
  ...proofs.flatMap((proof) => problemsOf(proof)),
];
say(problems.length === 0 ? `All ${ids.length} lines have a test.` : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;

function proofsOf(line: string): Proof[] {
  return proofs.filter(({ title, skipped }) => !skipped && title.match(id)?.includes(line));
}

function problemsOf({ file, line, title, expects }: Proof): string[] {
  const unknown = (title.match(id) ?? []).filter((each) => !ids.includes(each));
  const at = `${file}:${line} “${title}”`;
  return [
    ...unknown.map((each) => `${at} names ${each}, which is not in docs/conformance.md.`),
    ...(expects ? [] : [`${at} promises what nothing in it expects.`]),
  ];
}

function describe({ file, title }: Proof): string {
  return `${file}: ${title.replace(/C-\d+\.\d+ ?/g, '')}`;
}

async function readProofs(): Promise<Proof[]> {
  const found: Proof[] = [];
  for await (const file of glob(
    '{app,browser,commands,domain,functions,language,paths,server,site,test,ui}/**/*.test.{ts,tsx}',
  )) {
    found.push(...readTestCases(file).map((each) => ({ ...each, file })));
  }
  return found.filter(({ title }) => title.match(id)).sort((a, b) => (a.file < b.file ? -1 : 1));
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

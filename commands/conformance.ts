import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type BrokenLine, brokenLines } from '../test/break-lines/lines.ts';
import { describeResult, isOld, isThereOnce } from '../test/break-lines/results.ts';
import { breakLines } from '../test/break-lines/run.ts';
import { type Proof, readAllTestCases } from '../test/test-cases.ts';

const id = /C-\d+\.\d+/g;

/**
 * npm run conformance: each line of docs/conformance.md with the tests whose titles name it, and what they said when its code was broken.
 * `--again` first breaks anew what was never tried or changed since, or what is named behind it. `--problems` says only what is wrong.
 */
const { values: asked, positionals: named } = parseArgs({
  options: { again: { type: 'boolean' }, problems: { type: 'boolean' } },
  allowPositionals: true,
});
const promised = (await readFile('docs/conformance.md', 'utf8')).matchAll(/^- (C-\d+\.\d+) /gm);
const ids = [...promised].map(([, each = '']) => each);
const tests = readAllTestCases();
const missing = brokenLines.filter((broken) => !isThereOnce(broken) || proofsOf(broken.promise).length === 0);
const problems = [
  ...ids.filter((each) => proofsOf(each).length === 0).map((each) => `${each} has no test that always runs.`),
  ...tests.flatMap(problemsOf),
  ...missing.map(({ promise, file }) => `${promise}: ${file} has the line to break no longer, or no test names it.`),
];
if (asked.again) await breakLines(brokenLines.filter(isAsked), tests);
if (!asked.problems) {
  const others = brokenLines.map(({ promise }) => promise).filter((promise) => !ids.includes(promise));
  for (const each of [...ids, ...others]) {
    const proofs = proofsOf(each).map(({ file, title }) => `${file}: ${title.replace(/C-\d+\.\d+ ?/g, '')}`);
    const results = brokenLines
      .filter(({ promise }) => promise === each)
      .map((broken) => describeResult(broken, tests));
    say(
      [each, ...proofs, ...(results.length > 0 ? results : ['broken on purpose: no line chosen'])].join('\n        '),
    );
  }
}
say(problems.length === 0 ? `All ${ids.length} lines have a test.` : problems.join('\n'));
if (problems.length > 0) process.exitCode = 1;

function isAsked(broken: BrokenLine): boolean {
  if (missing.includes(broken)) return false;
  return named.length > 0 ? named.includes(broken.promise) : isOld(broken, tests);
}

function proofsOf(promise: string): Proof[] {
  return tests.filter(({ title, skipped }) => !skipped && title.includes(promise));
}

function problemsOf({ file, line, title, expects }: Proof): string[] {
  const named = title.match(id) ?? [];
  const at = `${file}:${line} “${title}”`;
  return [
    ...named
      .filter((each) => !ids.includes(each))
      .map((each) => `${at} names ${each}, which is not in docs/conformance.md.`),
    ...(expects || named.length === 0 ? [] : [`${at} promises what nothing in it expects.`]),
  ];
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

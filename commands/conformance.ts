import { glob, readFile } from 'node:fs/promises';

/** First words of `test(`, `describe(` or the call that follows a `test.each` table. */
const titles = /\(\s*['"`]([^\n]*?C-\d+\.\d+[^\n]*?)['"`],/g;

/** npm run conformance: each line of docs/conformance.md with the tests whose titles name it. Exits with 1 when a line has none. */
const lines = (await readFile('docs/conformance.md', 'utf8')).matchAll(/^- (C-\d+\.\d+) (.*)$/gm);
const proofs = await readProofs();
let missing = 0;
for (const [, id = ''] of lines) {
  const tests = proofs.get(id) ?? [];
  if (tests.length === 0) missing += 1;
  process.stdout.write(`${id.padEnd(7)} ${tests.join('\n        ') || 'NO TEST'}\n`);
}
process.stdout.write(missing === 0 ? 'Nothing is missing.\n' : `${missing} without a test.\n`);
process.exitCode = missing === 0 ? 0 : 1;

async function readProofs(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for await (const file of glob('{app,browser,domain,functions,server,site,test,ui}/**/*.test.{ts,tsx}')) {
    for (const [, title = ''] of (await readFile(file, 'utf8')).matchAll(titles)) {
      for (const [id] of title.matchAll(/C-\d+\.\d+/g)) {
        const words = title.replace(/C-\d+\.\d+ ?/g, '');
        found.set(id, [...(found.get(id) ?? []), `${file}: ${words}`]);
      }
    }
  }
  return found;
}

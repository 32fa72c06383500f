import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say } from '../server/log.ts';
import { freePort } from '../test/e2e/free-port.ts';
import { startProduct } from '../tools/product.ts';
import { type Engine, firefox, webkit } from './browsers/engines.ts';
import { walk } from './browsers/walk.ts';

const engines = { firefox, webkit };
const [chosen] = process.argv.slice(2);

for (const [name, engine] of Object.entries(engines)) {
  if (chosen && chosen !== name) continue;
  const folder = join('dist/browsers', name);
  const problems = await walkIn(engine, folder);
  say(problems.length > 0 ? `${name}: this is wrong` : `${name}: nothing is wrong`);
  for (const problem of problems) say(`  ${problem}`);
  say(`  What it looked like: ${folder}`);
  if (problems.length > 0) process.exitCode = 1;
}

async function walkIn(engine: Engine, folder: string): Promise<string[]> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await using data = await mkdtempDisposable(join(tmpdir(), 'handback-browsers-'));
  const dataDir = join(data.path, 'data');
  const env = { PORT: `${await freePort()}`, LOG_LEVEL: 'debug' };
  const { stdout } = await promisify(execFile)('bin/demo', { env: { ...process.env, ...env, DATA_DIR: dataDir } });
  const [, email = '', password = ''] = /(\S+), password “(.+)”/.exec(stdout) ?? [];
  await using product = await startProduct({ dataDir, env });
  const problems: string[] = [];
  const mailedLink = (to: string) => {
    const [, link] = /^ {2}(http\S+)$/m.exec(product.output().split(`Mail to ${to}:`)[1] ?? '') ?? [];
    if (!link) throw new Error(`No mail has come to ${to}.`);
    return link;
  };
  try {
    await walk({ engine, origin: product.url, folder, problems, mailedLink, administrator: { email, password } });
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return [...problems, ...(product.output().match(/^.*("status":[45]\d\d|"level":[56]0).*$/gm) ?? [])];
}

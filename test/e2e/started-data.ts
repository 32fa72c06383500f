import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { freePort } from './free-port.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder that a product was started in once, and ended. */
    startedData: string;
  }
}

/** What the first start makes is made once: a copy of it takes a tenth of the time. */
export default async function makeStartedData(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  const dataDir = join(folder, 'data');
  const { PATH = '', HOME = '/' } = process.env;
  const product = spawn(join(import.meta.dirname, '../../bin/start'), {
    env: { PATH, HOME, PORT: `${await freePort()}`, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(product, 'exit');
  let said = '';
  for await (const words of product.stdout) {
    said += words;
    if (said.includes('Handback is ready at ')) break;
  }
  product.kill('SIGTERM');
  const [code] = await exit;
  if (code !== 0) throw new Error(`The product ended with ${code}:\n${said}`);
  project.provide('startedData', dataDir);
  // Databases of workers that have ended may still be writing their last.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

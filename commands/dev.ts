import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';

const sources = [
  'app',
  'browser',
  'domain',
  'functions',
  'language',
  'messages',
  'paths',
  'public',
  'server',
  'site',
  'ui',
];
const quietMs = 150;

let product: ChildProcess | undefined;
let waiting: ReturnType<typeof setTimeout> | undefined;

async function restart(): Promise<void> {
  if (product && product.exitCode === null) {
    product.kill('SIGTERM');
    await once(product, 'exit');
  }
  product = spawn('bin/start', { stdio: 'inherit' });
}

for (const folder of sources) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(restart, quietMs);
  });
}
// The terminal's Ctrl-C reaches the product too: it stops by itself, and this process with it.
process.on('SIGINT', () => product?.on('exit', () => process.exit(0)));
await restart();

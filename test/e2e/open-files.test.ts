import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { launchProduct, startProduct } from './started-product.ts';

const run = promisify(execFile);
const patiently = { timeout: 45_000 };
const withOpenFiles = (most: number) => ['sh', '-c', `ulimit -n ${most}; exec "$@"`, 'sh'];

test('a machine that allows too few open files is told how many there are, how many are needed, and what to type', async () => {
  const product = await launchProduct({ inside: withOpenFiles(64) });
  expect(await product.exit).toBe(1);
  expect(product.stdout()).toContain(
    'may have 64 files and connections open at once, and Handback needs at least 128.',
  );
  expect(product.stdout()).toContain('ulimit -n 65536');
  expect(product.stdout() + product.stderr()).not.toMatch(/^\s+at /m);
});

test('connections that say nothing, or half of a request, take the place of visitors only until they are ended; the log says why nothing more can be opened, and as soon as it can, visitors are served again', async () => {
  const product = await startProduct({ inside: withOpenFiles(128) });
  expect(product.stdout()).toContain('may have 128 files and connections open at once. That is enough for 32');
  const sockets = Array.from({ length: 120 }, (_, number) => {
    const socket = connectTo(product.port);
    if (number % 2) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  await expect.poll(() => product.stderr(), patiently).toContain('too many connections are open: more are refused');
  await expect.poll(() => sockets.filter(({ closed }) => !closed).length, patiently).toBe(0);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  expect(product.stderr()).not.toContain('EMFILE');

  const allow = (most: number) => run('prlimit', ['--pid', `${product.pid}`, `--nofile=${most}:128`]);
  await allow(16);
  connectTo(product.port);
  await expect.poll(() => product.stderr(), patiently).toContain('has as many files and connections open as it may');
  expect(product.stderr()).toContain('ulimit -n 65536');
  await allow(128);
  await expect.poll(() => fetch(`${product.url}/readyz`).then(({ status }) => status, String), patiently).toBe(200);
});

function connectTo(port: number): Socket {
  const socket = connect(port, 'localhost');
  socket.on('error', () => undefined);
  socket.resume();
  onTestFinished(() => void socket.destroy());
  return socket;
}

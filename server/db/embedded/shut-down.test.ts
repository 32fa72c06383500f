import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { shutDown } from './shut-down.ts';

test.each([
  ['ends at the first request', '', null, 'SIGINT'],
  ['ignores the first request', `trap '' INT; trap 'exit 7' QUIT;`, 7, null],
  ['ignores every request', `trap '' INT QUIT;`, null, 'SIGKILL'],
])('a server that %s is stopped', async (_, traps, code, signal) => {
  const server = await stubborn(traps);
  await shutDown(server, 100);
  expect([server.exitCode, server.signalCode]).toEqual([code, signal]);
});

test('a server that has ended already needs no stopping', async () => {
  const server = spawn('true');
  await once(server, 'exit');
  await shutDown(server);
  expect(server.exitCode).toBe(0);
});

async function stubborn(traps: string): Promise<ChildProcess> {
  const server = spawn('sh', ['-c', `${traps} echo up; while :; do sleep 0.02; done`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  return server;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { shutDown } from './start.ts';

test.each([
  ['ends at the first request', '', 20_000, null, 'SIGINT'],
  ['ignores the first request', `trap '' INT; trap 'exit 7' QUIT;`, 2_000, 7, null],
  ['ignores every request', `trap '' INT QUIT;`, 100, null, 'SIGKILL'],
])('a server that %s is stopped', async (_, traps, patience, code, signal) => {
  const server = await stubborn(traps);
  await shutDown(server, patience);
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

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestLog } from '../../test/log.ts';
import { createDispatcher, type DispatcherOptions } from './dispatcher.ts';

test('an answer that breaks wherever it is made is a 500 with the headers of every answer', async () => {
  const broken = () => {
    throw new Error('broken');
  };
  for (const options of [{ cached: broken }, { first: [broken] }, { rest: async () => broken() }]) {
    const answer = await ask(options);
    expect([answer.status, answer.headers.get('x-ours'), await answer.text()]).toEqual([
      500,
      'yes',
      'Sorry, localhost.',
    ]);
  }
});

async function ask(options: Partial<DispatcherOptions>): Promise<Response> {
  const { log, expectLogError } = createTestLog();
  expectLogError(/a request failed/);
  const front = createDispatcher({
    headers: [['X-Ours', 'yes']],
    log,
    cached: () => false,
    first: [],
    rest: async () => undefined,
    failureText: ({ headers }) => `Sorry, ${headers.host?.split(':')[0]}.`,
    malformed: async () => ({ headers: {}, body: '' }),
    ...options,
  });
  const server = createServer(front).listen(0);
  onTestFinished(() => void server.close());
  return fetch(`http://localhost:${(server.address() as AddressInfo).port}/`);
}

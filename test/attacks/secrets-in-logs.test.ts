import { expect, test, vi } from 'vitest';
import * as paths from '../../paths/paths.ts';
import { startApp } from '../app.ts';

const secret = 'S3cret'.repeat(7).padEnd(43, '_');

/** Each path of the product with a secret in each of its places. */
function pathsWithSecret(): string[] {
  const built = Object.values(paths).flatMap((make) => {
    if (typeof make !== 'function') return [];
    const given = make === paths.qrPath ? [secret, 'svg'] : [secret, secret, secret];
    try {
      return [String((make as (...given: string[]) => unknown)(...given))];
    } catch {
      return [];
    }
  });
  return built.filter((path) => path.startsWith('/') && path.includes(secret));
}

test('no secret in a path or a query, typed with another case or in the wrong place, gets into the log at any level', async () => {
  const app = await startApp();
  const { log } = app.services;
  log.level = 'debug';
  // Everything below an error: it is looked at here.
  app.expectLogError(/"level":[123]0,/);
  const written = (['debug', 'info', 'warn', 'error'] as const).map((level) => vi.spyOn(log, level));
  const lines = () => written.flatMap((spy) => spy.mock.calls.map((call) => JSON.stringify(call)));
  const stranger = app.visitor();
  const all = pathsWithSecret();
  expect(all.length).toBeGreaterThan(40);
  const spelled = (path: string) => [path, path.replace(/^\/\w+/, (first) => first.toUpperCase()), `/x${path}`];
  for (const path of [...all.flatMap(spelled), `/${secret}`, `/order%2F${secret}`, `/auth/reset/${secret}`]) {
    const [answer] = await Promise.all([stranger.get(path), stranger.post(path, {})]);
    await answer.arrayBuffer();
  }
  expect(lines().length).toBeGreaterThan(all.length);
  expect(lines().filter((line) => line.includes('S3cretS3cret'))).toEqual([]);
  await stranger.get('/auth/reset');
  await stranger.tryCall('readTag', {});
  await expect.poll(lines).toContainEqual(expect.stringContaining('"path":"/auth/reset"'));
  await expect.poll(lines).toContainEqual(expect.stringContaining('"path":"/functions/us-central1/readTag"'));
});

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestLog } from '../test/log.ts';
import { countOomKills } from './memory.ts';
import { giveSignsOfLife } from './sign-of-life.ts';

test('a death is told at its own port alone, with how many processes the kernel has ended since, or that the machine was started anew; an end is none', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sign-of-life-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  // None gives another sign meanwhile.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { log } = createTestLog();
  const start = (port: number) => giveSignsOfLife({ dataDir, port }, log);
  const path = join(dataDir, `sign-of-life-${hostname()}-3000.json`);
  const counters = Object.entries(countOomKills()).map(([file, count]) => [file, count - 2]);
  const changeNote = async (change: object) =>
    writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), ...change }));

  expect(start(3000).lastDeath).toBeUndefined();
  const other = start(3001);
  expect(other.lastDeath).toBeUndefined();
  other.stopped();
  expect(start(3001).lastDeath, 'it was stopped').toBeUndefined();
  await changeNote({ oomKills: Object.fromEntries(counters) });
  const oomKills = counters.length > 0 ? 2 : null;
  expect(start(3000).lastDeath).toMatchObject({ reason: null, oomKills, machineRestarted: false });
  await changeNote({ boot: 'another' });
  const told = vi.spyOn(log, 'warn');
  start(3000);
  const death = expect.objectContaining({ oomKills: null, machineRestarted: true });
  expect(told).toHaveBeenCalledExactlyOnceWith(death, 'the last run did not end cleanly');
});

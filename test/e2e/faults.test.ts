import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { answerBeforeCommit, killApp } from '../../faults/scenarios/kills.ts';

const scale = { kills: 3, silenceMs: 5_000, mailPatience: { ms: 10_000, forLeases: false } };

test('three kills while finders write: what was acknowledged is stored once, and its mail is sent or leased', async () => {
  const [row] = await killApp(scale);
  expect(row?.counts).toMatchObject({ lost: 0, doubled: 0 });
  const { acknowledged = 0, stored, mailsOwed, mailsSent = 0, mailsLeased = 0 } = row?.counts ?? {};
  expect(acknowledged).toBeGreaterThanOrEqual(30);
  expect([stored, mailsOwed, mailsSent + mailsLeased]).toEqual([acknowledged, acknowledged, acknowledged]);
});

test('the same count sees what an app loses that answers before its commit', async () => {
  const [row] = await answerBeforeCommit({ ...scale, kills: 2 });
  expect(row?.counts?.lost).toBeGreaterThan(0);
});

test('the command that tries all faults starts without a build, and names them', () => {
  const { status, stderr } = spawnSync(process.execPath, ['faults/run.ts', 'rain'], { encoding: 'utf8' });
  expect(stderr).toContain('There is no fault “rain”. There are: app killed, orders,');
  expect(status).toBe(2);
});

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { answerBeforeCommit, killWhileWritingAndOrdering } from '../../tools/faults/scenarios/kills.ts';
import { copyStartedData } from './started-product.ts';

const mailPatience = { ms: 10_000, forLeases: false };
const scale = { kills: 2, silenceMs: 5_000, mailPatience, makeDataDir: copyStartedData };

test('two kills while finders write and buyers order: what was acknowledged is stored once, a paid order is paid, and each mail is sent or leased', async () => {
  const rows = await killWhileWritingAndOrdering(scale);
  const [orders, payments, messages] = rows.map(({ counts }) => counts);
  for (const each of [orders, payments, messages]) {
    expect(each).toMatchObject({ lost: 0, doubled: 0 });
    const { acknowledged, stored, mailsOwed, mailsSent = 0, mailsLeased = 0 } = each ?? {};
    expect([stored, mailsOwed, mailsSent + mailsLeased]).toEqual([acknowledged, acknowledged, acknowledged]);
  }
  expect(messages?.acknowledged).toBeGreaterThanOrEqual(20);
  expect(orders?.acknowledged).toBeGreaterThanOrEqual(20);
  expect(payments?.acknowledged).toBeGreaterThanOrEqual(1);
  expect(rows[0]?.seen).toMatch(/stock off by 0$/);
});

test('the same count sees what an app loses that answers before its commit', async () => {
  const [row] = await answerBeforeCommit(scale);
  expect(row?.counts?.lost).toBeGreaterThan(0);
});

test('the command that tries all faults starts without a build, and names them', () => {
  const { status, stderr } = spawnSync(process.execPath, ['tools/faults/run.ts', 'rain'], { encoding: 'utf8' });
  expect(stderr).toContain('There is no fault “rain”. There are: app killed, orders,');
  expect(status).toBe(2);
});

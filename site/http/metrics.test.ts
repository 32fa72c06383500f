import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeAdministrator } from '../../test/make.ts';

const metricsToken = 'a-token-for-prometheus';

type Sample = { name: string; labels: Record<string, string>; value: number };

/** The text format of Prometheus, strictly: each metric has its help and its type once, before its samples, which stand together. */
function parseMetrics(text: string): Sample[] {
  expect(text.endsWith('\n')).toBe(true);
  const samples: Sample[] = [];
  const described = new Set<string>();
  let [helped, typed] = ['', ''];
  for (const line of text.slice(0, -1).split('\n')) {
    const [, comment, name = ''] = /^# (HELP|TYPE) ([a-z_]+) \S.*$/.exec(line) ?? [];
    if (comment === 'HELP') {
      expect(described, `${name} comes twice`).not.toContain(name);
      described.add(name);
      helped = name;
    } else if (comment === 'TYPE') {
      expect(line).toBe(`# TYPE ${helped} gauge`);
      typed = name;
    } else {
      const [, of = '', given = '', value = ''] = /^([a-z_]+)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?)$/.exec(line) ?? [];
      expect(of, line).toBe(typed);
      const labels = [...given.matchAll(/([a-z_]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g)];
      expect(labels.map(([whole]) => whole).join(''), line).toBe(given);
      samples.push({
        name: of,
        labels: Object.fromEntries(labels.map(([, key, text]) => [key, text])),
        value: Number(value),
      });
    }
  }
  return samples;
}

test('Prometheus reads queues, database, disk and backup with its token, and nothing of people; a disk of its own for received files is watched like the one of the data folder', async () => {
  const app = await startApp({ metricsToken });
  app.services.machine.otherFolders = { temporary: '/dev' };
  const { db } = app.services;
  await sql`insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html, created_at, send_after)
    values ('m', 'x', 'Ada', 'ada@example.com', 's', 't', 'h', now() - interval '2 hours', now() + interval '1 hour')`.execute(
    db,
  );
  await sql`insert into backups (begun_at, ended_at, bytes) values ('2026-01-02T03:00Z', '2026-01-02T03:01Z', 1234)`.execute(
    db,
  );
  const answer = await fetch(`${app.url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers.get('set-cookie')).toBe(null);
  const text = await answer.text();
  expect(text).not.toMatch(/@|ada/i);
  const samples = parseMetrics(text);
  const metric = (name: string, queue?: string) =>
    samples.find((sample) => sample.name === name && sample.labels.queue === queue)?.value;
  expect(metric('handback_queue_waiting', 'mail')).toBe(1);
  expect(metric('handback_queue_waiting', 'requests')).toBe(0);
  expect(metric('handback_queue_oldest_age_seconds', 'mail')).toBeGreaterThanOrEqual(7_200);
  expect(metric('handback_backup_last_success_timestamp_seconds')).toBe(Date.parse('2026-01-02T03:01Z') / 1000);
  expect(metric('handback_backup_size_bytes')).toBe(1234);
  expect(metric('handback_database_size_bytes')).toBeGreaterThan(1_000_000);
  expect(Math.abs(metric('handback_clock_ahead_seconds') ?? 99)).toBeLessThan(5);

  const dashboard = await readFile('deploy/grafana-dashboard.json', 'utf8');
  const shown = new Set(dashboard.match(/\b(?:handback|process)_[a-z_]+/g));
  expect([...shown].filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
  const drawn = [...text.matchAll(/^# TYPE (handback_\S*(?:disk|failed|replaced|waiting)\S*) /gm)].map(
    ([, name]) => name,
  );
  expect(drawn.filter((name) => !shown.has(name ?? ''))).toEqual([]);
  expect(drawn.length).toBeGreaterThan(6);
  app.services.machine.otherFolders = { files: '/not/made/yet', temporary: '/dev' };
  const admin = await makeAdministrator(app);
  const { otherDisks } = await admin.call('readHealth', {});
  expect(otherDisks).toEqual([{ folder: 'temporary', free: expect.any(Number), size: expect.any(Number) }]);
  const nextAnswer = await fetch(`${app.url}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  expect(parseMetrics(await nextAnswer.text())).toContainEqual({
    name: 'handback_other_disk_size_bytes',
    labels: { folder: 'temporary' },
    value: otherDisks[0]?.size,
  });
});

test('/metrics is closed without its token, whose scheme is read in any case, and is not there without the setting', async () => {
  const app = await startApp({ metricsToken });
  for (const authorization of [undefined, 'Bearer ', `Bearer ${metricsToken}x`, `Basic ${metricsToken}`]) {
    const answer = await fetch(`${app.url}/metrics`, {
      headers: authorization ? { Authorization: authorization } : {},
    });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toBe('');
  }
  const without = await startApp();
  const headers = { Authorization: `Bearer ${metricsToken}` };
  expect((await fetch(`${without.url}/metrics`, { headers, redirect: 'manual' })).status).toBe(404);
  const answer = await fetch(`${app.url}/metrics`, { headers: { Authorization: `bearer ${metricsToken}` } });
  expect(answer.status).toBe(200);
});

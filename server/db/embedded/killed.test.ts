import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ask,
  isRunning,
  serverPid,
  spawnApp,
  started,
  startedApp,
  temporaryFolder,
  usedFolder,
} from '../../../test/embedded-postgres.ts';

const slow = 60_000;

test(
  'an app killed with -9 leaves no PostgreSQL behind, and an immediate restart finds every committed row',
  async () => {
    const dataDir = await usedFolder();
    const app = await startedApp(dataDir);
    const server = serverPid(dataDir);
    await ask(app.connection, `create table kept as select 'wallet' as name`);
    app.process.kill('SIGKILL');
    await once(app.process, 'exit');
    const { connection } = await started(dataDir);
    expect(isRunning(server)).toBe(false);
    expect(await ask(connection, 'select name from kept')).toEqual(['wallet']);
  },
  slow,
);

test(
  'without any restart, too, PostgreSQL ends when its app is killed with -9',
  async () => {
    const dataDir = await usedFolder();
    const app = await startedApp(dataDir);
    const server = serverPid(dataDir);
    expect(isRunning(server)).toBe(true);
    app.process.kill('SIGKILL');
    await expect.poll(() => isRunning(server), { timeout: 20_000 }).toBe(false);
  },
  slow,
);

test(
  'an app killed with -9 while it creates the database leaves nothing that the next start takes for one',
  async () => {
    const dataDir = temporaryFolder();
    const app = spawnApp(dataDir);
    await expect
      .poll(() => existsSync(join(dataDir, 'postgres.new/base/1')), { interval: 5, timeout: 20_000 })
      .toBe(true);
    app.kill('SIGKILL');
    await once(app, 'exit');
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const { connection } = await started(dataDir);
    expect(await ask(connection, 'select current_database()')).toEqual(['handback']);
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
  },
  slow,
);

test(
  'Ctrl-C in the terminal does not take the database away from an app that still drains',
  async () => {
    const app = await startedApp(await usedFolder());
    const slowQuery = ask(app.connection, `select 'drained' from pg_sleep(1)`);
    await expect
      .poll(() => ask(app.connection, `select count(*)::int from pg_stat_activity where wait_event = 'PgSleep'`))
      .toEqual([1]);
    execFileSync('kill', ['-INT', '--', `-${app.process.pid}`]);
    expect(await slowQuery).toEqual(['drained']);
    await app.stop();
    expect(app.process.exitCode).toBe(0);
  },
  slow,
);

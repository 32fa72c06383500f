import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { databaseOnALine } from '../../test/database-line.ts';
import { createTestLog } from '../../test/log.ts';
import { connect, migrationWork } from './connect.ts';

const impatient = { connections: 1, connectMs: 5_000, answerMs: 1_000 };
type Config = Parameters<typeof connect>[0];

test('a connection on which an answer is overdue goes, and the next question gets its own answer on another', async () => {
  const { database, loseCommitAnswers } = await databaseOnALine();
  const { pool } = open(database);
  const backend = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid;
  const first = await backend();
  loseCommitAnswers(1);
  await expect(pool.query('commit')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(await backend()).not.toBe(first);
  expect(pool.totalCount).toBe(1);
});

test('a statement that takes too long is ended by the server, which says so; the limits of a connection are set by a statement: a pooler refuses one that opens with them', async () => {
  const { pool } = open(await freshDatabase());
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  const limits = `select name, setting, source from pg_settings where name like '%statement_timeout' or name like 'idle_in_tran%'`;
  expect((await pool.query(`${limits} order by name`)).rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '1000', source: 'session' },
    { name: 'statement_timeout', setting: '500', source: 'session' },
  ]);
});

test('what may take as long as it takes is not ended by a limit that the database has for all', async () => {
  const database = await freshDatabase();
  await open(database).pool.query(`alter database "${database.database}" set statement_timeout = 100`);
  const { rows } = await open(database, migrationWork).pool.query("select 'done' as state from pg_sleep(0.3)");
  expect(rows).toEqual([{ state: 'done' }]);
});

function open(config: Config, work = impatient) {
  const connection = connect(config, createTestLog().log, work);
  onTestFinished(() => connection.close());
  return connection;
}

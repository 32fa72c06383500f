import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { createTestLog } from '../../test/log.ts';
import { connect } from './connect.ts';
import { preparedQuery } from './statements.ts';

const readSetting = preparedQuery('a-setting', (db) => db.selectFrom('settings').select('value').where('key', '=', ''));

test('a hot read gives the rows of its values, and each connection prepares it once', async () => {
  const { db, close } = connect({ ...(await freshDatabase()), max: 1 }, createTestLog().log);
  onTestFinished(close);
  await db
    .insertInto('settings')
    .values([
      { key: 'one', value: 1 },
      { key: 'two', value: 2 },
    ])
    .execute();
  for (const [key, value] of Object.entries({ one: 1, two: 2 }))
    expect(await readSetting(db, key)).toEqual([{ value }]);
  expect(await readSetting(db, 'three')).toEqual([]);
  const prepared = await sql<{ name: string; calls: string }>`
    select name, generic_plans + custom_plans as calls from pg_prepared_statements`.execute(db);
  expect(prepared.rows).toEqual([{ name: 'a-setting', calls: '3' }]);
});

test('it goes on when another release adds a column', async () => {
  const { db, close } = connect({ ...(await freshDatabase()), max: 1 }, createTestLog().log);
  onTestFinished(close);
  await readSetting(db, 'one');
  await sql`alter table settings add column note text`.execute(db);
  expect(await readSetting(db, 'one')).toEqual([]);
});

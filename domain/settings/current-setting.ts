import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';

/** Locks a setting until the transaction ends. @returns its value as it is stored */
export async function lockSetting(trx: Executor, key: string): Promise<unknown> {
  const empty = trx.insertInto('settings').values({ key, value: '{}' });
  await empty.onConflict((conflict) => conflict.doNothing()).execute();
  const stored = trx.selectFrom('settings').select('value').where('key', '=', key).forUpdate();
  return (await stored.executeTakeFirstOrThrow()).value;
}

/** Stores a setting that is locked, for every page of every process. */
export async function storeSetting(trx: Executor, publish: Publish, key: string, value: object): Promise<void> {
  const stored = { value: JSON.stringify(value), updatedAt: new Date() };
  await trx.updateTable('settings').set(stored).where('key', '=', key).execute();
  publish({ kind: 'settings' });
}

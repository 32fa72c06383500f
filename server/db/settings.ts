import type { Events } from '../events/events.ts';
import type { Database } from './tables.ts';

const longestMs = 5_000;

export type Settings = ReturnType<typeof createSettings>;

/** The settings, cached together because every page needs one. An event clears the cache on every process. */
export function createSettings({ db, events }: { db: Database; events: Events }) {
  let known: Promise<Map<string, unknown>> | undefined;
  let until = 0;

  const readAll = async () => {
    const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
    return new Map(rows.map(({ key, value }) => [key, value]));
  };
  events.subscribe(({ kind }) => {
    if (kind === 'settings' || kind === 'resync') known = undefined;
  });

  return {
    async read(key: string): Promise<unknown> {
      if (!known || performance.now() >= until) {
        until = performance.now() + longestMs;
        known = readAll();
      }
      const reading = known;
      try {
        return (await reading).get(key);
      } catch (error) {
        if (known === reading) known = undefined;
        throw error;
      }
    },
  };
}

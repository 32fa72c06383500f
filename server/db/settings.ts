import type { Events } from '../events/events.ts';
import type { Database } from './tables.ts';

/** No process is behind by more, even if it never hears of a change. */
const longestMs = 5_000;

export type Settings = ReturnType<typeof createSettings>;

/**
 * The settings, read all at once and remembered: every page needs one. A change drops them on every process by its event, and they are
 * read anew after 5 seconds in any case.
 */
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
    /** The value of the setting; undefined when it was never set. @throws when the settings cannot be read */
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

import { withTimeout } from '../concurrency.ts';
import type { Events } from '../events/events.ts';
import type { Database } from './tables.ts';

const longestMs = 5_000;
/** Pages do not wait longer for the settings of a database that is slow. */
const longestWaitMs = 300;

export type Settings = ReturnType<typeof createSettings>;

/** The settings, cached together because every page needs one. An event makes every process read them anew. */
export function createSettings({ db, events }: { db: Database; events: Events }) {
  let reading: Promise<Map<string, unknown>> | undefined;
  let until = 0;
  let last = new Map<string, unknown>();
  let lastReading: typeof reading;

  const readAll = async () => {
    const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
    return new Map(rows.map(({ key, value }) => [key, value]));
  };
  const begin = () => {
    until = performance.now() + longestMs;
    const begun = readAll();
    reading = begun;
    begun.then(
      (read) => {
        if (reading !== begun) return;
        last = read;
        lastReading = begun;
      },
      () => {
        if (reading === begun) reading = undefined;
      },
    );
    return begun;
  };
  events.subscribe(({ kind }) => {
    if (kind === 'settings' || kind === 'resync') begin();
  });

  const isNew = () => performance.now() < until;
  const isRead = () => reading !== undefined && reading === lastReading && isNew();
  const current = () => (reading && isNew() ? reading : begin());
  let wait: { for: typeof reading; end: Promise<unknown> } | undefined;

  return {
    async read(key: string): Promise<unknown> {
      return (await current()).get(key);
    },
    isRead,
    /** Waits until then, for a moment, and not again for the same reading; not while the database is away. */
    async waitForLastRead(): Promise<void> {
      if (isRead() || events.freshness() !== 'current') return;
      const awaited = current();
      if (wait?.for !== awaited) {
        const settled = awaited.catch(() => undefined);
        wait = { for: awaited, end: withTimeout(longestWaitMs, settled, undefined) };
      }
      await wait.end;
    },
    /** As it was when the settings were last read: at once, and also while the database is away. */
    lastRead: (key: string): unknown => last.get(key),
  };
}

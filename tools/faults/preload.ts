import pg from 'pg';

type Query = (...args: unknown[]) => unknown;
type Change = (text: string, send: (text?: string) => Promise<unknown>, client: object) => unknown;
export type ChangeName = 'answer-before-commit' | 'die-after-update';

const inTransaction = new WeakSet<object>();
let isChanged = false;

/** Runs before the product in its process, which it changes as the end of its address says. */
const changes: Record<ChangeName, Change> = {
  /** The control: the product hears of a commit 300 ms before it happens. */
  'answer-before-commit'(text, send) {
    if (text !== 'commit') return send();
    // Queries of one connection wait for each other, also those of whoever gets the connection next.
    for (const each of ['select pg_sleep(0.3)', 'commit']) send(each).catch(() => undefined);
    return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [] });
  },

  /** The process is killed as soon as the database has stored a change of an item, before it tells anybody. */
  async 'die-after-update'(text, send, client) {
    if (text === 'begin' || text.startsWith('start transaction')) inTransaction.add(client);
    isChanged ||= text.startsWith('update "items"');
    const answer = await send();
    if (isChanged && (text === 'commit' || !inTransaction.has(client))) process.kill(process.pid, 'SIGKILL');
    return answer;
  },
};

const change = changes[new URL(import.meta.url).search.slice(1) as ChangeName];
const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
const { query } = prototype;
let armed = false;
process.on('SIGUSR2', () => {
  armed = true;
});

/** From SIGUSR2 on, everything that this process asks the database goes through the change. */
prototype.query = function changed(this: object, ...args: unknown[]) {
  const send = async (text?: string) => query.apply(this, text === undefined ? args : [text]);
  return armed && typeof args[0] === 'string' ? change(args[0], send, this) : query.apply(this, args);
};

import pg from 'pg';

type Query = (...args: unknown[]) => unknown;
type Change = (text: string, send: (text?: string) => Promise<unknown>, client: object) => unknown;

/** From SIGUSR2 on, everything that this process asks the database goes through the function. */
export function changeQueries(change: Change): void {
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;
  let armed = false;
  process.on('SIGUSR2', () => {
    armed = true;
  });
  prototype.query = function changed(this: object, ...args: unknown[]) {
    const send = async (text?: string) => query.apply(this, text === undefined ? args : [text]);
    return armed && typeof args[0] === 'string' ? change(args[0], send, this) : query.apply(this, args);
  };
}

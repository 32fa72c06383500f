/**
 * The control: the product hears that a transaction is committed 300 ms before it is. Whoever counts must then see losses when
 * the process is killed.
 */
import { changeQueries } from './change-query.ts';

changeQueries((text, send) => {
  if (text !== 'commit') return send();
  // Queries of one connection wait for each other, also those of whoever gets the connection next.
  for (const each of ['select pg_sleep(0.3)', 'commit']) send(each).catch(() => undefined);
  return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [] });
});

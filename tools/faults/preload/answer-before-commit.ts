/** The control: the product hears of a commit 300 ms before it happens. */
import { changeQueries } from './change-query.ts';

changeQueries((text, send) => {
  if (text !== 'commit') return send();
  // Queries of one connection wait for each other, also those of whoever gets the connection next.
  for (const each of ['select pg_sleep(0.3)', 'commit']) send(each).catch(() => undefined);
  return Promise.resolve({ command: 'COMMIT', rowCount: null, rows: [] });
});

/** The process is killed as soon as the database has stored a change of an item, before it tells anybody. */
import { changeQueries } from './change-query.ts';

const inTransaction = new WeakSet<object>();
let isChanged = false;

changeQueries(async (text, send, client) => {
  if (text === 'begin' || text.startsWith('start transaction')) inTransaction.add(client);
  isChanged ||= text.startsWith('update "items"');
  const answer = await send();
  if (isChanged && (text === 'commit' || !inTransaction.has(client))) process.kill(process.pid, 'SIGKILL');
  return answer;
});

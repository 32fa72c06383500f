import { expect, test } from 'vitest';
import { isLost, stateOf, timesIn } from './item-state.ts';

test('an item is lost from when it is marked so until it is back; a theft is a loss from its beginning', () => {
  const item = { lostAt: null, stolenAt: null, returnedAt: null };
  const gone = timesIn('lost', 'Monday', item);
  const stolen = timesIn('stolen', 'Tuesday', gone);
  const back = timesIn('returned', 'Wednesday', stolen);
  const goneAgain = timesIn('lost', 'Friday', back);
  const settled = timesIn('kept', 'Sunday', back);
  const all = [item, gone, stolen, back, goneAgain, settled];
  expect(all.map(stateOf)).toEqual(['kept', 'lost', 'stolen', 'returned', 'lost', 'kept']);
  expect(all.map(isLost)).toEqual([false, true, true, false, true, false]);
  expect([stolen.lostAt, back.lostAt, goneAgain.lostAt]).toEqual(['Monday', 'Monday', 'Friday']);
});

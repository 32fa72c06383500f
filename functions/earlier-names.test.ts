import { expect, test } from 'vitest';
import { withOwner } from '../test/worlds.ts';
import { earlierNames } from './earlier-names.ts';

test('a function answers under its earlier name as under the one it has now', async () => {
  const { app, owner } = await withOwner();
  const ask = async (name: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` };
    const path = `/functions/us-central1/${name}`;
    const answer = await app.visitor().fetch(path, { method: 'POST', headers, body: '{"data":{"x":1}}' });
    return [answer.status, await answer.json()];
  };
  for (const [earlier, name] of Object.entries(earlierNames)) {
    const answer = await ask(earlier);
    expect(answer, earlier).toEqual(await ask(name));
    expect(answer[0], earlier).not.toBe(404);
  }
});

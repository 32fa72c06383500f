import { expect, test, vi } from 'vitest';
import { mostStreams } from '../../site/live/live-questions.ts';
import { startApp } from '../app.ts';
import { databaseOnALine } from '../database-line.ts';
import { makeConversation, makeOwner } from '../make.ts';
import { sharedApp } from '../shared-app.ts';
import { Visitor } from '../visitor.ts';
import { withConversation, withItem, withOwner } from '../worlds.ts';

test('one network gets so many streams of strangers, and a closed one makes room again; one account and one conversation get so many streams; a full conversation keeps nobody from what else is theirs', async () => {
  const app = await sharedApp();
  const many = app.visitor();
  const streams = await openMany(many, '/live/everybody', mostStreams.strangersOfNetwork);
  const refused = await many.get('/live/everybody');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await statusOf(app.visitor(), '/live/everybody'), 'another network').toBe(200);

  streams[0]?.close();
  await expect.poll(() => statusOf(many, '/live/everybody')).toBe(200);
  const { owner, finder, path } = await withConversation();
  await openMany(finder, '/live', mostStreams.ofTopic);
  expect(await statusOf(finder, '/live')).toBe(429);

  await owner.get(path);
  expect(owner.cookies.has('handback.found'), 'the owner’s browser knows the full conversation too').toBe(true);
  await openMany(owner, '/live', mostStreams.ofTopic);
  expect(await statusOf(owner, '/live')).toBe(429);
  expect(await statusOf(await makeOwner(app, 'Bob'), '/live')).toBe(200);
});

test('strangers of many networks get so many streams in all; people and finders have theirs', async () => {
  vi.spyOn(mostStreams, 'strangers', 'get').mockReturnValue(6);
  const { app, owner, finder } = await withConversation(startApp());
  for (let networks = 0; networks < 6; networks++) await openMany(app.visitor(), '/live/everybody', 1);
  expect(await statusOf(app.visitor(), '/live/everybody')).toBe(429);
  expect(await statusOf(owner, '/live')).toBe(200);
  expect(await statusOf(finder, '/live')).toBe(200);
});

test('finders on one network get so many streams, however many conversations they began', async () => {
  vi.spyOn(mostStreams, 'findersOfNetwork', 'get').mockReturnValue(2);
  const { app, item } = await withItem(startApp());
  // Kept: a response that nobody holds any more is collected, and its stream ends.
  const answers: Response[] = [];
  for (const text of ['One', 'Two', 'Three']) {
    const { finder } = await makeConversation(app, item, text);
    const sameNetwork = new Visitor(app, '203.0.113.9');
    for (const [name, value] of finder.cookies) sameNetwork.cookies.set(name, value);
    answers.push(await sameNetwork.get('/live'));
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
});

test('while the database is away a stream is refused for a moment, and the connection stays whole', async () => {
  const { database, cut, mend } = await databaseOnALine();
  const { app, owner } = await withOwner(startApp({ database }));
  await cut();
  const refused = await owner.get('/live');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await statusOf(app.visitor(), '/live/everybody'), 'who it is needs no asking here').toBe(200);
  await mend();
  expect(await statusOf(owner, '/live')).toBe(200);
});

function openMany(visitor: Visitor, path: string, count: number) {
  return Promise.all(Array.from({ length: count }, () => visitor.live(path)));
}

async function statusOf(visitor: Visitor, path: string): Promise<number> {
  const leaving = new AbortController();
  const { status } = await visitor.fetch(path, { signal: leaving.signal });
  leaving.abort();
  return status;
}

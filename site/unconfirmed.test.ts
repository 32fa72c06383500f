import { expect, test } from 'vitest';
import { unconfirmed } from '../domain/messages/unconfirmed.ts';
import { startApp } from '../test/app.ts';
import { databaseOnALine } from '../test/database-line.ts';
import { makeConversation, makeItem, makeOwner } from '../test/make.ts';

test('a message that was stored, but never confirmed to us, is given back to be sent again, and arrives once', async () => {
  const { database, loseCommitAnswers } = await databaseOnALine();
  const app = await startApp({ database });
  const owner = await makeOwner(app);
  const { hash } = await makeItem(owner);
  const { finder: talking, path } = await makeConversation(app, await makeItem(owner), 'I have it');
  const [reading, cookieless, program] = [app.visitor(), app.visitor(), app.visitor()];
  await reading.get(`/item/${hash}`);
  const report = { hash, key: crypto.randomUUID(), text: 'By a program' };
  loseCommitAnswers(4);
  const [form, bareForm, answer, call] = await Promise.all([
    reading.post(`/item/${hash}`, { text: 'By a form', name: 'Kim' }),
    cookieless.post(`/item/${hash}`, { text: 'Without cookies' }),
    talking.post(path, { text: 'In the conversation' }),
    program.tryCall('reportFound', report),
  ]);
  expect(call).toMatchObject({ status: 503, error: { status: 'UNAVAILABLE', message: unconfirmed } });
  expect(await owner.call('countUnread', {}), 'all were stored').toEqual({ unread: 5 });

  for (const [visitor, to, failed, text] of [
    [reading, `/item/${hash}`, form, 'By a form'],
    [cookieless, `/item/${hash}`, bareForm, 'Without cookies'],
    [talking, path, answer, 'In the conversation'],
  ] as const) {
    expect([failed.status, failed.headers.get('retry-after')], text).toEqual([503, '5']);
    const page = await failed.text();
    expect(page).toContain(unconfirmed);
    expect(page).toMatch(new RegExp(`<textarea[^>]*>${text}<`));
    const again = Object.fromEntries(
      [...page.matchAll(/name="(key|name)" value="([^"]+)"/g)].map(([, ...field]) => field),
    );
    if (visitor === cookieless) visitor.cookies.clear();
    expect((await visitor.post(to, { ...again, text })).status, text).toBe(303);
  }
  expect(await program.tryCall('reportFound', report)).toMatchObject({ status: 200 });
  expect(await owner.call('countUnread', {})).toEqual({ unread: 5 });
});

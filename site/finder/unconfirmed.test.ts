import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { translationsIn } from '../../language/languages.ts';
import { startApp } from '../../test/app.ts';
import { databaseOnALine } from '../../test/database-line.ts';
import { makeConversation, makeFinder, makeItem, makeOwner } from '../../test/make.ts';
import { withItem } from '../../test/worlds.ts';

const unconfirmed = translationsIn('en')('error.unconfirmed');

test('a message that was stored, but never confirmed to us, is given back to be sent again, and arrives once', async () => {
  const { database, loseCommitAnswers } = await databaseOnALine();
  const { app, owner, item } = await withItem(startApp({ database }));
  const { hash } = item;
  const { finder: talking, path } = await makeConversation(app, await makeItem(owner), 'I have it');
  const [reading, cookieless, program] = [app.visitor(), app.visitor(), app.visitor()];
  await reading.get(`/item/${hash}`);
  const report = { hash, key: crypto.randomUUID(), text: 'By a program' };
  // Meanwhile the openings of the tag’s page are written, too.
  loseCommitAnswers(4, 'into "web_messages"');
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

test('what the database cannot do now, for want of room, memory, connections or rights to write, is answered 503 with words; a fault is 500', async () => {
  const app = await startApp();
  app.expectLogError(/a (page|function) failed/);
  const { hash } = await makeItem(await makeOwner(app));
  const finder = await makeFinder(app, { hash } as Awaited<ReturnType<typeof makeItem>>);
  const answers: Record<string, unknown> = {};
  for (const code of ['53100', '53200', '53300', '25006', '57P03', '08006', '57014', '22012']) {
    await sql
      .raw(`create or replace function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${code}'; end $$;
        create or replace trigger refuse before insert on web_messages execute function refuse()`)
      .execute(app.services.db);
    const form = await finder.post(`/item/${hash}`, { text: 'In the tree' });
    expect(await form.text(), code).toMatch(/In the tree/);
    const call = await finder.tryCall('reportFound', { hash, key: crypto.randomUUID(), text: 'In the tree' });
    answers[code] = [form.status, call.status, call.error?.message];
  }
  const { 22012: fault, ...unavailable } = answers;
  for (const [code, answer] of Object.entries(unavailable)) expect(answer, code).toEqual([503, 503, unconfirmed]);
  expect(fault).toEqual([500, 500, 'Something went wrong. Please try again.']);
});

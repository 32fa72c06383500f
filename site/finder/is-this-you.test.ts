import { expect, test } from 'vitest';
import { languages, translationsIn } from '../../language/languages.ts';
import { hiddenFields } from '../../test/hidden-fields.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withItem } from '../../test/worlds.ts';

const question = 'Is this you?';
const alreadyWrote = 'You already wrote.';

async function start() {
  const { app, owner, item } = await withItem();
  const { finder, path } = await makeConversation(app, item, 'From the first finder');
  const tag = `/item/${item.hash}`;
  const scan = (visitor: Visitor) => visitor.read(tag);
  const opened = app.visitor();
  await opened.get(path);
  const say = async (me: string) =>
    opened.post(`${tag}/whose`, { secret: hiddenFields(await scan(opened)).secret ?? '', me });
  const conversations = async () => (await owner.call('listConversations', {})).conversations;
  return { app, owner, item, finder, path, tag, scan, opened, say, conversations };
}

test('whoever opened somebody’s private link is asked at a scan whether that is them, and what they send at once begins a conversation of theirs', async () => {
  const { finder, path, tag, scan, opened, conversations } = await start();
  const page = await scan(opened);
  expect(page).toContain(question);
  expect(page).not.toContain(alreadyWrote);
  expect(await scan(finder), 'where it began').toContain(alreadyWrote);
  const sent = await opened.post(tag, { text: 'From the second finder' });
  expect(sent.headers.get('location')).not.toBe(path);
  expect(await conversations()).toHaveLength(2);
  expect(await finder.read(path)).not.toContain('From the second finder');
  expect(await scan(opened), 'they have one of their own now').toContain(alreadyWrote);
  expect((await opened.get(path)).status, 'the link leads there all the same').toBe(200);
});

test('“yes” goes on in that conversation, now and at each scan, whatever link is opened later', async () => {
  const { path, tag, scan, opened, say, conversations } = await start();
  expect((await say('yes')).headers.get('location')).toBe(path);
  await opened.get(path);
  expect(await scan(opened)).toContain(alreadyWrote);
  expect((await opened.post(tag, { text: 'It is me again' })).headers.get('location')).toBe(path);
  expect(await conversations()).toHaveLength(1);
});

test('“no” begins a new one, and does not ask again', async () => {
  const { path, tag, scan, opened, say, conversations } = await start();
  expect((await say('no')).headers.get('location')).toBe(tag);
  expect(await scan(opened)).not.toContain(question);
  expect((await opened.post(tag, { text: 'Somebody else' })).headers.get('location')).not.toBe(path);
  expect(await conversations()).toHaveLength(2);
});

test('a tag that takes no message now asks too, and leads on only after “yes”', async () => {
  const { app, owner, item, finder, path, scan, opened, say } = await start();
  const admin = await makeAdministrator(app);
  const administer = (act: 'freeze' | 'retire') => admin.call('administerTag', { code: item.id, act, reason: 'other' });
  const stop = {
    archived: () => owner.call('archiveItem', { id: item.id }),
    frozen: () => administer('freeze'),
    retired: () => administer('retire'),
  };
  for (const [state, stopIt] of Object.entries(stop)) {
    await stopIt();
    const page = await scan(opened);
    expect(page, state).toContain(question);
    expect(page, state).not.toContain(alreadyWrote);
    expect(await scan(finder), state).toContain(alreadyWrote);
  }
  expect((await say('no')).headers.get('location')).toContain(item.hash);
  expect(await scan(opened)).not.toContain(question);
  await opened.get(path);
  expect((await say('yes')).headers.get('location')).toBe(path);
  expect(await scan(opened)).toContain(alreadyWrote);
});

test('nobody says “yes” to a conversation whose link this browser did not open, nor for it from another site', async () => {
  const { app, path, tag, scan, opened } = await start();
  const secret = path.split('/').at(-1) ?? '';
  const stranger = app.visitor();
  expect((await stranger.post(`${tag}/whose`, { secret, me: 'yes' })).headers.get('location')).toBe(tag);
  expect(await scan(stranger)).not.toContain(alreadyWrote);
  const body = new URLSearchParams({ secret, me: 'yes' }).toString();
  const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' };
  expect((await opened.fetch(`${tag}/whose`, { method: 'POST', headers, body })).status).toBe(403);
  expect(await scan(opened)).toContain(question);
});

test('a browser that remembers a conversation from before that difference was made still leads there', async () => {
  const { app, path, scan } = await start();
  const earlier = app.visitor();
  earlier.cookies.set('handback.found', path.split('/').at(-1) ?? '');
  await earlier.get(path);
  expect(await scan(earlier)).toContain(alreadyWrote);
});

test('links that others send push no conversation of the browser’s own out of its memory, which may be full', async () => {
  const { app, finder, scan } = await start();
  const owner = await makeOwner(app, 'Bea');
  // With these it remembers eight, and no more.
  for (let n = 0; n < 7; n++) {
    const { hash } = await makeItem(owner);
    await finder.post(`/item/${hash}`, { text: 'I have this one too' });
  }
  for (let n = 0; n < 9; n++) await finder.get((await makeConversation(app, await makeItem(owner))).path);
  expect(await scan(finder)).toContain(alreadyWrote);
});

test('the question is asked in each language of finders', async () => {
  const { opened, tag } = await start();
  for (const language of languages) {
    const page = await opened.read(`${tag}?lang=${language}`);
    for (const key of ['item.isMe', 'item.isNotMe'] as const)
      expect(page, language).toContain(translationsIn(language)(key));
  }
});

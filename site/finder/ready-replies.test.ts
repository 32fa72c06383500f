import { expect, test } from 'vitest';
import { meetingPlaces, replies } from '../../domain/messages/contract/ready-replies.ts';
import type { App } from '../../test/app.ts';
import { hiddenFields } from '../../test/hidden-fields.ts';
import { drawPicture, makeConversation, makeItem, makeOwner, shareItem } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withOwner } from '../../test/worlds.ts';

const newKey = () => crypto.randomUUID();
const safety = /فيه ناس|حيث يوجد ناس/;

/** A German owner and a finder who reads Arabic. */
async function begin() {
  const { app, owner } = await withOwner();
  owner.language = 'de';
  const item = await makeItem(owner);
  const { finder, path } = await makeConversation(app, item, 'وجدتها في القطار');
  finder.language = 'ar';
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const conversationId = conversation?.id ?? '';
  const read = async (query = '') => finder.read(path + query);
  const say = (said: object) => owner.call('replyToFinder', { conversationId, key: newKey(), ...said });
  const lastOf = async (reader: Visitor) =>
    (await reader.call('readConversation', { id: conversationId })).messages.at(-1);
  return { app, owner, item, finder, path, conversationId, read, say, lastOf };
}

async function talkAbout(app: App, item: Awaited<ReturnType<typeof makeItem>>, owner: Visitor) {
  const { finder, path } = await makeConversation(app, item, 'Me too');
  const [newest] = (await owner.call('listConversations', {})).conversations;
  return { id: newest?.id ?? '', read: () => finder.read(path) };
}

test('the finder reads in Arabic what a German owner taps, asks and proposes; a picture that is asked for opens its form, until there is one', async () => {
  const { read, say, finder, path } = await begin();
  await say({ reply: 'front-desk' });
  await say({ reply: 'mark-inside' });
  await say({ meeting: { place: 'police', at: '2026-12-01T17:30' }, text: 'Alexanderplatz' });
  const page = await read();
  for (const words of ['هل يمكنك تركه في مكتب الاستقبال؟', 'ما المكتوب بداخله؟', 'مركز الشرطة', 'Alexanderplatz'])
    expect(page).toContain(words);
  expect(page).toContain('لا يعرف هذا إلا من عثر حقًا على المفقود');
  expect(page).toMatch(safety);
  expect(page).toMatch(/٠٥:٣٠|5:30/);
  const isOpen = async () => /<details[^>]* open=""[^>]*>(?:(?!<\/details>).)*id="picture"/s.test(await read());
  expect(await isOpen()).toBe(false);
  await say({ reply: 'picture' });
  expect([await isOpen(), (await read()).includes('href="#send-picture"')]).toEqual([true, true]);
  const sent = await finder.postFile(`${path}/pictures?key=${newKey()}`, await drawPicture());
  expect([sent.status, await isOpen()]).toEqual([303, false]);
});

test('everything ready has words on the finder’s page', async () => {
  const { read, say } = await begin();
  for (const reply of replies) await say({ reply, text: 'Bitte' });
  for (const place of meetingPlaces) await say({ meeting: { place, at: '' } });
  const page = await read();
  const ready = [...page.matchAll(/<p class="ready">([^<]+)<\/p>/g)].map(([, words]) => words);
  expect(ready).toHaveLength(replies.length + meetingPlaces.length);
  expect(new Set(ready).size).toBe(replies.length + 1);
  for (const words of ready) expect(words).toMatch(/\p{Script=Arab}/u);
});

test('without scripts the finder says yes with one tap, once however often it is sent, and no after going back', async () => {
  const { finder, path, read, say, lastOf, owner, conversationId } = await begin();
  await say({ reply: 'come-today' });
  const page = await read();
  expect(page.match(/<button[^>]* name="answer"[^>]*>/g)).toHaveLength(2);
  const form = page.slice(page.indexOf('data-keep="answer-'));
  const fields = hiddenFields(form.slice(0, form.indexOf('</form>')));
  const answer = (value: string) => finder.post(path, { ...fields, answer: value });
  for (const _ of ['once', 'and again']) expect((await answer('yes')).headers.get('location')).toBe(path);
  expect(await lastOf(owner)).toMatchObject({ author: 'finder', answer: 'yes', text: '' });
  expect((await owner.call('readConversation', { id: conversationId })).messages).toHaveLength(3);
  expect(await read(), 'it is answered').not.toContain('name="answer"');
  await answer('no');
  expect(await lastOf(owner)).toMatchObject({ answer: 'no' });
  expect((await finder.post(path, { ...fields, key: newKey(), answer: 'perhaps' })).status).toBe(422);
});

test('nothing is sent that says nothing; a finder’s own message says that it is sent, and then that it was read; words are marked with the language of the page they were typed on', async () => {
  const { owner, conversationId, read, lastOf, finder, path, say } = await begin();
  const tried = (said: object) => owner.tryCall('replyToFinder', { conversationId, key: newKey(), ...said });
  for (const said of [
    {},
    { reply: 'mark' },
    { reply: 'mark', text: '  ' },
    { reply: 'returned' },
    { reply: 'anything' },
    { meeting: { place: 'dark-alley' } },
    { meeting: { place: 'cafe', at: 'tomorrow' } },
    { meeting: { place: 'cafe', at: '2026-02-30T10:00' } },
  ])
    expect((await tried(said)).error?.status, JSON.stringify(said)).toBe('INVALID_ARGUMENT');
  expect(await read()).toContain(' · أُرسلت');
  await owner.call('markConversationRead', { id: conversationId, upTo: (await lastOf(owner))?.id ?? '' });
  const page = await read();
  expect([page.includes(' · أُرسلت'), page.includes(' · مقروءة')]).toEqual([false, true]);
  await say({ text: 'Ich komme gleich' });
  expect(await read()).toContain('lang="de">Ich komme gleich</p>');
  await finder.post(path, { key: newKey(), text: 'أنا أنتظر هنا' });
  expect(await lastOf(owner)).toMatchObject({ language: 'ar' });
  await finder.post(path, { key: newKey(), text: 'I wait here' });
  expect(await lastOf(owner)).toMatchObject({ language: null });
});

test('marked as returned, the finder is thanked once in Arabic, who else wrote is told, and all hear of a mistake', async () => {
  const { app, owner, item, conversationId, read, say, lastOf } = await begin();
  const other = await talkAbout(app, item, owner);
  const blocked = await talkAbout(app, item, owner);
  await owner.call('blockConversation', { id: blocked.id });
  await say({ reply: 'keep' });
  expect(await read()).toContain('name="answer"');
  await owner.call('markItemLost', { id: item.id, message: 'Please call out' });
  const key = newKey();
  for (const _ of ['once', 'and again'])
    await owner.call('markReturnedByFinder', { conversationId, key, text: 'Sie sind ein Schatz' });
  expect(await lastOf(owner)).toMatchObject({ reply: 'returned', text: 'Sie sind ein Schatz', language: 'de' });
  expect((await owner.call('readConversation', { id: conversationId })).messages).toHaveLength(3);
  expect(await read()).toContain('تمت العودة إلى البيت. شكرًا جزيلًا!');
  expect(await read(), 'nothing is asked any more').not.toContain('name="answer"');
  expect(await read()).toContain('<p class="said" dir="auto" lang="de">Sie sind ein Schatz</p>');
  expect(await other.read()).toContain('Back home already. Thank you for your help!');
  expect(await blocked.read()).not.toContain('Back home');
  expect((await owner.call('getItem', { id: item.id })).returnedAt).not.toBeNull();

  await owner.call('undoReturnedByFinder', { conversationId, key: newKey() });
  expect(await read()).toContain('كان ذلك خطأ');
  expect(await other.read()).toContain('That was a mistake');
  expect(await blocked.read()).not.toContain('That was a mistake');
  const [latest] = (await owner.call('listItemStates', { id: item.id })).states;
  expect(latest).toMatchObject({ state: 'lost', message: 'Please call out' });
  const again = await owner.tryCall('undoReturnedByFinder', { conversationId, key: newKey() });
  expect([again.status, again.error?.details]).toMatchObject([409, { reason: 'not-returned' }]);
});

test('who shares the item marks it as returned in the owner’s place, and an item that was never missing stays so', async () => {
  const { app, owner, item, conversationId, lastOf } = await begin();
  const member = await makeOwner(app, 'Bea');
  await shareItem(owner, member, item);
  await member.call('markReturnedByFinder', { conversationId, key: newKey() });
  expect(await lastOf(owner)).toMatchObject({ reply: 'returned', by: 'Bea' });
  expect((await owner.call('listItemStates', { id: item.id })).states).toEqual([]);
  await member.call('undoReturnedByFinder', { conversationId, key: newKey() });
  expect((await owner.call('getItem', { id: item.id })).lostAt).toBeNull();
});

test('a yes that waited until the owner asked something else, has the item back, or closed the conversation, is not sent; the page says so', async () => {
  const { app, finder, path, read, say, lastOf, owner, conversationId } = await begin();
  finder.language = 'en';
  await say({ reply: 'front-desk' });
  await say({ reply: 'come-today' });
  const [first] = (await owner.call('readConversation', { id: conversationId })).messages.filter(({ reply }) => reply);
  const waiting = new RegExp(`<form hidden="" data-keep="answer-${first?.id}-${conversationId}" action="([^"]+)"`);
  const [, action = ''] = waiting.exec(await read()) ?? [];
  const yes = { answer: 'yes', upTo: first?.id ?? '', key: newKey() };
  const superseded = await finder.post(action, yes);
  expect([superseded.status, await superseded.text()]).toEqual([409, expect.stringContaining('“Yes, that works”')]);
  const last = await lastOf(owner);
  expect(last?.reply).toBe('come-today');
  const lost = { answer: 'no', upTo: last?.id ?? '', key: newKey() };
  await finder.post(path, lost);
  await say({ reply: 'keep' });
  const asked = await lastOf(owner);
  await say({ reply: 'front-desk' });
  const { db } = app.services;
  const newest = db.selectFrom('webMessages').select(({ fn }) => fn.max('id').as('id'));
  await db.updateTable('webMessages').set({ hiddenAs: 'hidden' }).where('id', '=', newest).execute();
  const toShown = await finder.post(path, { answer: 'yes', upTo: asked?.id ?? '', key: newKey() });
  expect(toShown.headers.get('location'), 'what is hidden was not asked').toBe(path);
  await say({ reply: 'keep' });
  const open = await lastOf(owner);
  await owner.call('markReturnedByFinder', { conversationId, key: newKey() });
  expect(await read()).toContain(`<form hidden="" data-keep="answer-${open?.id}-${conversationId}"`);
  const tooLate = await finder.post(path, { answer: 'yes', upTo: open?.id ?? '', key: newKey() });
  expect(tooLate.status, 'the item is back').toBe(409);
  await owner.call('undoReturnedByFinder', { conversationId, key: newKey() });
  expect((await finder.post(action, lost)).headers.get('location'), 'only the answer to it was lost').toBe(path);

  await owner.call('blockConversation', { id: conversationId });
  expect((await finder.post(path, lost)).status, 'sent before').toBe(303);
  expect((await finder.post(path, { ...lost, late: '1' })).headers.get('location'), 'a day later too').toBe(path);
  expect(await read()).toContain(`data-keep="conversation-${conversationId}"`);
  for (const form of [yes, { ...yes, late: '1' }]) {
    const closed = await (await finder.post(path, form)).text();
    expect(closed).toContain('This was not sent: <q>Yes, that works</q>');
  }
  const details = await (await finder.post(path, { place: 'Front desk', key: newKey(), late: '1' })).text();
  expect(details).toContain('This was not sent: <q>Front desk</q>');
});

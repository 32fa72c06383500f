import { expect, test } from 'vitest';
import { inGroups } from '../../domain/texts/contract/typed-codes.ts';
import { startApp } from '../../test/app.ts';
import { hiddenFields } from '../../test/hidden-fields.ts';
import { queuedMails, sendWaitingNotifications } from '../../test/mail-queue.ts';
import { makeConversation, makeFinder, makeItem, makeOwner, passTime, signIn } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withConversation, withFinder, withItem, withOwner } from '../../test/worlds.ts';

test('C-1.02 C-2.06 a finder reads the tag’s page and reaches the owner without account or script', async () => {
  const { app, owner } = await withOwner();
  const item = await makeItem(owner, { name: 'Blue backpack', note: 'It has my passport in it.' });
  const finder = await makeFinder(app, item);

  const page = await finder.read(`/item/${item.hash}`);
  for (const words of ['Blue backpack', 'Thank you!', 'It has my passport in it.']) expect(page).toContain(words);
  for (const answer of ['I have it', 'I handed it in', 'I saw it here']) expect(page).toContain(`>${answer}</button>`);
  expect(page.replace(/<[^>]*>/g, ''), 'the code that the tag shows').toContain(item.id);

  const sent = await finder.post(`/item/${item.hash}`, { answer: 'have', text: 'At the station', name: 'Kim' });
  expect(sent.status).toBe(303);
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations).toMatchObject([
    { finderName: 'Kim', unread: 1, lastMessage: { text: 'At the station', answer: 'have', heldReason: null } },
  ]);

  const next = await finder.read(sent.headers.get('location') ?? '');
  for (const said of ['What happens next', 'At the station', app.url + sent.headers.get('location')])
    expect(next).toContain(said);
});

test.each([
  ['pet', ['with-me', 'at-shelter', 'seen-here'], 'At a vet or shelter'],
  ['child', ['with-me', 'with-staff', 'seen-here'], 'With the police or staff'],
] as const)(
  'a %s is told of in answers of its own, and its owner reads the one that was tapped',
  async (category, answers, words) => {
    const { app, owner } = await withOwner();
    const item = await makeItem(owner, { category });
    const finder = await makeFinder(app, item);
    const page = await finder.read(`/item/${item.hash}`);
    expect([...page.matchAll(/value="([^"]*)"[^>]*>[^<]*<\/button>/g)].map(([, answer]) => answer)).toEqual(answers);
    const [, left] = answers;
    const next = (await finder.post(`/item/${item.hash}`, { answer: left })).headers.get('location') ?? '';
    const { conversations } = await owner.call('listConversations', {});
    expect(conversations[0]?.lastMessage.answer).toBe(left);
    const link = await finder.read(next);
    expect(link).toContain(`<p class="ready">${words}</p>`);
    expect(['openingHours', 'reference'].map((name) => link.includes(`name="${name}"`))).toEqual(
      category === 'pet' ? [true, true] : [false, false],
    );
  },
);

test('whoever found a pet or a child calls or writes to the number that its owner shows before anything is asked; of other things the number stands below', async () => {
  const { app, owner } = await withOwner();
  const facts = { phone: { text: '+49 30 1234567', shown: true } };
  const placesIn = async (category: 'pet' | 'child' | 'keys') => {
    const { id, hash } = await makeItem(owner, { category });
    await owner.call('updateItem', { id, facts });
    const page = await app.visitor().read(`/item/${hash}`);
    return ['href="tel:+49301234567"', 'href="sms:+49301234567"', 'name="answer"'].map((each) => page.indexOf(each));
  };
  for (const category of ['pet', 'child'] as const) {
    const [call = -1, message = -1, answer = -1] = await placesIn(category);
    expect(0 < call && call < message && message < answer, category).toBe(true);
  }
  const [below = -1, none, first = -1] = await placesIn('keys');
  expect([none, first < below]).toEqual([-1, true]);
});

test('a page that was drawn before comes again only to those who would get the same: each sees what is true now and is theirs', async () => {
  const { app, owner } = await withOwner();
  const item = await makeItem(owner, { name: 'Blue backpack' });
  const one = await makeConversation(app, item);
  const other = await makeConversation(app, item);
  const german = { 'accept-language': 'de' };
  const readers = [await makeOwner(app, 'Bob'), await makeOwner(app, 'Cleo')];
  const read = async (who: Visitor, headers = {}) =>
    (await who.fetch(`/item/${item.hash}?from=a-map`, { headers })).text();

  for (const name of ['Blue backpack', 'Red backpack']) {
    await owner.call('updateItem', { id: item.id, name });
    for (const round of ['drawn', 'drawn before']) {
      const [ofOne, ofOther, ofOwner, ofNobody] = await Promise.all(
        [one.finder, other.finder, owner, app.visitor()].map((who) => read(who)),
      );
      for (const page of [ofOne, ofOther, ofOwner, ofNobody]) expect(page, round).toContain(name);
      expect(
        [ofOne, ofOther, ofOwner, ofNobody].map((page) =>
          [one.path, other.path, '"first-data"'].map((path) => page?.includes(path)),
        ),
      ).toEqual([
        [true, false, false],
        [false, true, false],
        [false, false, true],
        [false, false, false],
      ]);
      expect(await read(app.visitor(), german), round).toContain('lang="de"');
      for (const reader of readers) expect(await read(reader), round).toContain(`data-viewer="${reader.uid}"`);
    }
  }
});

test('one tap is enough; nothing to say is said so, and what was typed comes back', async () => {
  const { owner, item, finder } = await withFinder();
  await finder.post(`/item/${item.hash}`, { answer: 'saw-here', text: '', name: '' });
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations[0]?.lastMessage).toMatchObject({ answer: 'saw-here', text: '' });
  const empty = await finder.post(`/item/${item.hash}`, { text: '  ', name: 'Kim' });
  expect(empty.status).toBe(422);
  const page = await empty.text();
  expect(page).toContain('Tap one of the answers, or write a few words.');
  expect(page).toContain('value="Kim"');

  const long = 'It is a long story. '.repeat(200);
  const tooLong = await finder.post(`/item/${item.hash}`, { text: long });
  expect(tooLong.status).toBe(422);
  expect(await tooLong.text()).toContain(long);
});

test('C-3.03 owner and finder write to each other, and each sees what the other read', async () => {
  const { app, owner } = await withOwner();
  const { finder, path } = await makeConversation(app, await makeItem(owner), 'Found it by the river.');
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const conversationId = conversation?.id ?? '';

  await owner.call('replyToFinder', { conversationId, key: 'reply-one', text: 'Thank you so much' });
  const page = await finder.read(path);
  expect(page).toContain('Thank you so much');
  const { upTo = '' } = hiddenFields(page);
  await finder.post(path, { key: 'again-one', text: 'I can send it', upTo });

  const { messages } = await owner.call('readConversation', { id: conversationId });
  expect(messages.map(({ author, text, readByFinder }) => [author, text, readByFinder])).toEqual([
    ['finder', 'Found it by the river.', true],
    ['owner', 'Thank you so much', true],
    ['finder', 'I can send it', true],
  ]);
  await owner.call('markConversationRead', { id: conversationId, upTo: messages.at(-1)?.id ?? '' });
  expect(await finder.read(path)).toContain('read</p>');
});

test('sent twice, by double tap, retry or reload, is one message', async () => {
  const { owner, item, finder } = await withFinder();
  const form = { answer: 'have', text: 'On the bus', name: '' };
  const sendings = await Promise.all([1, 2, 3].map(() => finder.post(`/item/${item.hash}`, form)));
  expect(new Set(sendings.map((sent) => sent.headers.get('location'))).size).toBe(1);
  await finder.post(`/item/${item.hash}`, form);

  const path = sendings[0]?.headers.get('location') ?? '';
  await Promise.all([
    finder.post(path, { key: 'same-key', text: 'More' }),
    finder.post(path, { key: 'same-key', text: 'More' }),
  ]);
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations).toHaveLength(1);
  const { messages } = await owner.call('readConversation', { id: conversations[0]?.id ?? '' });
  expect(messages.map(({ text }) => text)).toEqual(['On the bus', 'More']);
});

test('a hundred finders, ten at the same time: each has a conversation, none is lost, and the mails are two at most', async () => {
  const { app, owner, item } = await withItem(startApp());
  const finders = Array.from({ length: 100 }, () => app.visitor());
  for (const finder of finders) await finder.get(`/item/${item.hash}`);
  const texts = finders.map((_, index) => `I am number ${index}`);
  const sent: Response[] = [];
  for (let first = 0; first < finders.length; first += 10) {
    const together = finders.slice(first, first + 10);
    const write = (finder: Visitor, place: number) =>
      finder.post(`/item/${item.hash}`, { text: texts[first + place] ?? '' });
    sent.push(...(await Promise.all(together.map(write))));
  }
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([303]));
  expect(new Set(sent.map(({ headers }) => headers.get('location'))).size).toBe(100);
  const { conversations } = await owner.call('listConversations', { limit: 100 });
  expect(conversations.map(({ lastMessage }) => lastMessage.text).sort()).toEqual(texts.sort());
  expect(await owner.call('countUnread', {})).toEqual({ unread: 100 });
  await sendWaitingNotifications(app);
  const purposes = (await queuedMails(app)).filter(({ uid }) => uid === owner.uid).map(({ purpose }) => purpose);
  const mails = purposes.filter((purpose) => purpose.startsWith('new-message'));
  expect(mails, purposes.join()).toHaveLength(2);
});

test('the same tap after its words were deleted, or after its conversation was closed, reaches the owner as a new message, once', async () => {
  const { app, owner, item, finder } = await withFinder(startApp());
  const tap = async () => (await finder.post(`/item/${item.hash}`, { answer: 'have' })).headers.get('location') ?? '';
  const tapTwice = async () => {
    const [first, ...rest] = await Promise.all([tap(), tap()]);
    expect([...rest, await tap()]).toEqual([first, first]);
    return first ?? '';
  };
  const messages = async () => {
    const { conversations } = await owner.call('listConversations', {});
    const read = await Promise.all(conversations.map(({ id }) => owner.call('readConversation', { id })));
    return read.map((conversation) => conversation.messages.map(({ answer }) => answer));
  };
  const path = await tapTwice();
  for (let deletions = 1; deletions <= 2; deletions++) {
    await finder.post(`${path}/delete`, {});
    expect(await tapTwice()).toBe(path);
    expect(await messages()).toEqual([[...Array(deletions).fill(null), 'have']]);
    expect(await owner.call('countUnread', {})).toEqual({ unread: 1 });
  }

  await app.services.db.updateTable('conversations').set({ closedAt: new Date() }).execute();
  expect(await tapTwice()).not.toBe(path);
  expect(await messages()).toEqual([['have'], [null, null, 'have']]);
});

test('without any cookies a message arrives too, held; the same words written again on purpose are a second message', async () => {
  const { app, owner, item } = await withItem();
  await app.visitor().post(`/item/${item.hash}`, { text: 'No cookies here' });
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations).toMatchObject([{ unread: 1, lastMessage: { heldReason: 'no-form' } }]);
  const { finder, path } = await makeConversation(app, await makeItem(owner), 'Hello?');
  for (const _ of [1, 2]) {
    const key = /name="key" value="([^"]+)"/.exec(await finder.read(path))?.[1] ?? '';
    await finder.post(path, { key, text: 'Hello?' });
  }
  expect((await owner.call('listConversations', {})).conversations[0]?.unread).toBe(3);
});

test('scanning the same tag again leads back to the conversation, whose link no cache or search engine has; a blocked one says so, sends nothing, and gives back what was typed', async () => {
  const { app, item, finder, path, owner } = await withConversation();
  expect(await finder.read(`/item/${item.hash}`)).toContain(`href="${path}"`);
  expect(await app.visitor().read(`/item/${item.hash}`)).not.toContain('/conversation/');
  for (const _ of ['first', 'second']) {
    const answer = await app.visitor().get(path);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('same-origin');
    expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>');
  }
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  await owner.call('blockConversation', { id: conversation?.id ?? '' });

  for (const target of [path, `/item/${item.hash}`]) {
    const refused = await finder.post(target, { key: 'after-block', text: 'Please answer me' });
    expect(refused.status, target).toBe(409);
    const page = await refused.text();
    for (const said of ['closed this conversation', 'Please answer me']) expect(page).toContain(said);
  }
  expect((await owner.call('listConversations', {})).conversations[0]?.unread).toBe(1);
});

test('over the limit a message is held and shown as held; a flood is turned away with everything typed', async () => {
  const { owner, item, finder } = await withFinder();
  for (let n = 1; n <= 9; n++) await finder.post(`/item/${item.hash}`, { text: `Message ${n}` });
  const { conversations } = await owner.call('listConversations', {});
  const { messages } = await owner.call('readConversation', { id: conversations[0]?.id ?? '' });
  expect(messages.map(({ text, heldReason }) => [text, heldReason]).slice(-2)).toEqual([
    ['Message 8', null],
    ['Message 9', 'too-many'],
  ]);

  for (let n = 10; n <= 120; n++) await finder.post(`/item/${item.hash}`, { text: `Message ${n}` });
  const refused = await finder.post(`/item/${item.hash}`, { text: 'One too many' });
  expect(refused.status).toBe(429);
  const page = await refused.text();
  for (const said of ['Nothing was sent', 'One too many']) expect(page).toContain(said);
});

test('a message sent with an old form is held and not lost', async () => {
  const { app, owner, item } = await withItem(startApp());
  const late = await makeFinder(app, item);
  passTime(25 * 3600_000);
  expect((await late.post(`/item/${item.hash}`, { text: 'Left the page open' })).status).toBe(303);
  await signIn(owner, owner.email);
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations.map(({ lastMessage }) => [lastMessage.text, lastMessage.heldReason])).toEqual([
    ['Left the page open', 'no-form'],
  ]);
});

test('what is sent in the moment in which the page opened is told of as any other; words in a field that people do not see are marked', async () => {
  const { app, owner, item } = await withItem(startApp());
  const send = async (ms: number, fields: Record<string, string>) => {
    const finder = app.visitor();
    passTime(0);
    await finder.get(`/item/${item.hash}`);
    passTime(ms);
    expect((await finder.post(`/item/${item.hash}`, fields)).status).toBe(303);
  };
  await send(0, { answer: 'have' });
  const quick = await app.mailbox.find(owner.email, 'Somebody wrote');
  expect(quick.text).toContain('I have it');
  expect(quick.subject).not.toContain('automatic');
  await send(60_000, { text: 'Cheap watches', website: 'https://watches.example' });
  const marked = await app.mailbox.find(owner.email, 'Possibly automatic: Somebody wrote');
  expect(marked.text).not.toContain('watches');
  expect(marked.text).toContain('We held a message to you');
  await send(900, { text: 'By the lake', website: '' });
  // The page came from a process whose clock is ahead, or the clock was set back.
  await send(-300_000, { answer: 'handed-in' });
  const { conversations } = await owner.call('listConversations', {});
  const reasons = conversations.map(({ lastMessage }) => lastMessage.heldReason);
  expect(reasons).toEqual([null, null, 'hidden-field', null]);
  await send(-25 * 3_600_000, { answer: 'handed-in' });
  const { conversations: later } = await owner.call('listConversations', {});
  expect(
    later.map(({ lastMessage }) => lastMessage.heldReason),
    'from no clock',
  ).toContain('no-form');
});

test('a forged, mangled or revoked private link opens nothing', async () => {
  const { app, finder, path } = await withConversation(startApp());
  const forged = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
  for (const bad of [forged, path.slice(0, -4), `${path}x`, '/conversation/x']) {
    expect((await finder.get(bad)).status, bad).toBe(404);
    expect((await finder.post(bad, { text: 'Hello' })).status, bad).toBe(404);
  }
  await app.services.db.updateTable('conversations').set({ secretVersion: 2 }).execute();
  expect((await finder.get(path)).status).toBe(404);
});

test('the page follows at once what the owner changes; its owner sees it as finders do, out of use, at an address that leads others to the tag', async () => {
  const { app, owner } = await withOwner();
  const other = await makeOwner(app, 'Bob');
  const item = await makeItem(owner);
  const asFinder = await owner.read(`/item/${item.hash}/preview`);
  for (const shown of ['You found <bdi>Blue backpack</bdi>', 'Only you see this line.', '<fieldset inert'])
    expect(asFinder, shown).toContain(shown);
  for (const visitor of [other, app.visitor()])
    expect((await visitor.get(`/item/${item.hash}/preview`)).headers.get('location')).toBe(`/item/${item.hash}`);
  expect((await owner.get(`/T/${item.id.toUpperCase()}`)).headers.get('location')).toBe(`/item/${item.hash}`);
  const nextItem = await makeItem(owner, { name: 'Red scarf' });
  const read = async () => (await app.visitor().get(`/item/${nextItem.hash}`)).text();
  expect(await read()).toContain('Red scarf');
  expect(await read()).toContain('Red scarf');
  await owner.call('updateItem', { id: nextItem.id, name: 'Green scarf', category: 'other', note: '' });
  expect(await read()).toContain('Green scarf');
  await owner.call('markItemLost', { id: nextItem.id });
  expect(await read()).toContain('Reported missing.');
  await owner.call('markItemReturned', { id: nextItem.id });
  expect(await read()).not.toContain('Reported missing.');
});

test('the same key for another tag, another conversation or another side is another sending', async () => {
  const { app, owner } = await withOwner();
  const bag = await makeItem(owner, { name: 'Bag' });
  const bike = await makeItem(owner, { name: 'Bike' });
  const finder = app.visitor();
  const key = 'one-and-the-same-for-everything';
  const first = await finder.call('reportFound', { hash: bag.hash, key, text: 'The bag is here' });
  const second = await finder.call('reportFound', { hash: bike.hash, key, text: 'The bike is here' });
  expect(second.secret).not.toBe(first.secret);
  for (const { secret } of [first, second]) await finder.call('answerOwner', { secret, key, text: 'Hello?' });
  const { conversations } = await owner.call('listConversations', {});
  expect(conversations.map(({ item, unread }) => [item.name, unread]).sort()).toEqual([
    ['Bag', 2],
    ['Bike', 2],
  ]);

  const conversationId = conversations[0]?.id ?? '';
  await owner.call('replyToFinder', { conversationId, key, text: 'Thank you' });
  for (const guess of [`owner:${conversationId}:${key}`, `found:${bag.id}:${key}`]) {
    const answer = await app.visitor().call('reportFound', { hash: bike.hash, key: guess, text: 'Let me in' });
    expect([first.secret, second.secret]).not.toContain(answer.secret);
  }
});

test('the address that a tag prints shows the page itself, in any case, drawn once for both of its addresses; one from a sentence leads there, with the marks that end the sentence', async () => {
  const { app, item } = await withItem();
  const printed = `/T/${item.id.toUpperCase()}`;
  const { db } = app.services;
  const page = await app.visitor().read(`/item/${item.hash}`);
  // What nobody told the page cache of shows where a page comes from.
  await db.updateTable('items').set({ name: 'Green scarf' }).where('id', '=', item.id).execute();
  const spaced = printed.replace(/(?<=\w{4})(?=\w)(?=(?:\w{4})+$)/g, '%20');
  for (const path of [printed, printed.toLowerCase(), `/T/${item.id}`, spaced]) {
    const scanned = await app.visitor().get(path);
    expect([scanned.status, await scanned.text()]).toEqual([200, page]);
    expect(scanned.headers.getSetCookie().join(), 'for its form').toContain('form');
  }
  expect(page).toContain(`<link rel="canonical" href="${app.url}/item/${item.hash}"/>`);

  const finder = await makeFinder(app, item);
  const drawn = await app.visitor().read(`${printed}?lang=en`);
  expect(drawn).toContain('Green scarf');
  expect(drawn).toContain(`<link rel="canonical" href="${app.url}/item/${item.hash}"/>`);
  expect((await finder.post(`/item/${item.hash}`, { text: 'It is here' })).status).toBe(303);
  const code = item.id.toUpperCase();
  const canonical = `<link rel="canonical" href="${app.url}/item/${item.hash}"/>`;
  const marks = [
    '.',
    ',',
    ';',
    ')',
    '%22',
    '%E2%80%9D.',
    '%C2%BB',
    "').",
    '%3E',
    '!',
    '、',
    '］。',
    '،',
    '۔',
    '—',
    '%E2%80%8B',
  ];
  for (const end of marks) {
    const printed = await app.visitor().get(`/T/${code}${end}`);
    expect([end, printed.status, (await printed.text()).includes(canonical)]).toEqual([end, 200, true]);
    const hashed = await app.visitor().get(`/item/${item.hash}${end}`);
    expect([end, hashed.status, hashed.headers.get('location')]).toEqual([end, 302, `/item/${item.hash}`]);
  }
  for (const end of ['x', '.x', '-', '%00'])
    expect((await app.visitor().get(`/item/${item.hash}${end}`)).status, end).toBe(404);
  const grouped = encodeURIComponent(inGroups(code));
  const more = [`（${app.url}/item/${item.hash}）。`, `\u200f${app.url}/t/${code}\u200f`, `${app.url}/t/${grouped}`];
  for (const typed of [
    `${code}.`,
    `“${item.id}”`,
    `(${app.url}/T/${code})`,
    `"${app.url}/item/${item.hash}",`,
    ...more,
  ]) {
    const found = await app.visitor().get(`/?code=${encodeURIComponent(typed)}`);
    expect([typed, found.headers.get('location')]).toEqual([typed, `/item/${item.hash}`]);
  }
});

test('a tag has one address: other spellings are unknown; a deleted item’s tag is retired, also where it is printed, an unassigned one says how to activate', async () => {
  const { app, item, owner } = await withItem();
  const last = item.hash.at(-1) ?? '';
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spelling = item.hash.slice(0, -1) + alphabet[alphabet.indexOf(last) + 1];
  expect((await app.visitor().get(`/item/${item.hash}`)).status).toBe(200);
  expect((await app.visitor().get(`/item/${spelling}`)).status).toBe(404);
  await app.services.db.insertInto('tags').values({ code: '0123456789abcdef', status: 'blank' }).execute();
  const visitor = app.visitor();

  const unknown = await visitor.get('/item/aGJrOHEyd24zdjdrNWQxbTl4YQ');
  expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('We don’t know this tag.')]);
  const blank = await visitor.get('/item/aGJrMDEyMzQ1Njc4OWFiY2RlZg');
  expect([blank.status, await blank.text()]).toEqual([200, expect.stringContaining('not in use yet')]);

  expect((await visitor.get(`/item/${item.hash}`)).status).toBe(200);
  await owner.call('deleteItem', { id: item.id });
  const retired = await visitor.get(`/item/${item.hash}`);
  expect([retired.status, await retired.text()]).toEqual([410, expect.stringContaining('This tag is retired.')]);
  expect((await visitor.post(`/item/${item.hash}`, { text: 'Too late' })).status).toBe(410);
  const { id } = item;
  for (const path of ['/T/0000000000000000', '/T/keys', '/t/%00']) {
    const answer = await app.visitor().get(path);
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('We don’t know this tag')]);
  }
  expect((await app.visitor().get(`/T/${id.toUpperCase()}`)).status).toBe(410);
});

test('what waited on a phone for more than a day comes back with its words and the reason, and is not sent', async () => {
  const { owner, item, finder } = await withFinder();
  const path = `/item/${item.hash}`;
  const key = 'a-key-that-nobody-can-guess';
  const words = await finder.post(path, { text: 'Under the bench.', name: 'Kim', key, late: '1' });
  const page = await words.text();
  expect(words.status).toBe(409);
  for (const part of ['may not have arrived', 'Under the bench.', 'value="Kim"']) expect(page).toContain(part);
  expect(page).toContain(`data-returned="${key}"`);
  finder.language = 'de';
  const tap = await (await finder.post(path, { answer: 'have', key, late: '1' })).text();
  expect(tap).toContain('„Ich habe es“ ist über einen Tag alt');
  expect((await owner.call('listConversations', {})).conversations).toEqual([]);

  finder.language = 'en';
  await owner.call('archiveItem', { id: item.id });
  for (const [typed, said] of [
    [{ text: 'Under the bench.' }, 'Under the bench.'],
    [{ answer: 'have' }, 'I have it'],
  ] as const)
    for (const [late, why] of [
      [{}, 'This was not sent'],
      [{ late: '1' }, 'We could not confirm that this arrived'],
    ] as const) {
      const stopped = await finder.post(path, { ...typed, ...late, key });
      expect(stopped.status, 'the script sees that it was not sent').toBeGreaterThanOrEqual(400);
      expect(await stopped.text()).toContain(`${why}: <q>${said}</q>`);
    }
  expect(await finder.read(path)).toContain(`data-keep="found-${item.id}"`);
});

test('a message that arrived without an answer, the first or a later one, leads the phone that sent it to its conversation, a day later and in a new browser session: nobody else, and it is there once', async () => {
  const { app, owner, item } = await withItem();
  const path = `/item/${item.hash}`;
  const [attempt, key] = [crypto.randomUUID(), crypto.randomUUID()];
  const tap = { answer: 'have', key, attempt };
  const sent = await (await makeFinder(app, item)).post(path, tap);
  const link = sent.headers.get('location') ?? '';
  expect(link).toContain('/conversation/');

  const [dayLater, stranger] = [await makeFinder(app, item), await makeFinder(app, item)];
  for (const late of [{}, { late: '1' }] as Record<string, string>[]) {
    const again = await dayLater.post(path, { ...tap, ...late });
    expect([again.status, again.headers.get('location')]).toEqual([303, link]);
  }
  for (const other of [
    { ...tap, attempt: crypto.randomUUID() },
    { ...tap, answer: 'saw-here' },
    { answer: 'have', key },
  ]) {
    const late = await stranger.post(path, { ...other, late: '1' });
    expect([late.status, await late.text()]).toEqual([
      409,
      expect.not.stringContaining(link.replace('/conversation', '')),
    ]);
  }
  expect((await owner.call('listConversations', {})).conversations).toMatchObject([{ unread: 1 }]);

  const second = { text: 'It has a red strap.', key, attempt: crypto.randomUUID() };
  await dayLater.post(path, second);
  const elsewhere = await makeFinder(app, item);
  for (const late of [{}, { late: '1' }] as Record<string, string>[])
    expect((await elsewhere.post(path, { ...second, ...late })).headers.get('location')).toBe(link);
  expect((await owner.call('listConversations', {})).conversations).toMatchObject([{ unread: 2 }]);

  await owner.call('archiveItem', { id: item.id });
  expect((await dayLater.post(path, { ...tap, late: '1' })).headers.get('location'), 'its tag was disabled').toBe(link);
});

import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { hiddenFields } from '../../test/hidden-fields.ts';
import { sendWaitingNotifications } from '../../test/mail-queue.ts';
import { drawPicture, makeConversation, makeFinder, makeItem, makeOwner, shareItem } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';
import { unzip } from '../../test/unzip.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withConversation, withFinder, withOwner } from '../../test/worlds.ts';

async function tap(finder: Visitor, hash: string, answer: string): Promise<string> {
  const sent = await finder.post(`/item/${hash}`, { answer, text: '', name: '' });
  return sent.headers.get('location') ?? '';
}

async function messagesOf(reader: Visitor) {
  const [conversation] = (await reader.call('listConversations', {})).conversations;
  return (await reader.call('readConversation', { id: conversation?.id ?? '' })).messages;
}

test('after one tap the next page asks where the thing is, each field optional, and the owner reads it', async () => {
  const { owner, item, finder } = await withFinder();
  const path = await tap(finder, item.hash, 'handed-in');

  const page = await finder.read(path);
  expect(page).toContain('Where did you hand it in?');
  for (const name of ['place', 'openingHours', 'reference']) expect(page).toContain(`name="${name}"`);
  const { key = '' } = hiddenFields(page);
  const details = { place: 'Lost property office', openingHours: 'Mon–Fri 9–17', reference: 'LP-77' };
  for (const _ of ['once', 'and again']) expect((await finder.post(path, { key, ...details })).status).toBe(303);

  const after = await finder.read(path);
  expect(after).not.toContain('Where did you hand it in?');
  expect(after.replace(/<[^>]*>/g, '')).toContain('Number: LP-77');
  expect((await messagesOf(owner)).map(({ answer, details }) => [answer, details])).toEqual([
    ['handed-in', null],
    [null, { ...details, position: null }],
  ]);
});

test('the owner reads where a finder last said that the item is, until the finder deletes it', async () => {
  const { owner, item, finder } = await withFinder();
  const saidPlace = async () => (await owner.call('readSaidPlace', { itemId: item.id })).said;
  const path = await tap(finder, item.hash, 'handed-in');
  expect(await saidPlace()).toBeNull();
  for (const place of ['Café', 'Lost property office']) {
    const { key = '' } = hiddenFields(await finder.read(path));
    await finder.post(path, { key, place });
  }
  await finder.post(path, { key: crypto.randomUUID(), text: 'Until six' });
  expect(await saidPlace()).toEqual({ place: 'Lost property office', at: expect.stringMatching(/^\d{4}-/) });
  await finder.post(`${path}/delete`, {});
  expect(await saidPlace()).toBeNull();
});

test('after what was sent comes the way to the answer, then where the thing is; once the owner answered, both are folded below the answer, and no heading is beside it', async () => {
  const { owner, item, finder } = await withFinder();
  const path = await tap(finder, item.hash, 'handed-in');
  const order = async () =>
    (await finder.read(path)).match(
      /<h\d|What happens next|<summary>Be told when|class="(?:mine|theirs)"|name="(?:text|place)"/g,
    );
  const question = ['<h2', 'name="place"'];
  expect(await order()).toEqual(['<h1', 'class="mine"', 'What happens next', '<h2', ...question, 'name="text"']);
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  await owner.call('replyToFinder', { conversationId: conversation?.id ?? '', key: 'the-answer', reply: 'thanks' });
  const answered = ['<h1', 'class="mine"', 'class="theirs"', 'name="text"', 'name="place"', '<summary>Be told when'];
  expect(await order()).toEqual(answered);
});

test('with the key of one page, words, other words, place and picture all arrive, each once; markup and turned text are words; the page that asks where it is works in words', async () => {
  const { owner, finder, path, item } = await withConversation();
  const { key = '' } = hiddenFields(await finder.read(path));
  const picture = await drawPicture(20);
  for (const _ of ['once', 'and again']) {
    for (const text of ['At the café', 'At the café, until six'])
      expect((await finder.post(path, { key, text })).status).toBe(303);
    expect((await finder.post(path, { key, place: 'Café' })).status).toBe(303);
    expect((await finder.postFile(`${path}/pictures?key=${key}`, picture)).status).toBe(303);
  }
  const [, ...added] = await messagesOf(owner);
  expect(added.map(({ text, details, pictureId }) => text || details?.place || (pictureId && 'a picture'))).toEqual([
    'At the café',
    'At the café, until six',
    'Café',
    'a picture',
  ]);
  await finder.post(path, {
    key: 'a-key-of-mine',
    place: '<img src=x onerror=alert(1)>Platform\u202e 2',
    reference: 'a < b & "c"',
  });
  expect((await messagesOf(owner)).at(-1)?.details).toMatchObject({ place: 'Platform 2', reference: 'a < b & "c"' });
  expect(await finder.read(path)).toContain('<bdi>a &lt; b &amp; &quot;c&quot;</bdi>');
  const policyOf = async (at: string) => (await finder.get(at)).headers.get('permissions-policy');
  expect(await policyOf(`${path}/place`)).toContain('geolocation=(self)');
  for (const at of [path, `/item/${item.hash}`, `${path}/delete`, '/'])
    expect(await policyOf(at), at).toContain('geolocation=()');

  const page = await finder.read(`${path}/place`);
  expect(page).toContain(`action="${path}"`);
  await finder.post(path, { ...hiddenFields(page), place: 'Under the bench by the lake' });
  expect((await messagesOf(owner)).at(-1)?.details?.place).toBe('Under the bench by the lake');
});

test.each([
  ['have', 'Where can the owner get it?'],
  ['saw-here', 'Where did you see it?'],
  ['with-me', 'Where are you?'],
  ['seen-here', 'Where was that?'],
])('after “%s” it asks for the place alone', async (answer, question) => {
  const app = await startApp();
  const item = await makeItem(await makeOwner(app));
  const finder = await makeFinder(app, item);
  const page = await finder.read(await tap(finder, item.hash, answer));
  for (const said of [question, 'name="place"']) expect(page).toContain(said);
  expect(page).not.toContain('name="openingHours"');
});

test('a position is the area of about a kilometre, and exact only when the finder says so; without words it is called a place on a map', async () => {
  const { owner, finder, path } = await withConversation();
  const position = { latitude: '52.5200066', longitude: '13.4049540' };
  await finder.post(path, { key: 'only-the-area', ...position });
  await finder.post(path, { key: 'no-second-yes', ...position, isExact: 'yes' });
  await finder.post(path, { key: 'the-exact-place', ...position, isExact: 'true' });
  expect((await messagesOf(owner)).map(({ details }) => details?.position)).toEqual([
    undefined,
    { latitude: 52.52, longitude: 13.4, isExact: false },
    { latitude: 52.52, longitude: 13.4, isExact: false },
    { latitude: 52.52001, longitude: 13.40495, isExact: true },
  ]);
  const html = await finder.read(path);
  expect([...html.matchAll(/href="(\/map[^"]*)".*?>([^<]+)</g)].map(([, href, words]) => [href, words])).toEqual([
    ['/map/52.52/13.4', 'Place on a map'],
    ['/map/52.52/13.4', 'Place on a map'],
    ['/map/52.52001/13.40495', 'Place on a map'],
  ]);
  const page = html.replace(/<[^>]*>/g, '');
  expect(page).toContain('Area, about a kilometre around 52.52, 13.4');
  expect(page).toContain('Exact place: 52.52001, 13.40495');
});

test('a place that is refused comes back with everything: the position in words, and never what was not typed', async () => {
  const { owner, finder, path } = await withConversation();
  const typed = { key: 'a-key-of-mine', place: 'Café', reference: 'LP-77', latitude: '52.52', longitude: '13.4' };
  const refused = await finder.post(path, { ...typed, openingHours: 'x'.repeat(10_000) });
  const page = await refused.text();
  expect(refused.status).toBe(422);
  expect(page).toContain('This is sent: an area of about a kilometre around 52.52, 13.4.');
  for (const value of ['Café', 'LP-77', 'a-key-of-mine']) expect(page).toContain(`value="${value}"`);
  const exact = await (await finder.post(path, { ...typed, isExact: 'true', reference: 'x'.repeat(10_000) })).text();
  expect(exact).toContain('This is sent: the exact place, 52.52, 13.4.');

  const [conversation] = (await owner.call('listConversations', {})).conversations;
  await owner.call('blockConversation', { id: conversation?.id ?? '' });
  const closed = await (await finder.post(path, { ...typed, isExact: 'true' })).text();
  expect(closed).toMatch(/This was not sent: <q[^>]*>Café · LP-77<\/q>/);
  const place = await finder.get(`${path}/place`);
  expect([place.status, place.headers.get('location')], 'the conversation says that it is closed').toEqual([302, path]);
  const gone = await finder.post('/conversation/no-such-secret', { key: 'a-key-of-mine', place: 'Café' });
  expect([gone.status, (await gone.text()).replace(/<[^>]*>/g, '')]).toEqual([
    404,
    expect.stringContaining('This was not sent: Café'),
  ]);
});

test.each([
  ['no position on Earth', { place: 'Lake', latitude: '91', longitude: '0' }, 'no position on Earth'],
  ['no number', { place: 'Lake', latitude: 'NaN', longitude: '1e999' }, 'no position on Earth'],
  ['half a position', { place: 'Lake', latitude: '52', longitude: '' }, 'no position on Earth'],
  ['nothing', { place: ' \u202e ', openingHours: '', reference: '' }, 'Fill in at least one field.'],
  ['a place without end', { place: 'x'.repeat(5_000) }, 'at most 120 characters'],
])('%s is refused in words, and what was typed comes back', async (_what, typed, words) => {
  const app = await startApp();
  const owner = await makeOwner(app);
  const { finder, path } = await makeConversation(app, await makeItem(owner));
  const refused = await finder.post(path, { key: 'a-key-of-mine', ...typed });
  expect(refused.status).toBe(422);
  const page = await refused.text();
  expect(page.replace(/<[^>]*>/g, ' ')).toContain(words);
  const alert = /<p role="alert">(.*?)<\/p>/.exec(page)?.[1] ?? '';
  expect(alert.split(words), 'said once').toHaveLength(2);
  const { place = '' } = typed;
  if (place.trim()) expect(page).toContain(`value="${place}"`);
  expect(page, 'it would be refused again').not.toContain('name="latitude"');
  expect(page).toContain('<details class="found-part" open="" data-fold="details">');
  expect(await messagesOf(owner)).toHaveLength(1);
});

test('the mail to the owner says place and hours, and of a position only that there is one', async () => {
  const { app, owner } = await withOwner(startApp());
  const item = await makeItem(owner, { name: 'Red umbrella' });
  await tap(await makeFinder(app, item), item.hash, 'handed-in');
  expect((await app.mailbox.find(owner.email, 'Red umbrella')).text).toContain('I handed it in');

  const scarf = await makeItem(owner, { name: 'Blue scarf' });
  const { path, finder: second } = await makeConversation(app, scarf);
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const { messages } = await owner.call('readConversation', { id: conversation?.id ?? '' });
  await owner.call('markConversationRead', { id: conversation?.id ?? '', upTo: messages.at(-1)?.id ?? '' });
  await second.post(path, {
    key: 'a-key-of-mine',
    place: 'Ticket office',
    openingHours: 'Until six',
    latitude: '52.5200066',
    longitude: '13.4049540',
    isExact: 'true',
  });
  await sendWaitingNotifications(app);
  await expect
    .poll(() => app.mailbox.received.map(({ text }) => text).filter((text) => text?.includes('Ticket office')))
    .toHaveLength(1);
  const told = app.mailbox.received.find(({ text }) => text?.includes('Ticket office'))?.text ?? '';
  for (const said of ['Until six', 'Also sent: where it is.']) expect(told).toContain(said);
  expect(told).not.toMatch(/52[.,]5|13[.,]4/);
});

test('a member reads the details too, and they are in the owner’s export', async () => {
  const app = await sharedApp();
  const [owner, member] = [await makeOwner(app), await makeOwner(app, 'Bea')];
  const item = await makeItem(owner);
  await shareItem(owner, member, item);
  const { finder, path } = await makeConversation(app, item);
  await finder.post(path, { key: 'a-key-of-mine', place: 'Ticket office' });
  for (const reader of [owner, member]) expect((await messagesOf(reader)).at(-1)?.details?.place).toBe('Ticket office');
  const files = await unzip(await (await owner.get('/profile/export')).blob());
  expect(JSON.parse(files['messages.json'] ?? '')).toMatchObject([{}, { details: { place: 'Ticket office' } }]);
});

test('a phone with several conversations is led back to that of the tag which it scans', async () => {
  const { app, owner } = await withOwner();
  const [keys, bag] = [await makeItem(owner, { name: 'Keys' }), await makeItem(owner, { name: 'Bag' })];
  const finder = await makeFinder(app, keys);
  const paths = [await tap(finder, keys.hash, 'have'), await tap(finder, bag.hash, 'saw-here')];
  for (const [n, { hash }] of [keys, bag].entries()) {
    const page = await finder.read(`/item/${hash}`);
    expect(page).toContain(`href="${paths[n]}"`);
    expect(page).not.toContain(`href="${paths[1 - n]}"`);
  }
});

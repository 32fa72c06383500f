import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteOldContactRequests } from '../domain/contact/contact-requests.ts';
import { languages, translationsIn } from '../language/languages.ts';
import { type App, startApp } from '../test/app.ts';
import { makeAdministrator, newEmail } from '../test/make.ts';
import { sharedApp } from '../test/shared-app.ts';
import type { Visitor } from '../test/visitor.ts';
import { withOwner } from '../test/worlds.ts';

const operator = 'handback@localhost';
const typed = { topic: 'data', text: 'Which data do you keep about me?', name: 'Kim' };

/** Somebody who opened the page. */
async function openPage(app: App, query = ''): Promise<Visitor> {
  const visitor = app.visitor();
  expect((await visitor.get(`/contact${query}`)).status).toBe(200);
  return visitor;
}

function stored({ services }: App) {
  return services.db.selectFrom('contactRequests').selectAll().orderBy('createdAt').execute();
}

test('what somebody writes on the contact page is stored and mailed to the operator, whose answer goes there, and the sender is told that it came', async () => {
  const app = await startApp({ brand: { contactEmail: 'help@tags.example' } });
  const visitor = await openPage(app);
  const email = newEmail();
  const sent = await visitor.post('/contact', { ...typed, email });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/contact?sent#write']);
  expect(await visitor.read('/contact?sent')).toContain('Your message has arrived.');
  const mail = await app.mailbox.find('help@tags.example', 'My data');
  expect(mail.text).toContain(typed.text);
  expect(mail.text).toContain(email);
  expect(mail.replyTo).toEqual([{ name: '', address: email }]);
  const confirmation = await app.mailbox.find(email, 'your message arrived');
  expect(confirmation.replyTo).toBeUndefined();
  expect(confirmation.text).not.toContain(typed.text);
  expect(await stored(app)).toMatchObject([{ ...typed, email, uid: null, heldReason: null, language: 'en' }]);
});

test('sent twice from the same page, it is one message and one mail', async () => {
  const app = await startApp({ brand: { contactEmail: operator } });
  const visitor = await openPage(app);
  const email = newEmail();
  await Promise.all([1, 2, 3].map(() => visitor.post('/contact', { ...typed, email })));
  await visitor.post('/contact', { ...typed, email, text: 'And another thing.' });
  expect((await stored(app)).map(({ text }) => text)).toEqual([typed.text, 'And another thing.']);
  await expect.poll(() => app.mailbox.received.filter(({ to }) => to?.[0]?.address === operator)).toHaveLength(2);
});

test('with a field left out or wrong nothing is stored, and everything typed comes back with what to do', async () => {
  const app = await startApp({ brand: { contactEmail: operator } });
  for (const [what, wrong, said] of [
    ['no topic', { topic: '' }, 'Choose what it is about.'],
    ['no words', { text: ' \u200b ' }, 'Write what we can do for you.'],
    ['too many words', { text: 'a'.repeat(4_001) }, 'Please use at most 4,000 characters.'],
    ['no email address', { email: 'kim at example' }, 'name@example.com'],
    ['a link as a name', { name: 'https://evil.example' }, 'name'],
  ] as const) {
    const given: Record<string, string> = { ...typed, email: newEmail(), ...wrong };
    const answer = await (await openPage(app)).post('/contact', given);
    expect(answer.status, what).toBe(422);
    const html = await answer.text();
    expect(html.match(/class="field-error"[^>]*>([^<]*)/)?.[1], what).toContain(said);
    for (const [name, value] of Object.entries(given)) if (!(name in wrong)) expect(html, name).toContain(value);
  }
  expect(await stored(app)).toEqual([]);
});

test('what a robot fills in, and what comes without the page, is stored but not mailed', async () => {
  const app = await startApp({ brand: { contactEmail: operator } });
  const robot = await openPage(app);
  await robot.post('/contact', { ...typed, email: newEmail(), website: 'https://spam.example' });
  await app.visitor().post('/contact', { ...typed, email: newEmail() });
  const honest = newEmail();
  await (await openPage(app)).post('/contact', { ...typed, email: honest, text: 'An honest question.' });
  expect((await stored(app)).map(({ heldReason }) => heldReason)).toEqual(['hidden-field', 'no-form', null]);
  await app.mailbox.find(honest, 'arrived');
  await app.mailbox.find(operator, 'My data');
  const toOperator = app.mailbox.received.filter(({ to }) => to?.[0]?.address === operator);
  expect(toOperator.map(({ text }) => text?.includes('An honest question.'))).toEqual([true]);
});

test('one network writes 20 times a day; after that it is told when to try again, with its words', async () => {
  const app = await startApp({ brand: { contactEmail: operator } });
  const visitor = await openPage(app);
  for (let n = 0; n < 20; n++)
    expect((await visitor.post('/contact', { ...typed, email: newEmail(), text: `No. ${n}` })).status).toBe(303);
  const refused = await visitor.post('/contact', { ...typed, email: newEmail(), text: 'No. 20' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  const html = await refused.text();
  expect(html).toContain('Too many messages came from your network today.');
  expect(html).toContain('No. 20');
  expect(await stored(app)).toHaveLength(20);
});

test.each(languages)(
  'whoever reads %s finds the form, what is wrong with it, that it arrived, and the mail about it in that language',
  async (language) => {
    const app = await sharedApp();
    const visitor = app.visitor();
    visitor.language = language;
    const t = translationsIn(language);
    const plain = (html: string) => html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"');
    const shown = async (path: string) => plain(await visitor.read(path));
    const form = await shown('/contact?tag=0123456789abcdef');
    expect(form).toContain(`<html lang="${language}"`);
    for (const key of ['title', 'form', 'topic', 'topic-abuse', 'textHint', 'emailHint', 'send'] as const)
      expect(form, key).toContain(t(`contactPage.${key}`));
    expect(form).toContain(`>${t('contactPage.aboutTag', { code: '0123 4567 89ab cdef' })}`);
    const refused = await visitor.post('/contact', { ...typed, topic: '', email: 'kim at example' });
    const html = plain(await refused.text());
    expect([refused.status, html.includes(`<html lang="${language}"`)]).toEqual([422, true]);
    for (const key of ['contactPage.again', 'contactPage.topicMissing', 'error.notAnEmail'] as const)
      expect(html, key).toContain(t(key));
    const email = newEmail();
    const sent = await visitor.post('/contact', { ...typed, email, text: language });
    expect(await shown(sent.headers.get('location') ?? '')).toContain(t('contactPage.sent'));
    const mail = await app.mailbox.find(email, t('mailContactCame.subject', { product: 'Handback' }));
    expect(mail.text).toContain(t('mailContactCame.text', { product: 'Handback' }).slice(0, 20));
  },
);

test('a German reads the page and gets the mail in German; the operator gets theirs with the language named', async () => {
  const app = await startApp({ brand: { contactEmail: operator } });
  const visitor = app.visitor();
  visitor.language = 'de';
  expect(await visitor.read('/contact')).toContain('Worum geht es?');
  const email = newEmail();
  await visitor.post('/contact', { ...typed, email });
  await app.mailbox.find(email, 'Ihre Nachricht ist angekommen');
  expect((await app.mailbox.find(operator, 'My data')).text).toContain('reads “de”');
});

test('the page of a tag hands its code over to the form, where it is changeable; what is no code is left out', async () => {
  const app = await sharedApp();
  const read = async (tag: string) => {
    const html = await app.visitor().read(`/contact?${new URLSearchParams({ tag })}`);
    return [/<textarea[^>]*>([^<]*)/.exec(html)?.[1]?.trim(), /<option value="(\w+)" selected/.exec(html)?.[1]];
  };
  const words = 'It is about the tag 0123 4567 89ab cdef.';
  expect(await read('0123456789abcdef')).toEqual([words, 'tag']);
  expect(await read('0123-4567-89AB-CDEF')).toEqual([words, 'tag']);
  for (const none of ['', '0123', '</textarea><script>', '0'.repeat(200)])
    expect(await read(none)).toEqual(['', undefined]);
});

test('what is written while signed in belongs to the account, and all goes after a year', async () => {
  const { app, owner } = await withOwner(startApp({ brand: { contactEmail: operator } }));
  await owner.post('/contact', { ...typed, email: owner.email });
  await (await openPage(app)).post('/contact', { ...typed, email: newEmail(), text: 'Old.' });
  expect((await stored(app)).map(({ uid }) => uid)).toEqual([owner.uid, null]);
  const { db } = app.services;
  await sql`update contact_requests set created_at = now() - interval '366 days' where text = 'Old.'`.execute(db);
  await deleteOldContactRequests(app.services);
  expect((await stored(app)).map(({ text }) => text)).toEqual([typed.text]);
});

test('administrators find a contact request by address or words, note something about it, and take spam from what is open, for 30 days', async () => {
  const app = await startApp();
  const { db } = app.services;
  const [admin, other] = [await makeAdministrator(app), await makeAdministrator(app, 'Rita')];
  const send = (email: string, text: string) =>
    app.visitor().call('sendContactRequest', { key: crypto.randomUUID(), topic: 'else', name: 'Kim Lee', text, email });
  await send('kim@example.com', 'Where is my “Bücherwurm” tag?');
  await send('ada@example.com', 'Cheap pills at pills.example, don’t wait');
  const found = async (request: object) =>
    (await admin.call('listContactRequests', request)).rows.map(({ email }) => email);
  for (const search of ['kim@ex', 'bücher', 'lee where', 'TAG? my'])
    expect(await found({ search }), search).toEqual(['kim@example.com']);
  expect(await found({ search: 'pills.example don’t' })).toEqual(['ada@example.com']);
  for (const search of ["'", '\\', "a' | b:*", '&', '%']) expect(await found({ search }), search).toEqual([]);
  expect(await found({ sort: 'email', ascending: true })).toEqual(['ada@example.com', 'kim@example.com']);

  const { id } = (await admin.call('listContactRequests', { search: 'pills' })).rows[0] ?? { id: '' };
  await admin.call('noteContactRequest', { id, note: 'Third one this week.' });
  for (const _ of ['once', 'again']) await admin.call('setSpam', { id, spam: true });
  expect((await other.tryCall('setSpam', { id, spam: true })).error?.details).toEqual({ reason: 'settled' });
  expect([await found({}), await found({ state: 'spam' }), await found({ state: 'done' })]).toEqual([
    ['kim@example.com'],
    ['ada@example.com'],
    [],
  ]);
  expect((await admin.call('readToday', {})).needs).toMatchObject([{ name: 'contact-requests', count: 1 }]);
  await other.call('setSpam', { id, spam: false });
  expect((await admin.call('listContactRequests', { search: 'pills' })).rows).toMatchObject([
    { note: 'Third one this week.', settled: null },
  ]);
  await other.call('setSpam', { id, spam: true });
  const acts = await db.selectFrom('auditEntries').select(['act', 'changes']).where('subjectId', '=', id).execute();
  expect(acts.map(({ act }) => act).sort()).toEqual(['noteContactRequest', 'setSpam', 'setSpam', 'setSpam']);
  expect(acts.find(({ act }) => act === 'noteContactRequest')?.changes).toEqual({ noted: [false, true] });
  expect(JSON.stringify(acts)).not.toContain('Third');
  expect((await admin.tryCall('setSpam', { id: 'none', spam: true })).status).toBe(404);
  const long = await admin.tryCall('noteContactRequest', { id, note: 'x'.repeat(2_001) });
  expect(JSON.stringify(long.error?.details)).toContain('At most 2,000 characters.');

  await sql`update contact_requests set settled_at = now() - interval '29 days' where id = ${id}`.execute(db);
  await deleteOldContactRequests(app.services);
  expect(await found({ state: 'all' })).toHaveLength(2);
  await sql`update contact_requests set settled_at = now() - interval '30 days'`.execute(db);
  await deleteOldContactRequests(app.services);
  expect(await found({ state: 'all' })).toEqual(['kim@example.com']);
});

test('what is searched for among thousands is found whole and once, page by page, wherever it stands and however often', async () => {
  const app = await startApp();
  const admin = await makeAdministrator(app);
  await sql`
    insert into contact_requests (id, name, email, topic, text, language, creation_key, created_at)
    select 'r' || n, 'Kim', 'person' || lpad((n * 7 % 3500)::text, 4, '0') || '@example.com', 'else',
      concat_ws(' ', case when n % 2 = 0 then 'often' end, case when n % 100 = 0 then 'seldom' end,
        case when n = 1 then 'once' end, case when n <= 2300 then 'early' end, case when n > 3400 then 'late' end),
      'en', 'r' || n, timestamptz '2026-01-01 00:00:00+00' + make_interval(secs => n)
    from generate_series(1, 3500) n`.execute(app.services.db);
  const counts = { often: 1_750, seldom: 35, once: 1, early: 2_300, late: 100, 'early seldom': 23, never: 0 };
  for (const [search, count] of Object.entries(counts))
    for (const order of [{}, { ascending: true }, { sort: 'email' }] as const) {
      const ids: string[] = [];
      let after: string | undefined;
      do {
        const page = await admin.call('listContactRequests', { search, ...order, limit: 200, ...(after && { after }) });
        ids.push(...page.rows.map(({ id }) => id));
        after = page.next;
      } while (after);
      const what = JSON.stringify({ search, ...order });
      expect([ids.length, new Set(ids).size], what).toEqual([count, count]);
      const times = ids.map((id) => Number(id.slice(1)));
      const sorted = 'sort' in order ? (n: number) => (n * 7) % 3500 : (n: number) => n;
      const inOrder = times.toSorted((a, b) => ('ascending' in order ? sorted(a) - sorted(b) : sorted(b) - sorted(a)));
      expect(times, what).toEqual(inOrder);
    }
});

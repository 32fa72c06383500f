import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { type App, startApp } from '../../test/app.ts';
import { linkIn } from '../../test/mailbox.ts';
import { handOver, makeConversation, makeItem, makeOwner, newEmail, type Person } from '../../test/make.ts';
import { newSubscription, openOutsideServer } from '../../test/push-service.ts';
import type { Visitor } from '../../test/visitor.ts';
import { withOwner } from '../../test/worlds.ts';

type Options = Parameters<typeof startApp>[0];

async function begin(options?: Options, language = 'en') {
  const { app, owner } = await withOwner(startApp(options));
  const { path, finder } = await makeConversation(app, await makeItem(owner, { name: 'Secret umbrella' }));
  finder.language = language;
  await sql`update conversations set finder_language = ${language}`.execute(app.services.db);
  return { app, owner, path, finder, email: newEmail('Kim') };
}

async function reply(owner: Person, text = 'Zanzibar, thank you'): Promise<void> {
  const { conversations } = await owner.call('listConversations', {});
  const key = crypto.randomUUID();
  await owner.call('replyToFinder', { conversationId: conversations[0]?.id ?? '', key, text });
}

/** @returns the path of the link that confirms */
async function askByForm({ app, finder, path, email }: Awaited<ReturnType<typeof begin>>): Promise<string> {
  const asked = await finder.post(`${path}/replies`, { email });
  expect([asked.status, asked.headers.get('location')]).toEqual([303, `${path}?asked`]);
  await expect.poll(() => mailsTo(app, email).length).toBe(1);
  const link = new URL(linkIn(mailsTo(app, email)[0] as Parameters<typeof linkIn>[0]));
  return link.pathname + link.search;
}

async function confirmByForm(begun: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const link = await askByForm(begun);
  const confirmed = await begun.finder.post(link, {});
  expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, `${begun.path}?confirmed`]);
}

async function closeByHandover({ app, owner }: { app: App; owner: Person }): Promise<void> {
  const { items } = await owner.call('listItems', {});
  await handOver(owner, await makeOwner(app, 'Bea'), { id: items[0]?.id ?? '' });
}

function mailsTo({ mailbox }: App, email: string) {
  return mailbox.received.filter(({ to }) => to?.[0]?.address === email);
}

async function passMinutes({ services }: App, minutes: number): Promise<void> {
  const earlier = (column: string) => sql`${sql.ref(column)} - make_interval(mins => ${minutes})`;
  await sql`update outgoing_mails set created_at = ${earlier('created_at')}`.execute(services.db);
  await sql`update outgoing_requests set created_at = ${earlier('created_at')}`.execute(services.db);
  await sql`update pending_reply_notifications set due_at = ${earlier('due_at')}`.execute(services.db);
  await runDueJobs(services);
}

async function stored({ services }: App): Promise<string> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(reply_mails)::text as row from reply_mails union all
    select to_jsonb(pending_reply_notifications)::text from pending_reply_notifications union all
    select to_jsonb(push_subscriptions)::text from push_subscriptions where conversation_id is not null union all
    select to_jsonb(outgoing_mails)::text from outgoing_mails where purpose like 'reply %'`.execute(services.db);
  return rows.map(({ row }) => row).join('\n');
}

test('a finder confirms an address without scripts and is mailed each reply, without a word of it; the mail leads to the private link', async () => {
  const begun = await begin();
  const { app, owner, finder, path, email } = begun;
  const link = await askByForm(begun);
  const asked = await finder.read(`${path}?asked`);
  expect(asked.split('open the email that we sent you')).toHaveLength(2);
  expect(asked).toContain(email.toLowerCase());
  await reply(owner);
  const page = await finder.get(link);
  expect([page.status, (await page.text()).includes('Get an email when there is an answer?')]).toEqual([200, true]);
  await reply(owner);
  await app.mailbox.find(owner.email, 'Secret umbrella');
  expect(mailsTo(app, email), 'opening the link confirms nothing').toHaveLength(1);

  await finder.post(link, {});
  const confirmed = await finder.read(`${path}?confirmed`);
  expect(confirmed.split('You get an email when there is an answer.')).toHaveLength(2);
  expect(confirmed).not.toContain(email.toLowerCase());
  expect(await finder.read(`${path}?asked`), 'it is confirmed').not.toContain('Now open the email');
  await reply(owner);
  await expect.poll(() => mailsTo(app, email).length).toBe(2);
  const mail = await app.mailbox.find(email, 'You have an answer');
  expect(new URL(linkIn(mail)).pathname).toBe(path);
  for (const word of ['Zanzibar', 'umbrella', owner.email]) expect(mail.html + (mail.text ?? '')).not.toContain(word);
});

test('replies that follow soon are one mail, ten minutes later, unless the finder read them meanwhile', async () => {
  const begun = await begin();
  const { app, owner, finder, path, email } = begun;
  await confirmByForm(begun);
  for (let n = 0; n < 4; n++) await reply(owner, `Reply ${n}`);
  await expect.poll(() => mailsTo(app, email).length).toBe(2);
  await passMinutes(app, 11);
  await expect.poll(() => mailsTo(app, email).length, { message: 'the other three together' }).toBe(3);

  await passMinutes(app, 11);
  await reply(owner);
  await reply(owner);
  await expect.poll(() => mailsTo(app, email).length).toBe(4);
  const shown = await finder.read(path);
  const upTo = [...shown.matchAll(/data-unseen="([^"]+)"/g)].at(-1)?.[1] ?? '';
  expect((await finder.post(`${path}/read`, { upTo })).status).toBe(204);
  await passMinutes(app, 11);
  expect(await stored(app)).not.toContain('due_at');
  expect((await stored(app)).match(/"purpose": "reply (?!confirm )/g)).toHaveLength(3);
});

test('mails and notifications are in the language that the finder switched to at the private link', async () => {
  const service = await openOutsideServer();
  const begun = await begin({ outgoing: service.outgoing });
  const { app, owner, finder, path, email } = begun;
  finder.language = 'uk';
  await confirmByForm(begun);
  await reply(owner);
  await app.mailbox.find(email, 'Вам відповіли');

  finder.language = 'pl';
  await passMinutes(app, 11);
  await finder.post(path, { key: 'a-key-of-mine', text: 'Leży u mnie' });
  await reply(owner);
  await app.mailbox.find(email, 'Jest odpowiedź');

  finder.language = 'ar';
  const { endpoint, p256dh, auth, decrypt } = newSubscription(service.url);
  expect((await finder.post(`${path}/replies/phone`, { endpoint, p256dh, auth })).status).toBe(204);
  await reply(owner);
  await expect.poll(() => service.received.length).toBe(1);
  expect(decrypt(service.received[0]?.body ?? Buffer.of())).toContain('وصلك رد');
});

test('the mail is in the finder’s language and ends with one click (RFC 8058), without cookies; the address is gone then', async () => {
  const begun = await begin(undefined, 'ar');
  const { app, owner, email } = begun;
  await confirmByForm(begun);
  await reply(owner);
  const mail = await app.mailbox.find(email, 'وصلك رد');
  expect(mail.html).toContain('<html lang="ar" dir="rtl">');
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const off = header('list-unsubscribe').slice(1, -1);
  const asked = await fetch(off, { headers: { 'accept-language': 'ar' } });
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('إيقاف الرسائل عن هذه المحادثة')]);
  expect(await stored(app)).toContain(email.toLowerCase());
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'ar' };
  const click = (link: string) => fetch(link, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' });
  expect((await click(`${off}x`)).status, 'forged').toBe(404);
  expect(await stored(app)).toContain(email.toLowerCase());
  const done = await click(off);
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('لن تصلك رسائل أخرى')]);
  expect(await stored(app)).toBe('');
  const later = await begun.finder.read(`${begun.path}?confirmed&lang=en`);
  expect(later).toContain('Be told when there is an answer');
  expect(later, 'the address of the page is older than the click').not.toContain('You get an email when');
  await reply(owner);
  expect(await stored(app)).toBe('');
});

test('“Now open the email” and “You get no more emails” are said only while it is so, and not in a closed conversation', async () => {
  const begun = await begin();
  const { finder, path } = begun;
  const shown = async (done: string) => {
    const page = await finder.read(`${path}?${done}`);
    return /(Now open the email|You get no more emails)/.exec(page)?.[1];
  };
  await askByForm(begun);
  expect([await shown('asked'), await shown('ended')]).toEqual(['Now open the email', 'Now open the email']);
  await finder.post(`${path}/replies/end`, {});
  expect([await shown('asked'), await shown('ended')]).toEqual([undefined, 'You get no more emails']);
  await askByForm({ ...begun, email: newEmail('Lee') });
  await closeByHandover(begun);
  expect(await shown('asked'), 'closed').toBeUndefined();
});

test('a code of another address or conversation confirms nothing, and says what to do; so does the button that ends emails where there is no conversation any more', async () => {
  const begun = await begin();
  const { app, finder, path, email } = begun;
  const link = await askByForm(begun);
  await finder.post(`${path}/replies`, { email: newEmail('Lee') });
  const refused = await finder.post(link, {});
  expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('Ask for the email once more')]);
  expect(await stored(app)).not.toContain('"confirmed_at": "');
  const typo = await finder.post(`${path}/replies`, { email: 'nobody at home' });
  expect([typo.status, await typo.text()]).toEqual([422, expect.stringContaining('value="nobody at home"')]);
  expect(mailsTo(app, email)).toHaveLength(1);
  const answer = await finder.post(`/conversation/${'A'.repeat(43)}/replies/end`, {});
  expect(answer.status).toBe(404);
  expect(await answer.text()).toMatch(/<h1>[^<]+<\/h1>/);
});

test('a phone is pushed each reply, without its words, in the finder’s language, to a known push service alone, until the finder ends it', async () => {
  const outside = await openOutsideServer();
  const begun = await begin({ outgoing: outside.outgoing }, 'ar');
  const { app, owner, finder, path } = begun;
  const { decrypt, ...subscription } = newSubscription(outside.url);
  expect(
    (await finder.post(`${path}/replies/phone`, { ...subscription, endpoint: 'https://example.org/x' })).status,
  ).toBe(422);
  expect((await finder.post(`${path}/replies/phone`, subscription)).status).toBe(204);
  expect((await finder.post(`${path}/replies/phone`, subscription)).status, 'twice is once').toBe(204);
  await reply(owner);
  await reply(owner);
  await expect.poll(() => outside.received.length, { timeout: 10_000 }).toBe(1);
  const payload = JSON.parse(decrypt(outside.received[0]?.body ?? Buffer.alloc(0)));
  expect(payload).toMatchObject({ body: 'وصلك رد', path, language: 'ar', direction: 'rtl' });
  expect(JSON.stringify(payload)).not.toContain('Zanzibar');
  await passMinutes(app, 2);
  await expect.poll(() => outside.received.length, { timeout: 10_000 }).toBe(2);
  const { endpoint } = subscription;
  expect((await finder.post(`${path}/replies/phone/end`, { endpoint })).status).toBe(204);
  expect(await stored(app)).not.toContain(endpoint);
});

test.each<[string, (begun: { app: App; owner: Person; finder: Visitor; path: string }) => Promise<unknown>]>([
  ['the finder deletes their words', ({ finder, path }) => finder.post(`${path}/delete`, {})],
  ['the item is handed over', closeByHandover],
  [
    'the conversation is idle for 180 days',
    async ({ app }) => {
      await sql`update web_messages set created_at = now() - interval '181 days'`.execute(app.services.db);
      await sql`delete from scheduled_jobs`.execute(app.services.db);
      await runDueJobs(app.services);
    },
  ],
])('address and phone are gone when %s', async (_when, end) => {
  const begun = await begin();
  const { app, owner, finder, path, email } = begun;
  await confirmByForm(begun);
  const { decrypt: _, ...subscription } = newSubscription('https://fcm.googleapis.com');
  expect((await finder.post(`${path}/replies/phone`, subscription)).status).toBe(204);
  await reply(owner);
  await reply(owner);
  expect(await stored(app)).toContain(email.toLowerCase());
  await end(begun);
  expect(await stored(app)).toBe('');
});

test('an address that nobody confirms is gone after 7 days', async () => {
  const begun = await begin();
  const { app } = begun;
  await askByForm(begun);
  await sql`update reply_mails set asked_at = now() - interval '6 days'`.execute(app.services.db);
  await runDueJobs(app.services);
  expect(await stored(app)).toContain('asked_at');
  await sql`update reply_mails set asked_at = now() - interval '7 days'`.execute(app.services.db);
  await sql`delete from scheduled_jobs`.execute(app.services.db);
  await runDueJobs(app.services);
  expect(await stored(app)).not.toContain('asked_at');
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runDueJobs } from '../../domain/schedule.ts';
import { startApp } from '../../test/app.ts';
import { hiddenFields } from '../../test/hidden-fields.ts';
import { queuedMails } from '../../test/mail-queue.ts';
import { makeAdministrator, makeItem } from '../../test/make.ts';
import { withConversation, withItem, withOwner } from '../../test/worlds.ts';

const adminEmail = 'operator@example.com';

test('whoever finds a tag in their things reports it without account and scripts: the operator is mailed, the owner learns nothing', async () => {
  const { app, owner, item } = await withItem(startApp({ adminEmail }));
  const stranger = app.visitor();
  const path = `/item/${item.hash}/report`;
  expect(await stranger.read(`/item/${item.hash}`)).toContain(`href="${path}"`);
  const page = await stranger.read(path);
  expect(page).toContain('It has no battery and cannot follow you.');
  const form = { ...hiddenFields(page), reason: 'planted', text: 'It was in my coat.' };
  const sent = await stranger.post(path, form);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}?sent`]);
  expect(await stranger.read(`${path}?sent`)).toContain('Your report was sent.');
  await stranger.post(path, form);

  const mail = await app.mailbox.find(adminEmail, 'A tag was reported');
  expect(mail.text).toContain('It was in my coat.');
  expect(mail.text).toContain('somebody put it on them or in their things');
  const reports = (await queuedMails(app)).filter(({ purpose }) => purpose === 'tag-report');
  expect(reports, 'sending the form twice reports once').toHaveLength(1);
  await stranger.post(path, { ...form, text: 'It was in my coat, and in my bag.' });
  const told = (await queuedMails(app)).filter(({ purpose }) => purpose === 'tag-report');
  expect(told, 'other words after Back are another report').toHaveLength(2);
  expect((await owner.call('listConversations', {})).conversations).toEqual([]);
  expect((await queuedMails(app)).filter(({ purpose }) => purpose.startsWith('new-message'))).toEqual([]);
});

test('a report from the private link names the conversation; administrators read the newest first, a page at a time', async () => {
  const { app, owner, item, finder, path } = await withConversation(startApp());
  expect(await finder.read(path)).toContain(`href="${path}/report"`);
  const page = await finder.read(`${path}/report`);
  await finder.post(`${path}/report`, { ...hiddenFields(page), reason: 'unsafe' });
  await app.visitor().call('reportTag', { hash: item.hash, key: crypto.randomUUID(), reason: 'fraud', text: 'Money!' });

  const admin = await makeAdministrator(app);
  const first = await admin.call('listTagReports', { limit: 1 });
  expect(first.rows).toMatchObject([{ reason: 'fraud', text: 'Money!', conversationId: null }]);
  const rest = await admin.call('listTagReports', { after: first.next });
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  expect(rest.rows).toMatchObject([{ reason: 'unsafe', conversationId: conversation?.id }]);
  expect(rest.next).toBeUndefined();
  for (const search of [item.id, `https://old.example/item/${item.hash}`])
    expect((await admin.call('listTagReports', { search })).rows).toHaveLength(2);
  expect((await admin.call('listTagReports', { search: 'something' })).rows).toEqual([]);
  expect(first.rows[0]?.owner).toEqual({ uid: owner.uid, disabled: false });
  await admin.call('administerAccount', { id: owner.uid, act: 'disable' });
  expect((await admin.call('listTagReports', { limit: 1 })).rows[0]?.owner).toEqual({ uid: owner.uid, disabled: true });
});

test('a report without a reason, or the sixth of a network about a tag in an hour, comes back with all that was typed', async () => {
  const { app, owner } = await withOwner();
  const [item, other] = [await makeItem(owner), await makeItem(owner)];
  const stranger = app.visitor();
  const report = (hash: string, reason = 'unsafe') =>
    stranger.post(`/item/${hash}/report`, { key: crypto.randomUUID(), reason, text: 'He follows me.' });
  const without = await report(item.hash, '');
  expect([without.status, await without.text()]).toEqual([422, expect.stringContaining('He follows me.')]);
  for (let n = 1; n <= 5; n++) expect((await report(item.hash)).status).toBe(303);
  const sixth = await report(item.hash);
  expect([sixth.status, await sixth.text()]).toEqual([429, expect.stringContaining('He follows me.')]);
  expect((await report(other.hash)).status, 'about another tag').toBe(303);
});

test('reports are deleted after 90 days', async () => {
  const { app, item } = await withItem(startApp());
  const { db } = app.services;
  for (const days of [89, 91]) {
    const key = crypto.randomUUID();
    await app.visitor().call('reportTag', { hash: item.hash, key, reason: 'unsafe', text: String(days) });
    const createdAt = sql<Date>`now() - make_interval(days => ${days})`;
    await db.updateTable('tagReports').set({ createdAt }).where('text', '=', String(days)).execute();
  }
  await runDueJobs(app.services);
  expect(await db.selectFrom('tagReports').select('text').execute()).toEqual([{ text: '89' }]);
});

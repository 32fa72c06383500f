import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { deleteLostFiles } from '../domain/files/delete-lost-files.ts';
import { deleteOldReports } from '../domain/messages/report-conversation.ts';
import { startApp } from '../test/app.ts';
import { drawPicture, makeAdministrator, makeConversation, makeItem, newEmail, storedFolders } from '../test/make.ts';
import type { Visitor } from '../test/visitor.ts';
import { withOwner } from '../test/worlds.ts';

const key = () => crypto.randomUUID();

async function begin(adminEmail = newEmail('operator')) {
  const { app, owner } = await withOwner(startApp({ adminEmail }));
  const { finder, path } = await makeConversation(app, await makeItem(owner), 'Send me 50 euros');
  const [{ id = '' } = {}] = (await owner.call('listConversations', {})).conversations;
  return { app, owner, finder, id, secret: path.split('/').at(-1) ?? '', adminEmail };
}

test('a report keeps what was written for administrators, whatever is deleted, for 90 days', async () => {
  const { app, owner, finder, id, secret } = await begin();
  const admin = await makeAdministrator(app);
  const report = { id, key: key(), reason: 'scam' as const, note: 'They want money.' };
  await owner.call('reportConversation', report);
  await owner.call('reportConversation', report);
  await finder.call('deleteFinderWords', { secret });
  const { rows } = await admin.call('listReports', {});
  expect(rows).toMatchObject([
    {
      reporter: owner.email,
      reason: 'scam',
      note: 'They want money.',
      conversationId: id,
      itemName: 'Blue backpack',
      messages: [{ author: 'finder', text: 'Send me 50 euros' }],
    },
  ]);

  const found = async (search: string, state?: 'done') =>
    (await admin.call('listReports', { search, ...(state && { state }) })).rows.length;
  expect(await Promise.all([owner.email, owner.uid, id, 'blue b', 'pack'].map((search) => found(search)))).toEqual([
    1, 1, 1, 1, 0,
  ]);
  expect(await found('blue', 'done')).toBe(0);

  const { db } = app.services;
  await sql`update reports set created_at = now() - interval '89 days'`.execute(db);
  await deleteOldReports(app.services);
  expect((await admin.call('listReports', {})).rows).toHaveLength(1);
  await sql`update reports set created_at = now() - interval '90 days'`.execute(db);
  await deleteOldReports(app.services);
  expect((await admin.call('listReports', {})).rows).toEqual([]);
});

test('a report keeps its pictures for administrators alone, whatever is deleted, until it ends; other pictures go at once', async () => {
  const { app, owner, finder, id, secret } = await begin();
  const admin = await makeAdministrator(app);
  const send = async () => {
    await finder.upload('sendPicture', { secret, key: key() }, await drawPicture());
    return (await owner.call('readConversation', { id })).messages.at(-1)?.pictureId ?? '';
  };
  const reported = await send();
  await owner.call('reportConversation', { id, key: key(), reason: 'threat' });
  const later = await send();
  expect(await storedFolders(app)).toHaveLength(2);
  const statuses = (reader: Visitor) =>
    Promise.all(
      [`${reported}/sent`, `${reported}/reported`, `${later}/reported`].map(
        async (path) => (await reader.get(`/files/${path}-320.webp`)).status,
      ),
    );
  expect(await statuses(owner)).toEqual([200, 403, 403]);
  await finder.call('deleteFinderWords', { secret });
  expect(await storedFolders(app)).toEqual([reported]);
  expect(await statuses(owner)).toEqual([404, 403, 403]);
  expect(await statuses(admin)).toEqual([404, 200, 404]);
  const [report] = (await admin.call('listReports', {})).rows;
  expect(report?.pictures).toEqual([reported]);
  expect(report?.messages.at(-1)?.pictureId).toBe(reported);
  const answer = await admin.get(`/files/${reported}/reported-1600.webp`);
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');

  const twoHoursLater = async () => {
    vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    await deleteLostFiles(app.services);
    vi.useRealTimers();
  };
  await twoHoursLater();
  expect(await statuses(admin)).toEqual([404, 200, 404]);
  await sql`update reports set created_at = now() - interval '90 days'`.execute(app.services.db);
  await deleteOldReports(app.services);
  expect(await statuses(admin), 'the file is there, but nothing names it').toEqual([404, 404, 404]);
  await twoHoursLater();
  expect(await storedFolders(app)).toEqual([]);
});

test('the operator is told of a report by email, without the words of strangers; it shows an administrator all that both sides said', async () => {
  const { app, owner, id, adminEmail, finder, secret } = await begin();
  await owner.call('reportConversation', { id, key: key(), reason: 'threat', note: 'Look at evil.example' });
  const mail = await app.mailbox.find(adminEmail, 'A conversation was reported');
  expect(mail.text).toContain('They threaten somebody');
  expect(mail.text).toContain(`Open the reports:\n${app.url}/admin/reports?kind=report`);
  expect(`${mail.text}${mail.html}`).not.toMatch(/50 euros|evil/);
  const admin = await makeAdministrator(app);
  const details = { place: 'Kiosk', openingHours: '9 to 5', reference: 'L 7' };
  await finder.call('answerOwner', { secret, key: key(), text: '', details });
  await owner.call('replyToFinder', { conversationId: id, key: key(), reply: 'picture' });
  await owner.call('replyToFinder', { conversationId: id, key: key(), meeting: { place: 'police', at: '' } });
  await owner.call('reportConversation', { id, key: key(), reason: 'threat' });
  const [report] = (await admin.call('listReports', {})).rows;
  expect(report?.messages.slice(1)).toMatchObject([
    { author: 'finder', details },
    { author: 'owner', reply: 'picture', meeting: null },
    { author: 'owner', reply: null, meeting: { place: 'police', at: '' } },
  ]);
});

test('a report without a reason, with a long note or the twenty-first of a day is refused in words', async () => {
  const { owner, id } = await begin();
  const refusal = async (data: object) =>
    (await owner.tryCall('reportConversation', { id, key: key(), ...data })).error;
  expect((await refusal({}))?.message).toBe('Say why you report it.');
  expect((await refusal({ reason: 'scam', note: 'x'.repeat(1001) }))?.message).toBe(
    'Say it in at most 1000 characters.',
  );
  for (let n = 0; n < 20; n++) await owner.call('reportConversation', { id, key: key(), reason: 'other' });
  expect((await refusal({ reason: 'other' }))?.status).toBe('RESOURCE_EXHAUSTED');
});

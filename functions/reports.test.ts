import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteOldReports } from '../domain/messages/report-conversation.ts';
import { startApp } from '../test/app.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, newEmail } from '../test/make.ts';

const key = () => crypto.randomUUID();

async function begin(adminEmail = newEmail('operator')) {
  const app = await startApp({ adminEmail });
  const owner = await makeOwner(app);
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

  const { db } = app.installation;
  await sql`update reports set created_at = now() - interval '89 days'`.execute(db);
  await deleteOldReports(app.installation);
  expect((await admin.call('listReports', {})).rows).toHaveLength(1);
  await sql`update reports set created_at = now() - interval '90 days'`.execute(db);
  await deleteOldReports(app.installation);
  expect((await admin.call('listReports', {})).rows).toEqual([]);
});

test('a report shows an administrator all that both sides said: ready replies, a meeting, and where the thing is', async () => {
  const { app, owner, finder, id, secret } = await begin();
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

test('the operator is told of a report by email, without the words of strangers', async () => {
  const { app, owner, id, adminEmail } = await begin();
  await owner.call('reportConversation', { id, key: key(), reason: 'threat', note: 'Look at evil.example' });
  const mail = await app.mailbox.find(adminEmail, 'A conversation was reported');
  expect(mail.text).toContain('They threaten somebody');
  expect(mail.text).toContain(`Open the reports:\n${app.url}/admin/reports?kind=report`);
  expect(`${mail.text}${mail.html}`).not.toMatch(/50 euros|evil/);
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

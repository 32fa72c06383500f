import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { queuedMails } from '../../test/mail-queue.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, type Person } from '../../test/make.ts';

test('a mail program turns the mails off with one click (RFC 8058), without cookies; no later message is mailed', async () => {
  const { app, owner, item, link, mail } = await begin();
  expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
  const answer = await oneClick(link);
  expect(answer.status).toBe(200);
  expect(await mailsAreOn(owner)).toBe(false);
  expect((await oneClick(link)).status, 'again').toBe(200);

  const before = (await queuedMails(app)).length;
  await makeConversation(app, item);
  expect(await queuedMails(app)).toHaveLength(before);
});

test('the link of the mail leads to a page with a button, in the mail’s text too, and changes nothing by being opened', async () => {
  const { app, owner, link, mail } = await begin();
  expect(mail.text).toContain(link);
  expect(mail.html).toContain(link.replace('&', '&amp;'));
  const person = app.visitor();
  const path = link.slice(app.url.length);
  const page = await (await person.get(path)).text();
  expect(page).toContain('No more emails about new messages?');
  expect(page).toContain(`<form action="${path}" method="post"`);
  expect(await mailsAreOn(owner)).toBe(true);
  const done = await (await person.post(path, {})).text();
  expect(done).toContain('You get no more emails about new messages');
  expect(done, 'whose mails they were').not.toContain(owner.email);
  expect(await mailsAreOn(owner)).toBe(false);
  await owner.call('setNotificationSettings', { messageMails: true });
  expect(await mailsAreOn(owner)).toBe(true);
});

test('a forged, damaged or missing token turns nothing off, and grants nothing', async () => {
  const { app, owner, link } = await begin();
  const other = await makeOwner(app, 'Bob');
  const [address = '', token = ''] = link.split('token=');
  const code = token.split('.')[1];
  for (const wrong of [`${other.uid}.${code}`, `${token}A`, token.slice(0, -2), 'x', '']) {
    const answer = await oneClick(`${address}token=${wrong}`);
    expect([404, 422], wrong).toContain(answer.status);
    expect(await answer.text()).toContain('This link does not work');
  }
  expect(await mailsAreOn(owner)).toBe(true);
  expect(await mailsAreOn(other)).toBe(true);
});

test('during maintenance the link works', async () => {
  const { app, owner, link } = await begin(await startApp({ publicUrl: 'http://handback.test' }));
  const admin = await makeAdministrator(app, 'Root');
  await admin.call('setMaintenance', { enabled: true, message: 'Back soon.' });
  const path = new URL(link).pathname + new URL(link).search;
  expect(await (await app.visitor().get(path)).text()).toContain('No more emails about new messages?');
  expect((await app.visitor().post(path, {})).status).toBe(200);
  await admin.call('setMaintenance', { enabled: false });
  expect(await mailsAreOn(owner)).toBe(false);
});

test('once a mail is sent, its link is stored nowhere; mails about the account have none', async () => {
  const { app, link } = await begin();
  await expect.poll(async () => (await queuedMails(app)).every(({ sentAt }) => sentAt)).toBe(true);
  expect(JSON.stringify(await queuedMails(app))).not.toContain(link.split('token=')[1]);
  const confirmation = app.mailbox.received.find(({ subject }) => subject?.includes('Confirm'));
  expect(confirmation?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
});

async function begin(given?: App) {
  const app = given ?? (await startApp());
  const owner = await makeOwner(app);
  const item = await makeItem(owner);
  await makeConversation(app, item);
  const mail = await app.mailbox.find(owner.email, 'Somebody wrote');
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const [, link = ''] = /^<(\S+)>$/.exec(header) ?? [];
  return { app, owner, item, mail, link };
}

function oneClick(link: string): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(link, { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' });
}

async function mailsAreOn(owner: Person): Promise<boolean> {
  return (await owner.call('getNotificationSettings', {})).messageMails;
}

import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { queuedMails } from '../../test/mail-queue.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, type Person } from '../../test/make.ts';

test('the link of a mail leads to a page with a button, and a mail program uses it with one click (RFC 8058); a forged one turns nothing off; once a mail is sent it is stored nowhere', async () => {
  const { app, owner, link, mail, item } = await begin();
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
  await expect.poll(async () => (await queuedMails(app)).every(({ sentAt }) => sentAt)).toBe(true);
  expect(JSON.stringify(await queuedMails(app))).not.toContain(link.split('token=')[1]);
  const confirmation = app.mailbox.received.find(({ subject }) => subject?.includes('Confirm'));
  expect(confirmation?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe');
  expect(mail.text).toContain(link);
  expect(mail.html).toContain(link.replace('&', '&amp;'));
  const person = app.visitor();
  const path = link.slice(app.url.length);
  const page = await person.read(path);
  expect(page).toContain('No more emails about new messages?');
  expect(page).toContain(`<form action="${path}" method="post"`);
  expect(await mailsAreOn(owner)).toBe(true);
  const done = await (await person.post(path, {})).text();
  expect(done).toContain('You get no more emails about new messages');
  expect(done, 'whose mails they were').not.toContain(owner.email);
  expect(await mailsAreOn(owner)).toBe(false);
  await owner.call('setNotificationSettings', { messageMails: true });
  expect(await mailsAreOn(owner)).toBe(true);
  expect(mail.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
  expect((await oneClick(link)).status).toBe(200);
  expect(await mailsAreOn(owner)).toBe(false);
  expect((await oneClick(link)).status, 'again').toBe(200);

  const before = (await queuedMails(app)).length;
  await makeConversation(app, item);
  expect(await queuedMails(app)).toHaveLength(before);
});

test('during maintenance the link works', async () => {
  const { app, owner, link } = await begin(await startApp({ publicUrl: 'http://handback.test' }));
  const admin = await makeAdministrator(app, 'Root');
  await admin.call('setMaintenance', { enabled: true, message: 'Back soon.' });
  const path = new URL(link).pathname + new URL(link).search;
  expect(await app.visitor().read(path)).toContain('No more emails about new messages?');
  expect((await app.visitor().post(path, {})).status).toBe(200);
  await admin.call('setMaintenance', { enabled: false });
  expect(await mailsAreOn(owner)).toBe(false);
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

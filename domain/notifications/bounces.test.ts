import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';
import { pauseOver, queueTo } from '../../test/mail-queue.ts';
import { makeAdministrator, makeConversation, makeItem, makeOwner, moveAccount, type Person } from '../../test/make.ts';
import { makeProduct, openShop } from '../../test/shop.ts';
import { withOwner } from '../../test/worlds.ts';
import { cancelUnpaidOrders } from '../shop/end-order.ts';
import { readBounces } from './bounces.ts';

const patiently = { timeout: 20_000 };

type BounceParts = { to: string; said?: string; encoding?: 'base64' | 'quoted-printable'; report?: boolean };

const ofRecipient = (action: string, status: string) =>
  `Final-Recipient: rfc822; ada@example.com\r\nAction: ${action}\r\nStatus: ${status}\r\n`;
const failed = ofRecipient('failed', '5.1.1');

test.each(['a Maildir', 'a plain folder'])(
  'a mail that comes back into %s warns its owner, and its file is deleted',
  async (kind) => {
    const { app, owner, folder, bounce } = await begin(kind === 'a Maildir');
    expect(await failedAt(owner)).toBe(null);
    await bounce({ to: await returnPathOf(app, owner) });
    await settle(folder);
    await readBounces(app.services);
    expect(await failedAt(owner)).toEqual(expect.any(String));
    expect((await owner.call('getNotificationSettings', {})).mailDeliveredAt, 'it was the only one').toBe(null);
    expect(await filesIn(folder)).toEqual([]);
  },
);

test('in a plain folder a mail that is still being written is left until it is whole', async () => {
  const { app, owner, folder } = await begin(false);
  const whole = bounceMail({ to: await returnPathOf(app, owner) });
  const path = join(folder, 'slow.eml');
  await writeFile(path, whole.slice(0, 200));
  await readBounces(app.services);
  expect(await filesIn(folder)).toEqual(['slow.eml']);
  await appendFile(path, whole.slice(200));
  await settle(folder);
  await readBounces(app.services);
  expect(await failedAt(owner)).toEqual(expect.any(String));
  expect(await filesIn(folder)).toEqual([]);
});

test('nobody can make up that another’s mail came back: the return address of each mail is signed', async () => {
  const { app, owner, bounce } = await begin();
  const other = await makeOwner(app, 'Bob');
  const mine = await returnPathOf(app, owner);
  const [, id = '', code = ''] = /\+(\d+)-(\w+)@/.exec(await returnPathOf(app, other)) ?? [];
  const forged = [
    mine.replace(/-\w+@/, `-${code}@`),
    mine.replace(/-\w+@/, `-${'0'.repeat(32)}@`),
    mine.replace(/\+\d+-/, `+${id}-`),
    mine.replace(/@.*/, '@evil.example'),
    'bounces@example.com',
    '',
  ];
  for (const to of forged) await bounce({ to });
  await readBounces(app.services);
  expect([await failedAt(owner), await failedAt(other)]).toEqual([null, null]);
});

test('what is no report of a final failure counts for nothing: an automatic answer, a delay, a mail that says so in its words', async () => {
  const { app, owner, folder, bounce } = await begin();
  const to = await returnPathOf(app, owner);
  await bounce({ to, said: ofRecipient('delayed', '4.4.1') });
  await bounce({ to, said: ofRecipient('delayed', '5.4.1') });
  await bounce({ to, said: ofRecipient('delivered', '5.0.0') });
  await bounce({ to, said: ofRecipient('failed', '4.2.2') });
  await bounce({ to, said: `${ofRecipient('failed', '4.2.2')}\r\n${ofRecipient('delayed', '5.1.1')}` });
  await bounce({
    to,
    said: `${ofRecipient('relayed', '2.1.5')}Diagnostic-Code: smtp; it said\r\n Action: failed\r\n Status: 5.1.1\r\n`,
  });
  await bounce({ to, said: ofRecipient('delayed', '4.4.1'), encoding: 'base64' });
  await bounce({ to, report: false });
  await readBounces(app.services);
  expect(await failedAt(owner)).toBe(null);
  expect(await filesIn(folder)).toEqual([]);
});

test.each<[string, Omit<BounceParts, 'to'>]>([
  ['in base64', { encoding: 'base64' }],
  ['in quoted-printable', { encoding: 'quoted-printable' }],
  ['in other case and with a comment', { said: 'ACTION: Failed (gave up)\r\nSTATUS: 5.1.10 (no such user)\r\n' }],
  ['on folded lines', { said: 'Action:\r\n failed\r\nStatus:\r\n\t5.1.1\r\n' }],
  ['of the second recipient', { said: `${ofRecipient('relayed', '2.1.5')}\r\n${failed}` }],
])('a report of a final failure counts %s', async (_how, report) => {
  const { app, owner, bounce } = await begin();
  await bounce({ to: await returnPathOf(app, owner), ...report });
  await readBounces(app.services);
  expect(await failedAt(owner)).toEqual(expect.any(String));
});

test('after a bounce the warning stays though the mail server takes further mails, until one is taken three days later', async () => {
  const { app, owner, bounce } = await begin();
  await bounce({ to: await returnPathOf(app, owner) });
  await readBounces(app.services);
  const mailed = async (subject: string) => {
    await queueTo(app, owner.email, subject, owner.uid);
    await app.mailbox.find(owner.email, subject);
    const unsent = () => app.services.db.selectFrom('outgoingMails').select('id').where('sentAt', 'is', null).execute();
    await expect.poll(unsent, patiently).toEqual([]);
  };
  await mailed('One');
  expect(await failedAt(owner)).toEqual(expect.any(String));
  await sql`update users set mail_bounced_at = now() - interval '4 days'`.execute(app.services.db);
  await mailed('Two');
  expect(await failedAt(owner)).toBe(null);
});

test('a mail that came back from an earlier address does not keep the warning at a new one', async () => {
  const { app, owner, bounce } = await begin();
  await bounce({ to: await returnPathOf(app, owner) });
  await readBounces(app.services);
  const email = 'countess@example.com';
  await moveAccount(app, owner, email);
  app.mailbox.treats.set(email, '550 5.1.1 No such mailbox');
  await queueTo(app, email, 'Refused', owner.uid);
  await expect.poll(() => failedAt(owner), patiently).toEqual(expect.any(String));
  app.mailbox.treats.clear();
  await queueTo(app, email, 'Taken', owner.uid);
  await expect.poll(() => failedAt(owner), patiently).toBe(null);
});

test('a mail that comes back stops no later one', async () => {
  const { app, owner, bounce } = await begin();
  await bounce({ to: await returnPathOf(app, owner) });
  await readBounces(app.services);
  await makeConversation(app, await makeItem(owner, { name: 'House keys' }));
  await pauseOver(app);
  await app.mailbox.find(owner.email, 'House keys');
});

test.each(['comes back', 'is refused'])(
  'where the mail of an order %s, the order says so to its buyer, to administrators and on Today, also when it is cancelled for want of payment',
  async (how) => {
    const { app, bounce } = await begin();
    const admin = await makeAdministrator(app);
    await openShop(app);
    const product = await makeProduct(app, { stock: null });
    const order = async (email: string) => {
      const placed = await app.visitor().call('placeOrder', {
        key: crypto.randomUUID(),
        email,
        address: { country: 'DE', name: 'Kim', line1: 'Weg 1', zip: '10115', city: 'Berlin' },
        lines: [{ productId: product.id, quantity: 1, unitMinor: product.priceMinor }],
        totalMinor: product.priceMinor + 390,
      });
      return placed.secret;
    };
    const email = 'kim@dead.example';
    if (how === 'is refused') app.mailbox.treats.set(email, '550 5.1.1 No such mailbox');
    const fine = await order('lou@example.com');
    const secret = await order(email);
    const read = async (of: string) => (await app.visitor().call('readOrder', { secret: of })).order;
    if (how === 'comes back') {
      await app.mailbox.find(email, 'Your order');
      const sent = app.mailbox.received.findIndex(({ to }) => to?.[0]?.address === email);
      const to = app.mailbox.returnPaths[sent] ?? '';
      await bounce({ to });
      await bounce({ to });
      await readBounces(app.services);
    }
    await expect.poll(async () => (await read(secret)).isMailFailing, patiently).toBe(true);
    expect((await read(fine)).isMailFailing).toBe(false);
    const page = () => app.visitor().read(`/order/${secret}`);
    expect(await page()).toContain('Our emails do not reach you');
    const { needs } = await admin.call('readToday', {});
    expect(needs.find(({ name }) => name === 'order-mails')).toMatchObject({ count: 1 });
    const { orders } = await admin.call('listOrders', { state: 'mail-failed' });
    expect(orders.map((each) => each.email)).toEqual([email]);
    await sql`update orders set due_at = now() - interval '1 minute' where email = ${email}`.execute(app.services.db);
    await cancelUnpaidOrders(app.services);
    const { state, steps } = await read(secret);
    expect([state, steps.map(({ kind }) => kind)]).toEqual(['cancelled', ['placed', 'mailFailed', 'cancelled']]);
    expect(await page()).toContain('Our emails do not reach you');
    expect((await admin.call('readToday', {})).needs.map(({ name }) => name)).not.toContain('order-mails');
  },
);

async function begin(isMaildir = true) {
  const root = await mkdtemp(join(tmpdir(), 'handback-bounces-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = isMaildir ? join(root, 'new') : root;
  if (isMaildir) for (const each of ['new', 'cur', 'tmp']) await mkdir(join(root, each));
  const { app, owner } = await withOwner(startApp({ bounces: { address: 'bounces@example.com', folder: root } }));
  let files = 0;
  const bounce = (about: BounceParts) => writeFile(join(folder, `${++files}.eml`), bounceMail(about));
  return { app, owner, folder, bounce };
}

/** As a mail server reports it (RFC 3464). */
function bounceMail({ to, said = failed, encoding, report = true }: BounceParts): string {
  const whole = `Reporting-MTA: dns; mx.example.com\r\n\r\n${said}`;
  const headers = `Return-Path: <>\r\nDelivered-To: ${to}\r\nFrom: MAILER-DAEMON@mx.example.com\r\nSubject: Undelivered\r\n`;
  if (!report) return `${headers}Content-Type: text/plain\r\n\r\n${whole}`;
  const encodings = {
    base64: Buffer.from(whole).toString('base64').replace(/.{60}/g, '$&\r\n'),
    'quoted-printable': whole.replaceAll('Action', '=41ction').replaceAll('Status: 5', 'Status:=\r\n 5'),
  };
  const type = `Content-Type: message/delivery-status\r\n${encoding ? `Content-Transfer-Encoding: ${encoding}\r\n` : ''}`;
  return [
    `${headers}Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n`,
    '--b\r\nContent-Type: text/plain\r\n\r\nYour mail could not be delivered.\r\n',
    `--b\r\n${type}\r\n${encoding ? encodings[encoding] : whole}`,
    `--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: Confirm\r\n\r\n${failed}`,
    '--b--\r\n',
  ].join('\r\n');
}

async function returnPathOf({ mailbox }: App, { email }: Person): Promise<string> {
  await mailbox.find(email, 'Confirm');
  const sent = mailbox.received.findIndex(({ to }) => to?.[0]?.address === email);
  const path = mailbox.returnPaths[sent] ?? '';
  expect(path).toMatch(/^bounces\+\d+-[0-9a-f]{32}@example\.com$/);
  return path;
}

async function failedAt(owner: Person): Promise<string | null> {
  return (await owner.call('getNotificationSettings', {})).mailFailedAt;
}

/** As if nothing had been written for a minute. */
async function settle(folder: string): Promise<void> {
  const before = new Date(Date.now() - 60_000);
  for (const name of await filesIn(folder)) await utimes(join(folder, name), before, before);
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.eml'));
}

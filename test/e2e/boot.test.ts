import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linkIn, openMailbox } from '../mailbox.ts';
import { makeItem, newEmail, password, signIn } from '../make.ts';
import { sharedProduct } from './shared-product.ts';
import { launchProduct, processesOn, startProduct } from './started-product.ts';

const patiently = { timeout: 20_000 };

test('the first start makes a database below a folder that only its user may enter, and says where it is ready; nothing that it stores is open to others; the next start makes nothing, and whoever had an account has their items', async () => {
  const product = await startProduct({ isFirst: true });
  const { dataDir, url } = product;
  expect(statSync(dirname(dataDir)).mode).toBe(0o040700);
  const lines = product.stdout().trimEnd().split('\n');
  expect(lines.slice(-2)).toEqual([`Creating the database in ${dataDir}/postgres`, `Handback is ready at ${url}`]);
  for (const path of ['/healthz', '/readyz', '/servez', '/']) expect((await fetch(url + path)).status, path).toBe(200);
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
  const openToOthers = [dataDir, '-ignore_readdir_race', '!', '-type', 'l', '-perm', '/077'];
  expect(execFileSync('find', openToOthers, { encoding: 'utf8' })).toBe('');

  const owner = await product.owner();
  await makeItem(owner, { name: 'Red scarf' });
  expect(await product.stop()).toBe(0);
  const second = await startProduct({ dataDir });
  expect(second.stdout()).toBe(`Handback is ready at ${second.url}\n`);
  const again = await signIn(second.visitor(), owner.email);
  expect(await again.call('listItems', {})).toMatchObject({ items: [{ name: 'Red scarf' }] });
});

test.each([
  ['Ctrl-C', 'interrupt'],
  ['SIGTERM', 'stop'],
] as const)('%s leaves nothing running, though a browser is connected and a page is live', async (_, end) => {
  const product = await startProduct();
  const owner = await product.owner();
  const live = await owner.get('/live');
  const browser = connect(product.port, 'localhost').setEncoding('utf8');
  browser.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect((await once(browser, 'data'))[0]).toContain('200 OK');
  const gone = once(browser, 'close');

  expect(await product[end]()).toBe(0);
  await gone;
  expect(await live.text(), 'the stream is ended, not cut off').toContain('retry: ');
  expect(await processesOn(product.dataDir)).toEqual([]);
  expect(product.stderr()).toBe('');
  await takePort(product.port);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm start alone leaves nothing running', async (signal) => {
  const product = await startProduct({ command: ['npm', 'start'] });
  process.kill(product.pid, signal);
  await expect.poll(() => processesOn(product.dataDir), patiently).toEqual([]);
  expect(product.stdout()).not.toContain('by itself');
  await takePort(product.port);
});

test('a message that is on its way at Ctrl-C still arrives', async () => {
  const product = await startProduct();
  const item = await makeItem(await product.owner());
  const message = new URLSearchParams({ text: 'It lies at the station.' }).toString();
  const sending = request(`${product.url}/item/${item.hash}`, {
    method: 'POST',
    headers: {
      origin: product.url,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': message.length,
      expect: '100-continue',
    },
  });
  const answered: Promise<IncomingMessage[]> = once(sending, 'response');
  sending.flushHeaders();
  await once(sending, 'continue');
  const ended = product.interrupt();
  await expect.poll(() => answers(product.port), { ...patiently, message: 'no new connection is taken' }).toBe(false);
  sending.end(message);
  expect((await answered)[0]?.statusCode).toBe(303);
  expect(await ended).toBe(0);
});

test('after kill -9 no PostgreSQL stays, and the next start has what was acknowledged', async () => {
  const product = await startProduct();
  const owner = await product.owner();
  const item = await makeItem(owner);
  const sent = await product.visitor().post(`/item/${item.hash}`, { text: 'It lies at the station.' });
  expect(await product.kill9()).toBe('SIGKILL');
  expect(sent.status).toBe(303);
  await expect.poll(() => processesOn(product.dataDir), patiently).toEqual([]);

  const next = await startProduct({ dataDir: product.dataDir, env: { PORT: `${product.port}` } });
  expect(next.stdout()).not.toContain('Creating');
  expect(next.stderr()).toMatch(/^.*"the last run did not end cleanly".*\n$/);
  const { conversations } = await (await signIn(next.visitor(), owner.email)).call('listConversations', {});
  expect(conversations).toMatchObject([{ lastMessage: { text: 'It lies at the station.' } }]);
});

test('a second start on the same folder is refused in words, and the first runs on', async () => {
  const first = await sharedProduct();
  const second = await launchProduct({ dataDir: first.dataDir });
  expect(await second.exit).toBe(1);
  expect(second.stdout()).toBe(
    `Handback is already running on this data folder (${first.dataDir}). Stop it first, or set DATA_DIR to another folder.\n`,
  );
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
});

test('a port that another program has is named, with what to do, and nothing stays running', async () => {
  const port = await takePort(0);
  const product = await launchProduct({ env: { PORT: `${port}` } });
  expect(await product.exit).toBe(1);
  expect(product.stdout()).toBe(`Port ${port} is taken by another program. Stop it, or set PORT to another number.\n`);
  expect(await processesOn(product.dataDir)).toEqual([]);
});

test('without a mail server a newcomer signs up all the same: the link is on the console', async () => {
  const product = await sharedProduct();
  const visitor = product.visitor();
  const email = newEmail();
  await visitor.auth('sign-up/email', { name: 'Ada', email, password });
  const link = linkIn(await product.mailbox.find(email, 'Confirm'));
  await product.said(link);
  const [, file = ''] = new RegExp(`^Mail to ${email}: .*, in (.*)$`, 'm').exec(product.stdout()) ?? [];
  expect(dirname(file)).toBe(join(product.dataDir, 'mail'));
  expect(statSync(file).mode & 0o777).toBe(0o600);

  const { pathname, search, searchParams } = new URL(link);
  expect((await visitor.get(pathname + search)).status).toBe(200);
  expect((await visitor.auth('verify-email', { token: searchParams.get('token') })).status).toBe(200);
  await signIn(visitor, email);
  expect(await visitor.call('listItems', {})).toEqual({ items: [] });
});

test('with a mail server the mail goes there, and nowhere else; SIGTERM while it hangs ends the product, and its next start sends the mail', async () => {
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const env = { MAIL_FROM: 'tags@example.com', BRAND_PRODUCT_NAME: 'Trove' };
  const product = await startProduct({ mailbox, env });
  mailbox.treats.set('ada@example.com', 'hangs');
  await product.visitor().auth('sign-up/email', { name: 'Ada', email: 'ada@example.com', password });
  await expect.poll(() => mailbox.tried, patiently).toEqual(['ada@example.com']);
  expect(await product.stop()).toBe(0);
  mailbox.treats.clear();
  const next = await startProduct({ mailbox, env: { ...env, PORT: `${product.port}` }, dataDir: product.dataDir });
  const mail = await mailbox.find('ada@example.com', 'Confirm your address for Trove');
  expect(mail.from?.address).toBe('tags@example.com');
  expect(linkIn(mail)).toContain(`${product.url}/auth/emailverification?token=`);
  expect(existsSync(join(product.dataDir, 'mail'))).toBe(false);
  expect(product.stdout() + next.stdout()).not.toContain('Mail to');
});

async function takePort(port: number): Promise<number> {
  const server = createServer().listen(port);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, 'localhost');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

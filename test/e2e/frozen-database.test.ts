import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { translationsIn } from '../../language/languages.ts';
import { databaseOnALine } from '../database-line.ts';
import { openMailbox } from '../mailbox.ts';
import { makeItem, password } from '../make.ts';
import type { Visitor } from '../visitor.ts';
import { openWindow } from './browser.ts';
import { startExternalDatabase } from './external-database.ts';
import { startProduct } from './started-product.ts';

const unconfirmed = translationsIn('en')('error.unconfirmed');

const patiently = { timeout: 20_000 };
/** As `docker stop` and `podman stop` have it unless they are told otherwise. */
const containerPatience = 10_000;

test('a database that freezes at the commit of a message: all is answered meanwhile, the message that is sent again arrives once, and who signs in reads why they cannot yet; all is ended before a container is killed, though half a form came, 20 posts wait and a mail hangs', async () => {
  const database = await startExternalDatabase();
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const line = await databaseOnALine({ to: database.local, tcp: true });
  const url = `postgres://handback@127.0.0.1:${line.database.port}/handback`;
  const product = await startProduct({ mailbox, env: { DATABASE_URL: url } });
  const owner = await product.owner();
  const item = await makeItem(owner);
  const page = `/item/${item.hash}`;
  await expect.poll(() => isCached(product.visitor(), page)).toBe(true);
  const statusOf = async (path: string) => (await product.visitor().get(path)).status;
  const readiness = async () => (await fetch(`${product.url}/readyz`)).status;

  for (const [sent, cookies] of ['with cookies', 'without cookies'].entries()) {
    const finder = product.visitor();
    const text = `It lies at the station, says somebody ${cookies}.`;
    if (cookies === 'with cookies') await finder.get(page);
    line.atNextCommit(database.freeze);
    const failed = await finder.post(page, { text, name: 'Kim' });
    expect([failed.status, failed.headers.get('retry-after')], cookies).toEqual([503, '5']);
    const form = readForm(await failed.text());
    expect(form).toMatchObject({ alert: unconfirmed, fields: { text, name: 'Kim' } });

    const ready = await fetch(`${product.url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, 'database away']);
    const paths = ['/healthz', page, '/item/aGJrOHEyd24zdjdrNWQxbTl4YQ'];
    expect(await Promise.all(paths.map(statusOf)), 'cached, and not').toEqual([200, 200, 503]);
    const call = { hash: item.hash, key: crypto.randomUUID(), text };
    expect(await product.visitor().tryCall('reportFound', call)).toMatchObject({
      status: 503,
      error: { status: 'UNAVAILABLE', message: unconfirmed, details: { retryAfter: 5 } },
    });

    database.thaw();
    await expect.poll(readiness, patiently).toBe(200);
    if (cookies === 'without cookies') finder.cookies.clear();
    expect((await finder.post(page, form.fields)).status).toBe(303);
    expect(await owner.call('countUnread', {})).toEqual({ unread: sent + 1 });
  }

  const window = await openWindow(product.url, {}, /status of 503/);
  await window.goto('/signin');
  await window.getByLabel('Email').fill(owner.email);
  await window.getByLabel('Password', { exact: true }).fill(password);
  database.freeze();
  await window.getByRole('button', { name: 'Sign in' }).click();
  await window.getByText('The service is not available at the moment.').waitFor();
  database.thaw();
  await expect.poll(readiness, patiently).toBe(200);
  await window.getByRole('button', { name: 'Sign in' }).click();
  await window.waitForURL('**/items');
  await window.close();

  mailbox.treats.set('eve@example.com', 'hangs');
  await product.visitor().auth('sign-up/email', { name: 'Eve', email: 'eve@example.com', password });
  await expect.poll(() => mailbox.tried, patiently).toContain('eve@example.com');
  const half = request(product.url + page, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 100, expect: '100-continue' },
  });
  const cutOff = once(half, 'error');
  half.flushHeaders();
  await once(half, 'continue');
  half.write('text=It+lies');

  database.freeze();
  const posts = Array.from({ length: 20 }, (_, n) =>
    product.visitor().post(page, { text: `It lies at platform ${n}.` }),
  );
  await expect.poll(readiness, patiently).toBe(503);
  const ended = product.stop();
  const kill = setTimeout(() => process.kill(product.pid, 'SIGKILL'), containerPatience);
  expect(await ended).toBe(0);
  clearTimeout(kill);
  expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(posts.map(() => 503));
  await cutOff;
});

async function isCached(visitor: Visitor, page: string): Promise<boolean> {
  return (await visitor.get(page)).headers.has('etag');
}

function readForm(html: string) {
  const fields: Record<string, string> = {};
  for (const [, name = '', value = ''] of html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)) {
    fields[name] = value;
  }
  fields.text = /<textarea[^>]*>([^<]*)</.exec(html)?.[1] ?? '';
  return { alert: /role="alert">([^<]*)</.exec(html)?.[1], fields };
}

import { expect, onTestFinished, test } from 'vitest';
import { canRun, isRoot } from '../../server/db/embedded/test-bed.ts';
import { openMailbox } from '../mailbox.ts';
import { makeItem, password } from '../make.ts';
import { startExternalDatabase } from './external-database.ts';
import { smallDisk } from './small-disk.ts';
import { launchProduct, startProduct } from './started-product.ts';

const patiently = { timeout: 20_000 };

test('a full disk is called full, to finders, to who watches and at a start; with room again all goes on, and nothing is lost', {
  skip: !isRoot || !canRun(['unshare', '--mount']),
}, async () => {
  const { dataDir, inside, fill, clear } = await smallDisk(150);
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const product = await startProduct({ dataDir, inside, mailbox });
  const owner = await product.owner();
  const item = await makeItem(owner);
  const finder = product.visitor();
  await finder.get(`/item/${item.hash}`);
  const send = () => finder.post(`/item/${item.hash}`, { text: 'It lies at the station.' });
  const readiness = async () => {
    const answer = await fetch(`${product.url}/readyz`);
    return [answer.status, await answer.text()];
  };

  await fill();
  const failed = await send();
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await failed.text()).toContain('It lies at the station.');
  const call = { hash: item.hash, key: crypto.randomUUID(), text: 'By a program' };
  expect(await finder.tryCall('reportFound', call)).toMatchObject({ status: 503, error: { status: 'UNAVAILABLE' } });
  expect(await readiness()).toEqual([503, 'database disk full']);
  await clear();
  await expect.poll(readiness, patiently).toEqual([200, 'ready']);
  expect((await send()).status).toBe(303);
  expect(await owner.call('countUnread', {})).toEqual({ unread: 1 });

  await product.kill9();
  await fill();
  const refused = await launchProduct({ dataDir, inside });
  const words = `The disk that holds the data folder ${dataDir} is full. Make room, then start Handback again.\n`;
  expect([await refused.exit, refused.stdout(), refused.stderr()]).toEqual([1, words, '']);
  await clear();
  const next = await startProduct({ dataDir, inside, mailbox, env: { PORT: `${product.port}` } });
  expect(await owner.call('countUnread', {}), next.stdout()).toEqual({ unread: 1 });
});

test('a data folder without room for mails is told to who watches where the database lies elsewhere, and the mail comes when there is room', {
  skip: !isRoot || !canRun(['unshare', '--mount']),
}, async () => {
  const { dataDir, inside, fill, clear, remount } = await smallDisk(2);
  const database = await startExternalDatabase();
  const product = await startProduct({ dataDir, inside, env: { DATABASE_URL: database.url } });
  const readiness = async () => (await fetch(`${product.url}/readyz`)).text();
  const signUp = { name: 'Ada', email: 'ada@example.com', password };
  await fill();
  expect(await readiness()).toBe('ready');
  expect((await product.visitor().auth('sign-up/email', signUp)).status).toBe(200);
  await expect.poll(readiness, patiently).toBe('mail folder full');
  await remount('ro');
  expect(await readiness()).toBe('mail folder cannot be written');
  await remount('rw');
  await clear();
  await expect.poll(readiness, patiently).toBe('ready');
  await database.ask('update outgoing_mails set send_after = now()');
  await expect.poll(product.stdout, patiently).toContain('Mail to ada@example.com');
});

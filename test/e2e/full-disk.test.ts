import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { canRun, isRoot } from '../embedded-postgres.ts';
import { openMailbox } from '../mailbox.ts';
import { drawPicture, makeItem } from '../make.ts';
import { startExternalDatabase } from './external-database.ts';
import { launchProduct, root, startProduct, temporaryFolder } from './started-product.ts';

const run = promisify(execFile);
const patiently = { timeout: 20_000 };
const mountAndStay = 'mount -t tmpfs -o size="$1" tmpfs "$0" && echo mounted && exec cat';

test('a full disk is called full, to finders, to who watches and at a start; with room again all goes on, and nothing is lost; where only received files have no room or no folder, who watches is told, and messages still arrive', {
  skip: !isRoot || !canRun(['unshare', '--mount']),
}, async () => {
  const { dataDir, fill, clear, ...disk } = await smallDisk(150);
  const received = await smallDisk(40, disk.inside);
  const mailbox = await openMailbox();
  onTestFinished(mailbox.close);
  const { inside, dataDir: TMPDIR } = received;
  const product = await startProduct({ dataDir, inside, mailbox, env: { TMPDIR } });
  const owner = await product.owner();
  const item = await makeItem(owner);
  const finder = product.visitor();
  await finder.get(`/item/${item.hash}`);
  const send = () => finder.post(`/item/${item.hash}`, { text: 'It lies at the station.' });
  const readiness = async () => {
    const answer = await fetch(`${product.url}/readyz`);
    return `${answer.status} ${await answer.text()}`;
  };
  const upload = async () => {
    const data = { itemId: item.id, key: crypto.randomUUID() };
    return (await owner.upload('setPicture', data, await drawPicture())).status;
  };

  await received.fill();
  expect(await readiness()).toBe('200 ready, but received files have no room');
  const found = await product.visitor().post(`/item/${item.hash}`, { text: 'It lies at the lake.' });
  expect([found.status, await upload()]).toEqual([303, 503]);
  await received.clear();
  expect([await readiness(), await upload()]).toEqual(['200 ready', 200]);
  await run('nsenter', [...inside.slice(1), 'rmdir', TMPDIR]);
  expect(await readiness()).toBe('200 ready, but received files cannot be written');

  await fill();
  const failed = await send();
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await failed.text()).toContain('It lies at the station.');
  const call = { hash: item.hash, key: crypto.randomUUID(), text: 'By a program' };
  expect(await finder.tryCall('reportFound', call)).toMatchObject({ status: 503, error: { status: 'UNAVAILABLE' } });
  // One commit in two seconds tells.
  await expect.poll(readiness, patiently).toBe('503 database disk full');
  await clear();
  await expect.poll(readiness, patiently).toContain('200 ready');
  expect((await send()).status).toBe(303);
  expect(await owner.call('countUnread', {})).toEqual({ unread: 2 });

  await product.kill9();
  await fill();
  const refused = await launchProduct({ dataDir, inside });
  const words = `The disk that holds the data folder ${dataDir} is full. Make room, then start Handback again.\n`;
  expect([await refused.exit, refused.stdout(), refused.stderr()]).toEqual([1, words, '']);
  await clear();
  const next = await startProduct({ dataDir, inside, mailbox, env: { PORT: `${product.port}` } });
  expect(await owner.call('countUnread', {}), next.stdout()).toEqual({ unread: 2 });
});

test('a full disk that holds mails and output of a product whose database lies elsewhere is told to who watches and does not end it; mails and what it had to say are there when there is room', {
  skip: !isRoot || !canRun(['unshare', '--mount']),
}, async () => {
  const { dataDir, inside, fill, clear, read } = await smallDisk(40);
  const database = await startExternalDatabase();
  const command = ['sh', '-c', 'exec bin/start > "$DATA_DIR/output" 2>&1'];
  const { url } = await launchProduct({ dataDir, inside, command, env: { DATABASE_URL: database.url } });
  const readiness = () => fetch(`${url}/readyz`).then((answer) => answer.text(), String);
  await expect.poll(readiness, patiently).toBe('ready');
  await fill();
  expect(await readiness()).toBe('ready');
  // What they have to say is more than what is left of the output's last block.
  await database.ask(`insert into outgoing_mails (message_id, purpose, to_name, to_address, subject, text, html)
    select n || '@localhost', 'test', '', 'ada@' || n || '.example.com', 'Hello', 'Hello', 'Hello' from generate_series(1, 40) as n`);
  const tried = 'select count(*)::int from outgoing_mails where last_error is not null';
  await expect.poll(() => database.ask(tried), patiently).toEqual([40]);
  expect(await readiness()).toBe('mail folder full');
  await clear();
  await expect.poll(readiness, patiently).toBe('ready');
  await database.ask('update outgoing_mails set send_after = now()');
  await expect.poll(() => read('output'), patiently).toContain('Mail to ada@40.example.com');
  // The next line of the log brings those that waited.
  await database.ask(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'handback events'",
  );
  await expect.poll(() => read('output'), patiently).toContain('lost the event connection');
  // One of them began where the room ended.
  expect((await read('output')).match(/mail not sent/g)?.length).toBeGreaterThanOrEqual(39);
});

/** A disk of its own, of `megabytes`, that only the commands see which run `inside`; they see the other one too that is given. It is gone after the test. */
async function smallDisk(megabytes: number, besideOther: string[] = []) {
  const folder = await temporaryFolder();
  const mount = ['unshare', '--mount', 'sh', '-c', mountAndStay, folder, `${megabytes}m`];
  const [command = '', ...args] = [...besideOther, ...mount];
  const holder = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    holder.kill('SIGKILL');
    await once(holder, 'close');
  });
  await once(holder.stdout, 'data');
  const dataDir = join(folder, 'data');
  const seen = `/proc/${holder.pid}/root`;
  await mkdir(seen + dataDir);
  const filler = join(seen + folder, 'filler');
  return {
    dataDir,
    inside: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, `--wdns=${root}`],
    async fill(): Promise<void> {
      const more = Buffer.alloc(256 * 1024);
      for (let room = true; room; ) {
        room = await writeFile(filler, more, { flag: 'a' }).then(
          () => true,
          (error) => {
            if (error.code !== 'ENOSPC') throw error;
            return false;
          },
        );
      }
    },
    clear: () => rm(filler),
    /** A file of the data folder. */
    read: (name: string) => readFile(join(seen + dataDir, name), 'utf8'),
  };
}

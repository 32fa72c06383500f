import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { inject, onTestFinished } from 'vitest';
import type { App } from '../app.ts';
import type { Mailbox } from '../mailbox.ts';
import { makeOwner, type Person } from '../make.ts';
import { Visitor } from '../visitor.ts';
import { freePort } from './free-port.ts';

export const root = join(import.meta.dirname, '../..');
// Should the test runner itself be killed, the kernel ends the product, and with it its database.
export const dieWithParent = ['setpriv', '--pdeathsig', 'KILL'];
const pollPause = 25; // milliseconds
const run = promisify(execFile);

type Afterwards = (end: () => Promise<void>) => void;

export type ProductOptions = {
  /** Settings; PORT is a free one and LOG_LEVEL `warn` unless they are given here. */
  env?: Record<string, string>;
  /** A folder of its own with an empty database unless it is given. */
  dataDir?: string;
  /** In a folder that no product was started in before. */
  isFirst?: true;
  /** Where its mails go over SMTP; files in DATA_DIR/mail are written without one. */
  mailbox?: Mailbox;
  /** Where the product lies; this repository unless it is given. */
  home?: string;
  command?: string[];
  inside?: string[];
  afterwards?: Afterwards;
};

type Ending = number | NodeJS.Signals;

export type Product = {
  url: string;
  port: number;
  dataDir: string;
  /** Of the node process, and of the group that a Ctrl-C in its terminal would reach. */
  pid: number;
  stdout(): string;
  stderr(): string;
  said(words: string): Promise<void>;
  exit: Promise<Ending>;
  interrupt(): Promise<Ending>;
  stop(): Promise<Ending>;
  kill9(): Promise<Ending>;
  visitor(): Visitor;
  /** Signs somebody up and in, through the link in the mail. */
  owner(name?: string): Promise<Person>;
  mailbox: Pick<Mailbox, 'find'>;
};

/** Runs `bin/start`, which becomes the server, and waits until it says that it is ready. Nothing of it outlives the test, or the file when its tests share it. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const product = await launchProduct(options);
  await product.said('Handback is ready at ');
  return product;
}

export async function launchProduct(options: ProductOptions = {}): Promise<Product> {
  const {
    env,
    dataDir: given,
    isFirst,
    mailbox: smtp,
    home = root,
    inside = [],
    command: typed = ['bin/start'],
  } = options;
  const { afterwards = onTestFinished } = options;
  const dataDir = given ?? join(await temporaryFolder(afterwards), 'data');
  if (!given && !isFirst && !env?.DATABASE_URL) await copyStartedData(dataDir);
  const { PATH = '', HOME = '/' } = process.env;
  const mailing = smtp ? { SMTP_URL: smtp.url } : {};
  // With more room for what is soon garbage, a start takes a sixth less processor time.
  const NODE_OPTIONS = '--max-semi-space-size=32';
  const settings = { PORT: `${await freePort()}`, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...mailing, ...env };
  const [command = '', ...args] = [...inside, ...dieWithParent, ...typed];
  const child = spawn(command, args, {
    cwd: home,
    detached: true,
    env: { PATH, HOME, NODE_OPTIONS, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { pid = Number.NaN } = child;
  const exit = once(child, 'close').then(([code, signal]): Ending => signal ?? code);
  afterwards(async () => {
    if (child.exitCode === null && child.signalCode === null) kill(-pid);
    await exit;
  });

  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const send = (to: number, signal: NodeJS.Signals) => {
    process.kill(to, signal);
    return exit;
  };
  const url = `http://localhost:${settings.PORT}`;
  const mailbox = smtp ?? mailsIn(join(dataDir, 'mail'));
  const visitor = () => new Visitor({ url } as App, '198.51.100.1');
  return {
    url,
    port: Number(settings.PORT),
    dataDir,
    pid,
    stdout,
    stderr,
    async said(words) {
      let how: Ending | undefined;
      while (!stdout().includes(words)) {
        if (how !== undefined)
          throw new Error(`The product ended (${how}) without “${words}”:\n${stdout()}${stderr()}`);
        how = await Promise.race([once(child.stdout, 'data').then(() => undefined), exit]);
      }
    },
    exit,
    interrupt: () => send(-pid, 'SIGINT'),
    stop: () => send(pid, 'SIGTERM'),
    kill9: () => send(pid, 'SIGKILL'),
    visitor,
    // Of an app, making an owner needs no more than this.
    owner: (name) => makeOwner({ url, visitor, mailbox } as App, name),
    mailbox,
  };
}

/** As cp does it, owners and rights stay. */
export async function copyStartedData(to: string): Promise<void> {
  await run('cp', ['-a', inject('startedData'), to]);
}

/** A folder that is removed after the test, when nothing runs in it any more. */
export async function temporaryFolder(afterwards: Afterwards = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handback-test-'));
  afterwards(async () => {
    // A database whose product was killed ends by itself; one that does not must not stay all the same.
    let left = await processesOn(folder);
    for (let pauses = 400; pauses > 0 && left.length > 0; pauses--) {
      await setTimeout(pollPause);
      left = await processesOn(folder);
    }
    for (const { pid } of left) kill(pid);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The processes that name the folder in their command or their settings, or that work in it. */
export async function processesOn(folder: string): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid) => {
    const [command, settings, workplace] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
      readlink(`/proc/${pid}/cwd`).catch(() => ''),
    ]);
    const involved = `${command} ${settings} ${workplace}`.includes(folder);
    return involved ? [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }] : [];
  });
  return (await Promise.all(found)).flat();
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function collect(stream: Readable): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  return () => text;
}

/** The mails that the product wrote as files; each is read once. */
function mailsIn(folder: string): Pick<Mailbox, 'find'> {
  const mails = new Map<string, Promise<Email>>();
  return {
    async find(to, subject) {
      for (;;) {
        for (const file of (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))) {
          if (!mails.has(file))
            mails.set(
              file,
              readFile(join(folder, file)).then((mail) => PostalMime.parse(mail)),
            );
          const mail = await mails.get(file);
          if (mail?.to?.[0]?.address === to && mail.subject?.includes(subject)) return mail;
        }
        await setTimeout(pollPause);
      }
    },
  };
}

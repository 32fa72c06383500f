import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { onTestFinished } from 'vitest';
import { freshDatabase } from './database.ts';

type Database = ClientConfig & { database: string };
type Call = { near: Socket; far: Socket; said: string; silent: boolean };

/** A database, a fresh one unless it is given, behind a line that can be cut and mended, and on which connections can fall silent. */
export async function databaseOnALine({ to, tcp = false }: { to?: Database; tcp?: boolean } = {}) {
  const database = to ?? (await freshDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'handback-line-'));
  const socketName = `.s.PGSQL.${database.port}`;
  const calls = new Set<Call>();
  const muted = new Set<string>();
  let port = 0;
  let dropsNotifications = false;
  let delayMs = 0;
  let lastWords = '';
  let commitsUnanswered = 0;
  let committed = '';
  let onCommit = () => {};

  const mute = (call: Call) => {
    call.silent ||= [...muted].some((words) => call.said.includes(words));
  };
  const server = createServer((near) => {
    const call: Call = { near, far: connect(join(database.host ?? '', socketName)), said: '', silent: false };
    calls.add(call);
    near.on('data', (bytes: Buffer) => {
      call.said += bytes.toString('latin1');
      mute(call);
      if (call.silent) return;
      const isCommit = bytes.includes('commit\0');
      if (isCommit) {
        onCommit();
        onCommit = () => {};
      }
      call.far.write(bytes);
      if (commitsUnanswered > 0 && isCommit && lastTransaction(call).includes(committed)) {
        commitsUnanswered -= 1;
        call.silent = true;
      }
      if (lastWords && bytes.includes(lastWords)) near.destroy();
    });
    call.far.on('data', (bytes: Buffer) => {
      if (call.silent) return;
      const passed = dropsNotifications ? withoutNotifications(bytes) : bytes;
      if (delayMs > 0) setTimeout(() => near.write(passed), delayMs);
      else near.write(passed);
    });
    for (const socket of [near, call.far]) {
      // How an end breaks is nobody's business here: the other one ends too, after what was sent.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        calls.delete(call);
        near.destroy();
        call.far.end();
      });
    }
  });
  const listen = () =>
    new Promise<void>((resolve) => {
      if (tcp) server.listen(port, '127.0.0.1', resolve);
      else server.listen(join(folder, socketName), resolve);
    });
  const cut = () => {
    for (const { near, far } of calls) for (const end of [near, far]) end.destroy();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  await listen();
  if (tcp) port = (server.address() as AddressInfo).port;
  onTestFinished(async () => {
    await cut();
    await rm(folder, { recursive: true });
  });
  return {
    database: { ...database, ...(tcp ? { host: '127.0.0.1', port } : { host: folder }) },
    cut,
    async mend() {
      muted.clear();
      dropsNotifications = false;
      delayMs = 0;
      lastWords = '';
      if (!server.listening) await listen();
    },
    /** A connection over which these words were sent, or will be, passes on nothing more, them included. It does not break. */
    silence(words: string) {
      muted.add(words);
      for (const call of calls) mute(call);
    },
    /** A connection breaks directly behind these words: they arrive, the answer to them does not. */
    breakAfter(words: string) {
      lastWords = words;
    },
    /** The next commits of transactions in which these words are sent are carried out, and their connections say nothing any more. */
    loseCommitAnswers(count: number, words = '') {
      commitsUnanswered = count;
      committed = words;
    },
    /** Before the next commit is passed on. */
    atNextCommit(act: () => void) {
      onCommit = act;
    },
    slow(ms: number) {
      delayMs = ms;
    },
    dropNotifications() {
      dropsNotifications = true;
    },
  };
}

function lastTransaction({ said }: Call): string {
  return said.slice(said.lastIndexOf('begin\0'));
}

/** Without the messages of type A of PostgreSQL's protocol. Takes whole messages: short answers come so. */
function withoutNotifications(bytes: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (bytes[at] !== 'A'.charCodeAt(0)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

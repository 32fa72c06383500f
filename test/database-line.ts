import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { onTestFinished } from 'vitest';
import { freshDatabase } from './database.ts';

/** A fresh database behind a line that can be cut and mended, and that can lose what the database answers to commits. */
export async function databaseOnALine() {
  const database = await freshDatabase();
  const host = await mkdtemp(join(tmpdir(), 'handback-line-'));
  const socketName = `.s.PGSQL.${database.port}`;
  const open = new Set<Socket>();
  let commitsUnanswered = 0;
  const server = createServer((near) => {
    const far = connect(join(database.host ?? '', socketName));
    near.on('data', (chunk: Buffer) => {
      if (commitsUnanswered === 0 || !chunk.includes('commit\0')) return;
      commitsUnanswered -= 1;
      far.unpipe(near);
    });
    // Whichever end breaks, how it broke is nobody's business here: pipeline() ends the other one.
    pipeline(near, far, near, () => {});
    open.add(near).add(far);
  });
  const mend = () => new Promise<void>((resolve) => void server.listen(join(host, socketName), resolve));
  const cut = () => {
    for (const socket of open) socket.destroy();
    open.clear();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  await mend();
  onTestFinished(async () => {
    await cut();
    await rm(host, { recursive: true });
  });
  /** The next commits are carried out, and their connections say nothing any more. */
  const loseCommitAnswers = (count: number) => {
    commitsUnanswered = count;
  };
  return { database: { ...database, host }, cut, mend, loseCommitAnswers };
}

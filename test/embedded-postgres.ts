import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded/start.ts';

type Connection = EmbeddedPostgres['connection'];
type App = { process: ChildProcess; connection: Connection; stop(): Promise<unknown> };

export const isRoot = process.getuid?.() === 0;
export const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

// Removed at the end only: ext4 creates files slowly after many deletions.
const folders: string[] = [];
let template: Promise<string> | undefined;
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'handback-test-'));
  folders.push(folder);
  return folder;
}

export async function usedFolder(): Promise<string> {
  template ??= makeTemplate();
  const folder = temporaryFolder();
  execFileSync('cp', ['--archive', join(await template, 'postgres'), folder]);
  return folder;
}

async function makeTemplate(): Promise<string> {
  const folder = temporaryFolder();
  const database = await startEmbeddedPostgres({ dataDir: folder });
  await database.stop();
  return folder;
}

export async function started(dataDir: string): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir });
  onTestFinished(database.stop);
  return database;
}

export async function ask(connection: Connection, sql: string): Promise<unknown[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

export function serverPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

export function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

export function canRun(wrapper: string[]): boolean {
  const [command = '', ...options] = [
    ...wrapper,
    process.execPath,
    '--eval',
    'await import(process.argv[1])',
    launcher,
  ];
  try {
    execFileSync(command, options, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const launcher = fileURLToPath(new URL('../server/db/embedded/start.ts', import.meta.url));

const program = `
  const { startEmbeddedPostgres } = await import(process.argv[1]);
  process.on('SIGINT', () => {});
  try {
    const database = await startEmbeddedPostgres({ dataDir: process.argv[2] });
    process.on('SIGTERM', () => database.stop().then(() => process.exit(0)));
    console.log(JSON.stringify(database.connection));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error.message) }));
  }`;

export function spawnApp(dataDir: string, wrapper: string[] = [], start = launcher): ChildProcess {
  const [command = '', ...options] = [...wrapper, process.execPath, '--eval', program, start, dataDir];
  const app = spawn(command, options, { cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    if (app.exitCode !== null || app.signalCode !== null) return;
    app.kill('SIGKILL');
    await once(app, 'exit');
  });
  return app;
}

export async function startedApp(...parts: Parameters<typeof spawnApp>): Promise<App> {
  const app = spawnApp(...parts);
  const lines = createInterface({ input: app.stdout ?? process.stdin });
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
  const answer: Connection & { error?: string } = JSON.parse(line ?? '{"error":"The app ended without a word"}');
  if (answer.error) throw new Error(answer.error);
  return {
    process: app,
    connection: answer,
    stop: () => {
      app.kill('SIGTERM');
      return once(app, 'exit');
    },
  };
}

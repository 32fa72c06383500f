import { constants, existsSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { access, mkdir, open, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withTimeout } from '../concurrency.ts';

/** Makes a folder and those above it, also while others make them. Node's own recursive `mkdir` never ends below /proc. */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await makeOne(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const parent = dirname(path);
    if (!existsSync(parent)) await makeFolder(parent, mode);
    await makeOne(path, mode);
  }
}

async function makeOne(path: string, mode: number): Promise<void> {
  await mkdir(path, mode).catch((error) => {
    if (error.code !== 'EEXIST' || !isFolder(path)) throw error;
  });
}

/** Checks that the folder can be written to, or made, and makes nothing. @throws the system's error */
export async function tryFolder(path: string): Promise<void> {
  if (findBrokenLink(path)) throw systemError('ENOENT', path);
  let nearest = path;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (!isFolder(nearest)) throw systemError('ENOTDIR', nearest);
  await access(nearest, constants.W_OK | constants.X_OK);
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}, ${path}`), { code, path, syscall: 'access' });
}

/** @throws the system's error, unless it says that there is no folder */
function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

export function findBrokenLink(folder: string): { path: string; target: string; isFile: boolean } | undefined {
  const target = targetOf(folder);
  if (target !== undefined && !isFolder(folder)) return { path: folder, target, isFile: statOf(folder) !== undefined };
  const parent = dirname(folder);
  return parent === folder ? undefined : findBrokenLink(parent);
}

function statOf(path: string): Stats | undefined {
  return unless(/^(ENOENT|ENOTDIR|ELOOP)$/, () => statSync(path));
}

/** EINVAL: it is no link. */
function targetOf(path: string): string | undefined {
  return unless(/^(ENOENT|ENOTDIR|ELOOP|EINVAL)$/, () => readlinkSync(path));
}

function unless<T>(codes: RegExp, look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (!codes.test(String((error as NodeJS.ErrnoException).code))) throw error;
    return undefined;
  }
}

/** What was renamed or made in the folder survives a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync();
  await folder.close();
}

export function withParents(path: string): string[] {
  return path === dirname(path) ? [path] : [path, ...withParents(dirname(path))];
}

/** Whether the system refused to write for want of room: of the disk, or of what one may use of it. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code));
}

export type FilesProblem = `${(typeof names)[keyof typeof names]} files ${'have no room' | 'cannot be written'}`;

const names = { files: 'stored', temporary: 'received' } as const;
const leastBytes = 20_000_000;

/** Whether files can be received, and stored unless they go into a bucket. A disk that does not answer is asked once at a time: who waits for it holds one of a few threads. */
export function createFileRoom(folders: { files?: string; temporary?: string }) {
  let lookedAt: keyof typeof names = 'temporary';
  const look = async (): Promise<FilesProblem | undefined> => {
    for (const kind of ['temporary', 'files'] as const) {
      const folder = folders[kind];
      lookedAt = kind;
      const problem = folder && (await problemOf(folder, kind));
      if (problem) return `${names[kind]} files ${problem}`;
    }
    return undefined;
  };
  let looking: Promise<FilesProblem | undefined> | undefined;
  return {
    /** @param patienceMs a folder whose disk does not answer for that long cannot be written */
    async problem(patienceMs: number): Promise<FilesProblem | undefined> {
      looking ??= look().finally(() => {
        looking = undefined;
      });
      const problem = await withTimeout(patienceMs, looking, 'late' as const);
      return problem === 'late' ? `${names[lookedAt]} files cannot be written` : problem;
    },
  };
}

/** The folder for stored files is made with the first of them, that for received ones by nobody. */
async function problemOf(folder: string, kind: keyof typeof names) {
  try {
    if (kind === 'files') await tryFolder(folder);
    else await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    return 'cannot be written';
  }
  const disk = await statfs(folder).catch(() => undefined);
  if (!disk) return undefined;
  const { bavail, bsize, files, ffree } = disk;
  return bavail * bsize < leastBytes || (files > 0 && ffree === 0) ? 'have no room' : undefined;
}

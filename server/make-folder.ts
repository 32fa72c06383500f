import { constants, existsSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findBrokenLink, isFolder } from './folder-links.ts';

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

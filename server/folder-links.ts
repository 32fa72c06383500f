import { readlinkSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** @throws the system's error, unless it says that there is no folder */
export function isFolder(path: string): boolean {
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

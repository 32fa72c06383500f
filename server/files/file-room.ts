import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { tryFolder } from '../make-folder.ts';
import { withTimeout } from '../with-timeout.ts';

export type FilesProblem = `${(typeof names)[keyof typeof names]} files ${'have no room' | 'cannot be written'}`;

const names = { files: 'stored', temporary: 'received' } as const;
/** For two of the largest files. */
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

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Log } from './log.ts';
import { countOomKills, readIfThere } from './memory.ts';

export type Death = {
  lastSignAt: string;
  reason: string | null;
  /** Processes that the kernel has ended for lack of memory since then, on this machine; null when it does not tell. */
  oomKills: number | null;
  machineRestarted: boolean;
};

export type SignsOfLife = {
  lastDeath: Death | undefined;
  stopped(): void;
  died(reason: string): void;
};

type Note = {
  boot: string;
  oomKills: Record<string, number>;
  lastDeath?: Death | undefined;
  stopped?: true;
  reason?: string;
};

const pauseMs = 5_000;

/** Notes every few seconds that the server at this port lives, and how the one before ended. Where nothing can be written, nothing is told. */
export function giveSignsOfLife({ dataDir, port }: { dataDir: string; port: number }, log: Log): SignsOfLife {
  const path = join(dataDir, `sign-of-life-${hostname()}-${port}.json`);
  const before = readNote(path);
  const death = before && !before.stopped ? deathOf(before) : undefined;
  if (death) log.warn(death, 'the last run did not end cleanly');
  const lastDeath = death ?? before?.lastDeath;
  const note = (more: Partial<Note> = {}) => JSON.stringify({ ...countersNow(), lastDeath, ...more } satisfies Note);

  let ended = false;
  const beat = async () => {
    await writeFile(`${path}.part`, note(), { mode: 0o600 });
    if (!ended) renameSync(`${path}.part`, path);
  };
  const timer = setInterval(() => beat().catch(() => {}), pauseMs).unref();
  const write = (more?: Partial<Note>) => {
    try {
      if (more?.stopped && !lastDeath) rmSync(path, { force: true });
      else writeFileSync(path, note(more), { mode: 0o600 });
    } catch {}
  };
  const end = (more: Partial<Note>) => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    write(more);
  };
  write();
  return { lastDeath, stopped: () => end({ stopped: true }), died: (reason) => end({ reason }) };
}

type Found = Partial<Note> & { at: Date };

/** One that was cut off, by a power failure, is still a sign of life. */
function readNote(path: string): Found | undefined {
  const at = statSync(path, { throwIfNoEntry: false })?.mtime;
  if (!at) return undefined;
  try {
    return { ...(JSON.parse(readFileSync(path, 'utf8')) as Note), at };
  } catch {
    return { at };
  }
}

function deathOf({ at, boot, oomKills = {}, reason }: Found): Death {
  const now = countersNow();
  const machineRestarted = boot !== undefined && boot !== now.boot;
  // Those of a control group begin at 0 with each container.
  const more = Object.entries(now.oomKills).map(([file, count]) => count - (oomKills[file] ?? Number.NaN));
  const known = machineRestarted ? [] : more.filter((count) => count >= 0);
  return {
    lastSignAt: at.toISOString(),
    reason: reason ?? null,
    oomKills: known.length > 0 ? Math.max(...known) : null,
    machineRestarted,
  };
}

function countersNow() {
  return { boot: readIfThere('/proc/sys/kernel/random/boot_id').trim(), oomKills: countOomKills() };
}

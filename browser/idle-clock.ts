/** C-9.02. */
const idleTimeoutMs = 1_800_000;
const writeEveryMs = 1_000;
const reportEveryMs = 60_000;

const name = 'last-activity';
const reportName = 'activity-reported';
/** Stands in the clock's place when the time is up, until the server has ended the session … */
const over = 'over';
/** … and from then on until somebody signs in. */
const ended = 'ended';

/**
 * When a signed-in person was last active, in one clock for all tabs. It goes by the wall clock: a machine's sleep counts (C-4.10).
 * @param storage local storage; where the browser forbids it, each tab has a clock of its own
 */
export function createIdleClock(storage: Pick<Storage, 'getItem' | 'setItem'> = createOwnStorage()) {
  let lastHere = 0;
  let written = 0;

  const write = (time: number) => {
    lastHere = time;
    written = time;
    storage.setItem(name, String(time));
  };
  const begin = () => write(Date.now());

  const isOver = (): boolean => {
    const stored = storage.getItem(name);
    if (stored === over || stored === ended) return true;
    const now = Date.now();
    const idle = now - Math.max(lastHere, Number(stored));
    if (idle < 0) begin();
    if (idle >= idleTimeoutMs) storage.setItem(name, over);
    return idle >= idleTimeoutMs;
  };

  return {
    /** Somebody signed in, or opened the browser anew. */
    begin,
    /** Whether the person still counts as present. Once it says no, only `begin` makes it say yes again. */
    isRunning(): boolean {
      if (isOver()) return false;
      if (lastHere > Number(storage.getItem(name))) write(lastHere);
      return true;
    },
    /** Somebody did something; false when that came too late. */
    recordActivity(): boolean {
      const now = Date.now();
      const justWritten = now >= written && now - written < writeEveryMs;
      if (!justWritten && isOver()) return false;
      if (justWritten) lastHere = now;
      else write(now);
      return true;
    },
    /** Whether the server is to be told now that somebody was active since it last was told: once a minute, by one tab for all. */
    takeReport(): boolean {
      const now = Date.now();
      const reported = Number(storage.getItem(reportName));
      const active = Math.max(lastHere, Number(storage.getItem(name)));
      // A report of later than now was made before the machine's clock was set back.
      if (now >= reported && (active <= reported || now - reported < reportEveryMs)) return false;
      storage.setItem(reportName, String(now));
      return true;
    },
    /** The time was up, and the server does not know it yet. */
    isUnfinished: (): boolean => storage.getItem(name) === over,
    /** The server has ended the session. */
    finish: () => storage.setItem(name, ended),
    /** Nobody has signed in on this device, or the last who did were signed out. */
    isStopped: (): boolean => [null, ended].includes(storage.getItem(name)),
    /** Whether a change of the storage is a change of this clock. */
    isIn: (event: Pick<StorageEvent, 'key'>): boolean => event.key === name,
  };
}

/** Whether the session ends, or ended, for want of activity: the page is leaving by itself, and says why. */
export function hasTimedOut(storage: Pick<Storage, 'getItem'> | undefined): boolean {
  const stored = storage?.getItem(name);
  if (!stored) return false;
  return stored === over || stored === ended || Date.now() - Number(stored) >= idleTimeoutMs;
}

/** Whether anybody has ever signed in on this device. */
export function wasBegun(storage: Pick<Storage, 'getItem'> | undefined): boolean {
  return Boolean(storage?.getItem(name));
}

function createOwnStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const stored = new Map<string, string>();
  return { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
}

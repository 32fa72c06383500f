const idleTimeoutMs = 1_800_000;
const writeEveryMs = 1_000;
const reportEveryMs = 60_000;

const name = 'last-activity';
const reportName = 'activity-reported';
/** The time is up, and the server does not know it yet. */
const over = 'over';
/** The server has ended the session, and nobody has signed in since. */
const ended = 'ended';

/** When a signed-in person was last active, for all tabs. It goes by the wall clock: a machine's sleep counts (C-4.10). */
export function createIdleClock(storage: Pick<Storage, 'getItem' | 'setItem'> = createOwnStorage()) {
  let lastHere = 0;
  let written = 0;
  let reportedHere = 0;

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
    begin,
    /** Whether the person still counts as present. Once it says no, only `begin` makes it say yes again. */
    isRunning(): boolean {
      if (isOver()) return false;
      if (lastHere > Number(storage.getItem(name))) write(lastHere);
      return true;
    },
    recordActivity(): boolean {
      const now = Date.now();
      const justWritten = now >= written && now - written < writeEveryMs;
      if (!justWritten && isOver()) return false;
      if (justWritten) lastHere = now;
      else write(now);
      return true;
    },
    /** Whether the server is to be told of activity now: once a minute, by one tab for all. */
    takeReport(): boolean {
      const now = Date.now();
      const reported = Math.max(reportedHere, Number(storage.getItem(reportName)));
      const active = Math.max(lastHere, Number(storage.getItem(name)));
      // A report of later than now was made before the machine's clock was set back.
      if (now >= reported && (active <= reported || now - reported < reportEveryMs)) return false;
      reportedHere = now;
      storage.setItem(reportName, String(now));
      return true;
    },
    isUnfinished: (): boolean => storage.getItem(name) === over,
    finish: () => storage.setItem(name, ended),
    isStopped: (): boolean => [null, ended].includes(storage.getItem(name)),
    isIn: (event: Pick<StorageEvent, 'key'>): boolean => event.key === name,
  };
}

export function hasTimedOut(storage: Pick<Storage, 'getItem'> | undefined): boolean {
  const stored = storage?.getItem(name);
  if (!stored) return false;
  return stored === over || stored === ended || Date.now() - Number(stored) >= idleTimeoutMs;
}

export function isIdleClockStarted(storage: Pick<Storage, 'getItem'> | undefined): boolean {
  return Boolean(storage?.getItem(name));
}

function createOwnStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const stored = new Map<string, string>();
  return { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
}

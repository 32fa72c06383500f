import type { Health } from './schema.ts';

export const backupHours = 48;
const leastDiskShare = 0.1;
const mostClockMs = 5_000;
const longestWaitMs = 60 * 60_000;
const hourMs = 60 * 60_000;
const deathDays = 7;
const dayMs = 24 * hourMs;

export type HealthProblem =
  | 'clockBehind'
  | 'secretReplaced'
  | 'lettersWrong'
  | 'died'
  | 'backupFailed'
  | 'backupOld'
  | 'noBackups'
  | 'noMailServer'
  | 'diskFull'
  | 'otherDiskFull'
  | 'clockWrong'
  | 'mailWaits'
  | 'requestsWait';

const isAlmostFull = ({ free, size }: Health['disk']) => free < size * leastDiskShare;

export function problemsOf(health: Health, now = Date.now()): HealthProblem[] {
  const { backup, death, disk, mail, otherDisks, requests } = health;
  const since = (time: string | null) => (time === null ? Number.POSITIVE_INFINITY : now - Date.parse(time));
  const waitsLong = ({ oldestWaiting }: Health['requests']) =>
    oldestWaiting !== null && since(oldestWaiting) > longestWaitMs;
  const found: Record<HealthProblem, boolean> = {
    clockBehind: health.clockBehind,
    secretReplaced: health.secretReplaced,
    diskFull: isAlmostFull(disk),
    otherDiskFull: otherDisks.some(isAlmostFull),
    noMailServer: !mail.server,
    lettersWrong: health.lettersWrong,
    died: death !== null && since(death.lastSignAt) < deathDays * dayMs,
    backupFailed: backup.failure !== null,
    backupOld: backup.failure === null && backup.scheduled && since(backup.succeededAt) > backupHours * hourMs,
    noBackups: !backup.scheduled,
    mailWaits: waitsLong(mail),
    requestsWait: waitsLong(requests),
    clockWrong: Math.abs(health.clockAheadMs) > mostClockMs,
  };
  return (Object.keys(found) as HealthProblem[]).filter((problem) => found[problem]);
}

import { sql } from 'kysely';
import { isBackedUpNow } from '../../server/backup/copy-database.ts';
import type { BackupEnd } from '../../server/backup/write-backup.ts';
import { deleteOlder } from '../../server/db/statements.ts';
import type { Services } from '../../server/services.ts';
import { backupHours } from '../health/contract/problems.ts';
import { mailOnly } from '../mails/mail.ts';
import { backupMails } from './backup-mails.ts';

const keptDays = 400;
/** Until its process reads the database. */
const startSeconds = 60;
const retryHours = 1;

export type LastBackups = {
  succeededAt: Date | null;
  bytes: number | null;
  /** Of the last one that runs no more, if it failed; without a reason when its process was killed. */
  failure: { at: Date; error: string | null } | null;
};

/** Makes a backup, and writes down how it ended. @returns its bytes */
export async function recordBackup(
  make: (ended: (end: BackupEnd) => Promise<void>) => Promise<number>,
  { db }: Pick<Services, 'db'>,
): Promise<number> {
  const { id } = await db.insertInto('backups').defaultValues().returning('id').executeTakeFirstOrThrow();
  const ended = async (end: BackupEnd) => {
    const outcome = 'bytes' in end ? { bytes: String(end.bytes) } : { error: reasonOf(end.error) };
    const changes = { endedAt: sql<Date>`now()`, ...outcome };
    await db.updateTable('backups').set(changes).where('id', '=', id).where('endedAt', 'is', null).execute();
  };
  try {
    return await make(ended);
  } catch (error) {
    await ended({ error });
    throw error;
  }
}

const reasonOf = (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, 500);

/** Begins the backup of the day when its hour has come, an hour after it failed again, and at once after it was killed. Nobody waits for it: it may take long. */
export async function beginDueBackup(services: Services): Promise<void> {
  const { backups, db, log } = services;
  if (!backups) return;
  const due = sql`date_trunc('day', now() at time zone 'utc' - make_interval(hours => ${backups.hour})) at time zone 'utc'
    + make_interval(hours => ${backups.hour})`;
  const { rows } = await sql`
    select from backups where begun_at >= ${due} and case
      when ended_at is null then ${isRunning}
      when error is not null then ended_at > now() - make_interval(hours => ${retryHours})
      else true
    end limit 1`.execute(db);
  if (rows.length > 0) return;
  recordBackup(backups.make, services).then(
    (bytes) => log.info({ bytes }, 'backup made'),
    (error) => log.error({ error }, 'a backup failed'),
  );
}

/** Mails the operator, once a day, while the last backup failed or is older than 48 hours; forgets what is old of backups and deletions. */
export async function watchBackups(services: Services): Promise<void> {
  const { backups, db, deletions, events } = services;
  await deletions.trim();
  await deleteOlder(db, 'backups', 'begun_at', keptDays);
  if (!backups) return;
  const last = await readLastBackups(services);
  if (!last.failure && !(await lackBackups(services))) return;
  await events.transaction(async (trx) => {
    const { rows } = await sql`
      update backups set warned_at = now()
      where id = (select id from backups order by begun_at desc limit 1 for update)
        and not exists (select from backups where warned_at > now() - interval '24 hours')
      returning id`.execute(trx);
    if (rows.length === 0) return;
    await backupMails.missed(trx, last, services);
  });
}

/** Mails the operator, once a day, while the secret is not the one that the database was used with. */
export async function watchSecret(services: Services): Promise<void> {
  const { adminEmail, limits, machine } = services;
  if (machine.secretReplaced && adminEmail && (await limits.take('secret-mail-day', 'operator')).allowed)
    await mailOnly(backupMails.secretReplaced, {}, services);
}

export async function readLastBackups({ db }: Pick<Services, 'db'>): Promise<LastBackups> {
  // One by hand may begin later than the one of the day and fail before that one is done.
  const newest = db.selectFrom('backups').orderBy(sql`coalesce(ended_at, begun_at)`, 'desc').limit(1);
  const [succeeded, last] = await Promise.all([
    newest.select(['endedAt', 'bytes']).where('endedAt', 'is not', null).where('error', 'is', null).executeTakeFirst(),
    newest
      .select(['begunAt', 'endedAt', 'error'])
      .where((eb) => eb.or([eb('endedAt', 'is not', null), eb.not(isRunning)]))
      .executeTakeFirst(),
  ]);
  const hasFailed = last && (last.error !== null || last.endedAt === null);
  return {
    succeededAt: succeeded?.endedAt ?? null,
    bytes: succeeded ? Number(succeeded.bytes) : null,
    failure: hasFailed ? { at: last.endedAt ?? last.begunAt, error: last.error } : null,
  };
}

const isRunning = sql<boolean>`(begun_at > now() - make_interval(secs => ${startSeconds}) or ${isBackedUpNow})`;

async function lackBackups({ db }: Services): Promise<boolean> {
  const { rows } = await sql`
    select from backups having min(begun_at) < ${longAgo} and coalesce(max(ended_at) filter (where error is null) < ${longAgo}, true)`.execute(
    db,
  );
  return rows.length > 0;
}

const longAgo = sql`now() - make_interval(hours => ${backupHours})`;

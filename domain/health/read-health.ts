import { stat, statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import { findWrongClock } from '../../server/clock.ts';
import { findWrongLetters } from '../../server/db/problems.ts';
import type { Services } from '../../server/services.ts';
import { readLastBackups } from '../backups/backups.ts';
import type { Health } from './contract/schema.ts';

const daysBack = 30;
const startedAt = new Date(Date.now() - process.uptime() * 1000);

/** Reads how this process, its database and its queues are. Holds nothing about people. */
export async function readHealth(services: Services): Promise<Health> {
  const { db, backups, machine } = services;
  const { answerMs, clockAheadMs } = await compareClocks(services);
  const [database, queues, last, disk, otherDisks, wrongLetters] = await Promise.all([
    readDatabase(services),
    sql<Queue & { name: 'mail' | 'requests' }>`
      select 'mail' as name, ${queueFacts} from outgoing_mails where sent_at is null
      union all select 'requests', ${queueFacts} from outgoing_requests where sent_at is null`.execute(db),
    readLastBackups(services),
    roomOf(machine.dataDir),
    readOtherDisks(machine),
    findWrongLetters((query) => sql.raw(query).execute(db)),
  ]);
  const queue = (of: string) => {
    const { waiting = 0, oldest = null, givenUp = 0 } = queues.rows.find(({ name }) => name === of) ?? {};
    return { waiting, oldestWaiting: oldest?.toISOString() ?? null, givenUp };
  };
  return {
    version: manifest.version,
    startedAt: startedAt.toISOString(),
    database: { kind: machine.database, answerMs, ...database },
    clockAheadMs,
    clockBehind: (await findWrongClock(db)) !== undefined,
    lettersWrong: wrongLetters !== undefined,
    disk,
    otherDisks,
    mail: { ...queue('mail'), server: machine.mailServer },
    requests: queue('requests'),
    backup: {
      scheduled: backups !== undefined,
      succeededAt: last.succeededAt?.toISOString() ?? null,
      bytes: last.bytes,
      failure: last.failure && { at: last.failure.at.toISOString(), error: last.failure.error },
    },
    secretReplaced: machine.secretReplaced,
    death: machine.lastDeath ?? null,
  };
}

async function roomOf(folder: string): Promise<Health['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}

/** Those on which the data folder does not lie. A folder that is not there yet has none. */
async function readOtherDisks({ dataDir, otherFolders }: Services['machine']): Promise<Health['otherDisks']> {
  const deviceOf = async (folder: string) => (await stat(folder).catch(() => undefined))?.dev;
  const own = await deviceOf(dataDir);
  const found = await Promise.all(
    (['files', 'temporary'] as const).map(async (name) => {
      const folder = otherFolders[name];
      const device = folder && (await deviceOf(folder));
      return folder && device && device !== own ? [{ folder: name, ...(await roomOf(folder)) }] : [];
    }),
  );
  return found.flat();
}

type Queue = { waiting: number; oldest: Date | null; givenUp: number };

const queueFacts = sql`
  count(*) filter (where failed_at is null)::int as waiting,
  min(created_at) filter (where failed_at is null) as oldest,
  count(*) filter (where failed_at > now() - make_interval(days => ${daysBack}))::int as given_up`;

/** The database’s time is taken for the middle of the question. */
async function compareClocks({ db }: Services) {
  const [asked, begun] = [Date.now(), performance.now()];
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const answerMs = Math.round((performance.now() - begun) * 10) / 10;
  const now = rows[0]?.now ?? new Date();
  return { answerMs, clockAheadMs: Math.round(asked + answerMs / 2 - now.getTime()) };
}

async function readDatabase({ db }: Services) {
  const { rows } = await sql<Omit<Health['database'], 'kind' | 'answerMs' | 'bytes'> & { bytes: string }>`
    select
      pg_database_size(current_database())::text as bytes,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most_connections,
      (select max(name) from kysely_migration) as migration,
      (select count(*)::int from kysely_migration) as migrations`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The database says nothing of itself.');
  return { ...row, bytes: Number(row.bytes) };
}

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { ordinaryPasswordCost } from './auth/password.ts';
import { createDeletionLog, refuseHalfRestored } from './backup/deletion-log.ts';
import { scheduledBackups } from './backup/scheduled-backups.ts';
import type { BackupSource } from './backup/write-backup.ts';
import { nameWrongClock } from './clock.ts';
import { background, connect, migrationWork } from './db/connect.ts';
import { refusePostgresFolder } from './db/embedded/data-folder.ts';
import { explainForeignDatabase, explainSystemError, noteExternal } from './db/embedded/refusals.ts';
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './db/embedded/start.ts';
import { migrate } from './db/migrate.ts';
import { explainOpenFailure, nameWrongLetters, refuseOtherEncoding } from './db/problems.ts';
import { createSettings } from './db/settings.ts';
import type { Env } from './env.ts';
import { startEvents } from './events/events.ts';
import { closeOldFiles, createFileStore, filesFolder } from './files/file-store.ts';
import { createFileRoom, tryFolder } from './files/folders.ts';
import { createLimits } from './limits/limits.ts';
import { type Log, say } from './log.ts';
import { returnPath } from './mail/return-path.ts';
import { type MailTransport, mailTransport } from './mail/transport.ts';
import { publicServersOnly } from './outgoing/post-outside.ts';
import { type PagesState, type Readiness, readiness, servesPages } from './readiness.ts';
import { deriveKeys, fingerprintOf, loadSecret, readOwnFingerprint } from './secret.ts';
import type { Services } from './services.ts';

type Options = {
  beside?: boolean;
  restoring?: boolean;
};

export type OpenServices = {
  services: Services;
  /** The same with connections for jobs and mails, where a statement may take a minute. */
  background: Services;
  transport: MailTransport;
  source: BackupSource;
  readiness(): Promise<Readiness>;
  servesPages(): Promise<PagesState>;
  exited: Promise<string>;
  close(): Promise<void>;
};

export async function openServices(env: Env, log: Log, options: Options = {}): Promise<OpenServices> {
  refusePostgresFolder(env.dataDir);
  const secret = env.secret ?? (await readSecret(env));
  if (env.databaseUrl && !options.beside) await tryDataDir(env);
  const { config, embedded } = await findDatabase(env, options);
  const connection = connect(config, log);
  const patient = connect(config, log, background, connection.disk);
  const closeDatabase = async () => {
    await Promise.all([connection.close(), patient.close()]);
    await embedded?.stop();
  };
  let connected = false;
  try {
    const ask = (query: string) => connection.pool.query(query);
    await refuseOtherEncoding(ask);
    connected = true;
    await bringUpToDate(config, log);
    if (env.databaseUrl) await noteExternal(env.dataDir, env.databaseUrl, log);
    if (!options.beside) {
      await nameWrongClock(connection.db, log);
      await nameWrongLetters(ask, log);
    }
    const keys = deriveKeys(secret);
    const events = await startEvents(connection, config, log);
    const limits = createLimits(connection.pool);
    const { db } = connection;
    const settings = createSettings({ db, events });
    // What no request has read yet, work beside them may need.
    await settings.read('languages');
    const { publicUrl, brand, map, mailQuotesFinders, bounces, webhook, adminEmail, maintenanceExemptHosts } = env;
    const { filesBytesPerAccount, dataDir, filesUrl } = env;
    const otherFolders = { ...(!filesUrl && { files: join(dataDir, filesFolder) }), temporary: tmpdir() };
    const fileRoom = createFileRoom(otherFolders);
    if (!options.restoring) await refuseHalfRestored(db);
    const ownSecret = await readOwnFingerprint(db, keys);
    const secretReplaced = ownSecret !== fingerprintOf(keys);
    if (secretReplaced && !options.beside) nameReplacedSecret(env, log);
    const services = {
      db,
      events,
      files: createFileStore({ url: filesUrl, dataDir }),
      filesBytesPerAccount,
      keys,
      limits,
      log,
      settings,
      passwordCost: ordinaryPasswordCost,
      publicUrl,
      brand,
      map,
      mailQuotesFinders,
      bounces,
      webhook,
      outgoing: publicServersOnly,
      payments: env.stripe && (await import('./payments/stripe.ts')).stripePayments(env.stripe),
      adminEmail,
      maintenanceExemptHosts,
      deletions: createDeletionLog(env.backupFolder ?? dataDir, keys, log),
      backups: backupsOf(env, { database: config, secret }, ownSecret),
      machine: {
        dataDir,
        otherFolders,
        database: env.databaseUrl ? 'external' : 'embedded',
        secretReplaced,
        mailServer: env.smtpUrl !== undefined,
      },
    } satisfies Services;
    // Not waited for: the folders may be on another machine.
    if (!options.beside) {
      if (env.backupFolder) nameClosedFolder(env.backupFolder, log);
      services.backups
        ?.deleteAbandoned()
        .catch((error) => log.error({ error }, 'old parts of backups could not be deleted'));
      if (otherFolders.files)
        closeOldFiles(otherFolders.files).catch((error) => log.error({ error }, 'others may read stored files'));
    }
    const transport = mailTransport(env, log, bounces && ((mail) => returnPath(bounces.address, mail, keys)));
    return {
      services,
      background: { ...services, db: patient.db },
      transport,
      source: { database: config, files: services.files, secret, publicUrl },
      readiness: () => readiness(connection, { events, mail: transport, files: fileRoom, secretReplaced }),
      servesPages: () => servesPages(connection),
      exited: embedded?.exited ?? new Promise(() => {}),
      async close() {
        await events.close();
        await closeDatabase();
      },
    };
  } catch (error) {
    await closeDatabase();
    throw env.databaseUrl ? explainOpenFailure(error, { connected }) : explainForeignDatabase(error, env.dataDir);
  }
}

function nameReplacedSecret({ dataDir, secret }: Env, log: Log): void {
  say(
    `The secret in ${secret ? 'SECRET' : join(dataDir, 'secret')} is not the one that this database was used with. Sessions, finders’ private ` +
      'links, links in mails, activation codes and push notifications from before do not work with it. Take the right one from a backup ' +
      '(npm run restore -- --secret FILE) and restart; if it is lost, end this warning with: npm run admin -- accept-secret',
  );
  log.error({}, 'the secret is not the one that the database was used with');
}

function nameClosedFolder(folder: string, log: Log): void {
  tryFolder(folder).catch((error) => {
    say(
      `Handback may not write into ${folder} (${error.code}): it makes no backup, and lists no deletions for a restore. Allow it ` +
        '(under systemd: ReadWritePaths), or set BACKUP_FOLDER to another folder.',
    );
    log.error({ error }, 'the backup folder cannot be written');
  });
}

function backupsOf(env: Env, { database, secret }: { database: ClientConfig; secret: string }, ownSecret: string) {
  const { backupFolder: folder, backupPassphrase: passphrase, publicUrl, dataDir, filesUrl } = env;
  if (!folder || !passphrase) return undefined;
  const work = { passphrase, database, secret, publicUrl, dataDir, filesUrl };
  return scheduledBackups({ folder, hour: env.backupHour, keep: env.backupsKept, ownSecret }, work);
}

async function bringUpToDate(config: ClientConfig, log: Log): Promise<void> {
  const connection = connect(config, log, migrationWork);
  try {
    const migrated = await migrate(connection.db);
    if (migrated.length > 0) log.info({ migrated }, 'database migrated');
  } finally {
    await connection.close();
  }
}

async function readSecret({ dataDir }: Env): Promise<string> {
  return loadSecret(dataDir).catch((error) => {
    throw explainSystemError(error, dataDir);
  });
}

/** Mails, files of people and the list of deletions are written there long after the start, unless they go elsewhere. */
async function tryDataDir({ dataDir, smtpUrl, filesUrl, backupFolder }: Env): Promise<void> {
  if (smtpUrl && filesUrl && backupFolder) return;
  await tryFolder(dataDir).catch((error) => {
    throw explainSystemError(error, dataDir);
  });
}

type FoundDatabase = { config: ClientConfig; embedded?: EmbeddedPostgres };

async function findDatabase({ databaseUrl, dataDir }: Env, { beside }: Options): Promise<FoundDatabase> {
  if (databaseUrl) return { config: { connectionString: databaseUrl } };
  const running = beside ? await findRunningPostgres(dataDir) : undefined;
  if (running) return { config: running };
  const embedded = await startEmbeddedPostgres({ dataDir, log: say });
  return { config: embedded.connection, embedded };
}

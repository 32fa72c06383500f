import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { applyDeletions } from '../domain/backups/apply-deletions.ts';
import { deletionLogName, deletionsKeptDays, endRestore, readDeletions } from '../server/backup/deletion-log.ts';
import { restoreInstallation } from '../server/backup/restore-backup.ts';
import type { Env } from '../server/env.ts';
import { createLog, say } from '../server/log.ts';
import { openServices } from '../server/open-services.ts';
import { OperatorError } from '../server/operator-error.ts';
import { restoreSecret } from './restore-secret.ts';
import { isOption, readPassphrase, runAlone } from './run-command.ts';

/** The clocks of the two machines may differ; a deletion that the backup has already changes nothing. */
const clockMs = 10 * 60_000;

const usage = {
  usage: [
    'Say which backup: npm run restore -- handback.age [deletions.log]',
    'For its secret alone: npm run restore -- --secret handback.age',
  ].join('\n'),
  takes: ([first = '', ...others]: string[]) =>
    (onlySecret(first) ? others.length === 1 : !isOption(first) && others.length < 2) &&
    first !== '' &&
    !others.some(isOption),
};

const onlySecret = (option: string) => option === '--secret';

await runAlone(usage, async (env) => {
  const isForSecret = onlySecret(process.argv[2] ?? '');
  const [file = '', given] = process.argv.slice(isForSecret ? 3 : 2);
  const path = resolve(file);
  if (!existsSync(path)) throw new OperatorError(`There is no file ${path}.`);
  if (isForSecret) return restoreSecret(path, env);
  const deletionLog = given === undefined ? findDeletionLog(path, env) : resolve(given);
  if (deletionLog && !existsSync(deletionLog)) throw new OperatorError(`There is no file ${deletionLog}.`);

  const restored = await restoreInstallation(path, await readPassphrase(env, { twice: false }), env);
  const { services, close } = await openServices(env, createLog('warn'), { restoring: true });
  try {
    const since = new Date(Date.parse(restored.madeAt) - clockMs);
    const deletions = deletionLog ? await readDeletions(deletionLog, since) : undefined;
    const applied = await applyDeletions(deletions ?? [], services);
    if (deletionLog) await keepDeletionLog(deletionLog, env);
    await endRestore(services.db);
    say(
      `Restored is what there was on ${restored.madeAt}: ${restored.tables.length} tables and ${restored.files} files.`,
    );
    if (deletions && since.getTime() < Date.now() - deletionsKeptDays * 86_400_000)
      say(
        `The list of deletions goes back ${deletionsKeptDays} days: what people deleted before, after the backup, is back.`,
      );
    if (deletions) say(`Of what was deleted since then (${deletionLog}), ${applied} was there, and is deleted again.`);
    else
      say(
        `There is no list of deletions: what people deleted since then is back. If you have the old data folder, name its list and restore again, into an empty database: npm run restore -- ${file} /old/data/deletions.log`,
      );
    if (restored.publicUrl !== env.publicUrl) {
      say(`It ran at ${restored.publicUrl}, and PUBLIC_URL is ${env.publicUrl} now: printed tags lead to the first.`);
    }
  } finally {
    await close();
  }
});

function findDeletionLog(path: string, { backupFolder, dataDir }: Env): string | undefined {
  const folders = [backupFolder ?? dataDir, dirname(path), dataDir];
  return folders.map((folder) => join(folder, deletionLogName)).find((each) => existsSync(each));
}

/** A later restore of an older backup needs it too. */
async function keepDeletionLog(path: string, { backupFolder, dataDir }: Env): Promise<void> {
  const own = join(backupFolder ?? dataDir, deletionLogName);
  if (own !== path) await appendFile(own, await readFile(path), { mode: 0o600, flush: true });
}

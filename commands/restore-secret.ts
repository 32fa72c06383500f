import { join } from 'node:path';
import { readSecretOf } from '../server/backup/restore-backup.ts';
import { requireDatabase } from '../server/db/embedded/data-folder.ts';
import type { Env } from '../server/env.ts';
import { createLog, say } from '../server/log.ts';
import { openServices } from '../server/open-services.ts';
import { OperatorError } from '../server/operator-error.ts';
import { replaceSecret } from '../server/secret.ts';
import { readPassphrase } from './run-command.ts';

/** npm run restore -- --secret FILE: brings only the secret back, if it is the one that the database was used with. */
export async function restoreSecret(path: string, env: Env): Promise<void> {
  const file = join(env.dataDir, 'secret');
  if (env.secret !== undefined)
    throw new OperatorError(`SECRET is set, and comes before ${file}. Take it out of the settings, and try again.`);
  const secret = await readSecretOf(path, await readPassphrase(env, { twice: false }));
  if (!env.databaseUrl) requireDatabase(env.dataDir);
  const { services, close } = await openServices({ ...env, secret }, createLog('warn'), { beside: true });
  await close();
  if (services.machine.secretReplaced)
    throw new OperatorError(`The secret in ${path} is not the one of this database. Try another backup.`);
  const aside = await replaceSecret(env.dataDir, secret);
  say(`The secret of this database is in ${file}. Restart Handback.`);
  if (aside) say(`The one that was there is in ${aside}.`);
}

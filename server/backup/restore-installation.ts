import type { ClientConfig } from 'pg';
import { startEmbeddedPostgres } from '../db/embedded/start.ts';
import type { Env } from '../env.ts';
import { createFileStore } from '../files/file-store.ts';
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import { say } from '../say.ts';
import { keepSecret } from '../secret.ts';
import { type Restored, restoreBackup } from './restore-backup.ts';

/** Restores a backup into the empty installation of the settings. @throws OperatorError */
export async function restoreInstallation(path: string, passphrase: string, env: Env): Promise<Restored> {
  const { dataDir, databaseUrl, filesUrl } = env;
  let stop: (() => Promise<void>) | undefined;
  const database = async (): Promise<ClientConfig> => {
    if (databaseUrl) return { connectionString: databaseUrl };
    await makeFolder(dataDir, 0o700);
    const embedded = await startEmbeddedPostgres({ dataDir, log: say });
    stop = embedded.stop;
    return embedded.connection;
  };
  const target = {
    database,
    files: createFileStore({ url: filesUrl, dataDir }),
    async keepSecret(secret: string) {
      if (env.secret === undefined) return keepSecret(dataDir, secret);
      if (env.secret === secret) return;
      throw new OperatorError(
        'SECRET is not the secret of the backup. Take SECRET out of the settings, or set it to the one from before.',
      );
    },
  };
  return restoreBackup(path, passphrase, target).finally(() => stop?.());
}

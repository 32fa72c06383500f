import { setPriority } from 'node:os';
import type { ClientConfig } from 'pg';
import { createFileStore } from '../files/file-store.ts';
import { explain } from '../operator-error.ts';
import { writeBackup } from './write-backup.ts';

/** What the process is sent. It answers once, and ends with the process that started it. */
export type BackupWork = {
  path: string;
  passphrase: string;
  database: ClientConfig;
  secret: string;
  publicUrl: string;
  dataDir: string;
  filesUrl: string | undefined;
  /** Of a try of the passphrase, as `writeArchive` has it. */
  cost?: number;
};

const lowPriority = 10;

setPriority(lowPriority);
process.on('disconnect', () => process.exit());
process.once('message', async ({ path, passphrase, cost, dataDir, filesUrl, ...source }: BackupWork) => {
  const files = createFileStore({ url: filesUrl, dataDir });
  const answer = await writeBackup(path, { ...source, files }, passphrase, cost).then(
    (bytes) => ({ bytes }),
    (error) => ({ error: explain(error).split('\n', 1)[0] ?? '' }),
  );
  process.send?.(answer);
});

import { setPriority } from 'node:os';
import { createFileStore } from '../files/file-store.ts';
import { dieFirst } from '../memory.ts';
import { explain } from '../operator-error.ts';
import { type BackupEnd, type BackupSource, writeBackup } from './write-backup.ts';

/** What the process is sent. It answers once, and ends with the process that started it. */
export type BackupWork = Omit<BackupSource, 'files'> & {
  path: string;
  passphrase: string;
  dataDir: string;
  filesUrl: string | undefined;
  cost?: number;
};

const lowPriority = 10;

setPriority(lowPriority);
dieFirst();
process.on('disconnect', () => process.exit());
process.once('message', async ({ path, passphrase, cost, dataDir, filesUrl, ...source }: BackupWork) => {
  const files = createFileStore({ url: filesUrl, dataDir });
  const answer = (end: BackupEnd) =>
    process.send?.('bytes' in end ? end : { error: explain(end.error).split('\n', 1)[0] ?? '' });
  const ended = (end: BackupEnd) => {
    answer(end);
    // Whoever started this process ends it when that is written down.
    return new Promise<void>(() => {});
  };
  await writeBackup(path, { ...source, files }, passphrase, { ended, cost }).catch((error) => answer({ error }));
});

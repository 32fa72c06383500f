import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { recordBackup } from '../domain/backups/backups.ts';
import { writeBackup } from '../server/backup/write-backup.ts';
import { say } from '../server/log.ts';
import { OperatorError } from '../server/operator-error.ts';
import { isOption, readPassphrase, runOpened } from './run-command.ts';

// What was written so far is removed at the exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

await runOpened(
  {
    usage: 'Say where to: npm run backup -- handback.age',
    takes: (given) => given.length === 1 && !given.some(isOption),
  },
  async ({ services, source }, env) => {
    const path = resolve(process.argv[2] ?? '');
    if (existsSync(path)) throw new OperatorError(`${path} is there already. Give another name.`);
    const passphrase = await readPassphrase(env, { twice: true });
    const bytes = await recordBackup((ended) => writeBackup(path, source, passphrase, { ended }), services);
    if (services.machine.secretReplaced)
      say('The secret is not the one of this database, and this backup holds it too: keep an older backup.');
    say(`Everything is in ${path} (${(bytes / 1_000_000).toFixed(2)} MB). Without the passphrase nobody can read it.`);
  },
  { existing: true },
);

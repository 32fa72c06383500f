import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { requireDatabase } from '../server/db/embedded/data-folder.ts';
import { type Env, readEnv } from '../server/env.ts';
import { createLog, say } from '../server/log.ts';
import { dieFirst } from '../server/memory.ts';
import { type OpenServices, openServices } from '../server/open-services.ts';
import { explain, OperatorError } from '../server/operator-error.ts';
import type { Services } from '../server/services.ts';

type Usage = {
  usage: string;
  /** @throws OperatorError that says more than the usage */
  takes(given: string[]): boolean;
};

export function runCommand(usage: Usage, command: (services: Services) => Promise<void>): Promise<void> {
  return runOpened(usage, ({ services }) => command(services));
}

/** @param existing refuses a data folder without a database, instead of making one */
export function runOpened(
  usage: Usage,
  command: (opened: OpenServices, env: Env) => Promise<void>,
  { existing = false } = {},
): Promise<void> {
  return runAlone(usage, async (env) => {
    if (existing && !env.databaseUrl) requireDatabase(env.dataDir);
    const opened = await openServices(env, createLog('warn'), { beside: true });
    await command(opened, env).finally(opened.close);
  });
}

export async function runAlone({ usage, takes }: Usage, command: (env: Env) => Promise<void>): Promise<void> {
  dieFirst();
  const given = process.argv.slice(2);
  if (given.some((each) => each === '--help' || each === '-h')) return say(usage);
  try {
    if (!takes(given)) throw new OperatorError(usage);
    await command(readEnv(process.env));
  } catch (error) {
    say(explain(error));
    process.exitCode = 1;
  }
}

export const isOption = (given: string) => given.startsWith('-');

const shortest = 12;

/** The passphrase of a backup: BACKUP_PASSPHRASE, or what is typed, which nobody sees. @param twice to be sure of a new one */
export async function readPassphrase({ backupPassphrase }: Env, { twice }: { twice: boolean }): Promise<string> {
  if (backupPassphrase) return backupPassphrase;
  if (!process.stdin.isTTY) throw new OperatorError('Set BACKUP_PASSPHRASE: there is nobody here to type it.');
  const typed = await ask('Passphrase of the backup: ');
  if (!twice) return typed;
  if (typed.length < shortest) throw new OperatorError(`The passphrase must have at least ${shortest} characters.`);
  if ((await ask('The same again: ')) !== typed) throw new OperatorError('The two were not the same. Try again.');
  return typed;
}

async function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Env } from '../server/env.ts';
import { OperatorError } from '../server/operator-error.ts';

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

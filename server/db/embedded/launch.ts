import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Account } from './account.ts';

export type Surroundings = {
  account: Account;
  /** LD_LIBRARY_PATH, where the binaries need one. */
  libraries: string | undefined;
  /** Open files: where the program writes, and the lock that it keeps while it lives. */
  log: number;
  lock: number;
};

// PostgreSQL gets none of the app's environment, which holds secrets, and perhaps a PGDATESTYLE that changes answers.
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
// The app may die before setpriv has asked for the signal; then nobody would ever send it.
const unlessOrphaned = 'test "$PPID" = "$0" && exec "$@"';

/**
 * Starts one of PostgreSQL's programs as the account it runs as, in a session of its own (Ctrl-C in the terminal
 * reaches the app only), to be shut down fast by the kernel when the thread that called this ends, kill -9 included.
 * The kernel forgets that signal at a change of account, so it is asked for after the change.
 */
export function launch(around: Surroundings, program: string, options: string[], input = ''): ChildProcess {
  const dieWithParent = ['setpriv', '--pdeathsig', 'INT', 'sh', '-c', unlessOrphaned, `${process.pid}`];
  const [command = program, ...rest] = [...around.account.become, ...dieWithParent, program, ...options];
  const env = { PATH: path, LC_ALL: 'C', ...(around.libraries && { LD_LIBRARY_PATH: around.libraries }) };
  const child = spawn(command, rest, {
    cwd: '/',
    detached: true,
    env,
    stdio: ['pipe', around.log, around.log, around.lock],
  });
  // An error here, EPIPE, only says that the program has ended, which `ending` tells anyway.
  child.stdin?.on('error', () => {}).end(input);
  return child;
}

/** How a program that has done its work ends. */
export const success = 'code 0';

/** Waits until the program has ended, and says how: `code 1`, `signal SIGKILL`. Rejects when it was never started. */
export async function ending(child: ChildProcess): Promise<string> {
  const [code, signal] = await once(child, 'exit');
  return signal ? `signal ${signal}` : `code ${code}`;
}

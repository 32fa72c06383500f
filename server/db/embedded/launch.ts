import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { howItEnded } from '../../how-it-ended.ts';
import type { SystemAccount } from './account.ts';

export type LaunchOptions = {
  account: SystemAccount;
  libraries: string | undefined;
  /** Files that stay open: the log, and the lock, which ends with the program. */
  log: number;
  lock: number;
};

// PostgreSQL does not get the app's environment: it holds secrets, and PGDATESTYLE would change answers.
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
// The app may die before setpriv asks for the signal, which would then never come.
const unlessOrphaned = 'test "$PPID" = "$0" && exec "$@"';

/** When memory is short, the kernel ends a process that serves one connection before the server, and before the one that begins it anew. */
const childrenDieEarlier = { PG_OOM_ADJUST_FILE: '/proc/self/oom_score_adj', PG_OOM_ADJUST_VALUE: '300' };

/** The kernel stops the program with the calling thread; that request is lost at a change of account, so it comes after. */
export function launch(launchOptions: LaunchOptions, program: string, options: string[], input = ''): ChildProcess {
  const dieWithParent = ['setpriv', '--pdeathsig', 'INT', 'sh', '-c', unlessOrphaned, `${process.pid}`];
  const [command = program, ...rest] = [...launchOptions.account.become, ...dieWithParent, program, ...options];
  const libraries = launchOptions.libraries && { LD_LIBRARY_PATH: launchOptions.libraries };
  const env = { PATH: path, LC_ALL: 'C', ...childrenDieEarlier, ...libraries };
  const child = spawn(command, rest, {
    cwd: '/',
    detached: true,
    env,
    stdio: ['pipe', launchOptions.log, launchOptions.log, launchOptions.lock],
  });
  child.stdin?.on('error', () => {}).end(input);
  return child;
}

export const success = 'code 0';

export async function ending(child: ChildProcess): Promise<string> {
  const [code, signal] = await once(child, 'exit');
  return howItEnded(code, signal);
}

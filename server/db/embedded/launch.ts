import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { withParents } from '../../files/folders.ts';
import { howItEnded, OperatorError } from '../../operator-error.ts';

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

const run = promisify(execFile);
const nobody = 65534; // every Linux has this account by name; initdb looks its own name up

/** Who runs PostgreSQL: the owner of its files as seen outside, and the command that switches to it. */
type SystemAccount = { uid: number; gid: number; become: string[] };

/** PostgreSQL refuses to run as root, which becomes nobody in a user namespace, or plain nobody, or the owner of the data folder, or a nobody that may enter closed folders. */
export async function chooseAccount(dataDir: string, paths: string[]): Promise<SystemAccount> {
  const [uid = 0, gid = 0] = [process.getuid?.(), process.getgid?.()];
  if (uid !== 0) return { uid, gid, become: [] };
  const namespaced = { uid, gid, become: ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`] };
  const owner = await stat(dataDir);
  const candidates = [namespaced, stranger(nobody, nobody)];
  if (owner.uid !== 0) candidates.push(stranger(owner.uid, owner.gid));
  candidates.push(...entering.map((right) => stranger(nobody, nobody, right)));
  let reason: string | undefined;
  for (const account of candidates) {
    const found = await obstacle(account, paths);
    if (!found) return account;
    if (!reason || found.startsWith('/')) reason = found;
  }
  throw new OperatorError(
    `PostgreSQL does not run as root, and the accounts that could run it are stopped by: ${reason}. ` +
      'Start Handback as an ordinary user, or open that folder (chmod o+x), or set DATA_DIR to another one.',
  );
}

export async function changeFileOwner({ uid, gid }: SystemAccount, path: string): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid);
}

export async function changeOwnerOfTree({ uid, gid }: SystemAccount, path: string): Promise<void> {
  await run('chown', ['--recursive', '--no-dereference', `${uid}:${gid}`, path]);
}

/** Rights of root (capabilities(7)) to enter folders that are closed. The second gives more, and is what containers leave. */
const entering = ['dac_read_search', 'dac_override'];

function stranger(uid: number, gid: number, right?: string): SystemAccount {
  const rights = right ? [`--inh-caps=+${right}`, `--ambient-caps=+${right}`] : [];
  return { uid, gid, become: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights] };
}

const findClosed = 'for path; do test -x "$path" || { echo "$path"; exit 1; }; done';

async function obstacle({ become }: SystemAccount, paths: string[]): Promise<string | undefined> {
  const [program = 'sh', ...options] = [
    ...become,
    'sh',
    '-c',
    findClosed,
    'sh',
    ...paths.flatMap((path) => withParents(path).reverse()),
  ];
  const failure = await run(program, options).catch((error) => error);
  return failure instanceof Error ? textOf(failure) : undefined;
}

function textOf(failure: Error & { stdout?: string; stderr?: string }): string {
  return failure.stdout?.trim() || failure.stderr?.trim() || failure.message;
}

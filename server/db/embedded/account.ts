import { execFile } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../../operator-error.ts';

const run = promisify(execFile);
const nobody = 65534; // every Linux has this account by name; initdb looks its own name up

/** Who runs PostgreSQL: the owner of its files as seen outside, and the command that switches to it. */
export type SystemAccount = { uid: number; gid: number; become: string[] };

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
  const [program = 'sh', ...options] = [...become, 'sh', '-c', findClosed, 'sh', ...paths.flatMap(withParents)];
  const failure = await run(program, options).catch((error) => error);
  return failure instanceof Error ? textOf(failure) : undefined;
}

function withParents(path: string): string[] {
  return path === dirname(path) ? [path] : [...withParents(dirname(path)), path];
}

function textOf(failure: Error & { stdout?: string; stderr?: string }): string {
  return failure.stdout?.trim() || failure.stderr?.trim() || failure.message;
}

import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { canRun, isRoot } from '../embedded-postgres.ts';
import { root, startProduct, temporaryFolder } from './started-product.ts';

const run = promisify(execFile);
const patiently = { timeout: 90_000 };
const uid = 10_001;
const stateFolder = '/var/lib/handback';

/** What the unit says, as systemd would do it: its own mounts, read-only but for some folders, and an ordinary user without any right. */
const asService = `
set -eu
folder=$0 clone=$1 umask=$2 writable=$3
shift 3
mount --make-rprivate /
# They may lie below what is covered next.
mount -t tmpfs -o mode=0755 tmpfs /media
mkdir /media/clone /media/folder
mount --bind "$clone" /media/clone
mount --bind "$folder" /media/folder
clone=/media/clone folder=/media/folder
for place in /srv /mnt /var/lib /home; do mount -t tmpfs -o mode=0755 tmpfs "$place"; done
mkdir /srv/handback
mount --bind "$clone" /srv/handback
for place in ${stateFolder} $writable; do mkdir -p "$place"; mount --bind "$folder$place" "$place"; done
mount --bind "$folder/passwd" /etc/passwd
while read -r _ place _; do
  case " /proc /dev /sys ${stateFolder} $writable " in *" $place "*) continue ;; esac
  case $place in /proc/* | /dev/* | /sys/*) continue ;; esac
  # Another may lie over it.
  if mountpoint -q "$place"; then mount -o remount,bind,ro "$place"; fi
done < /proc/self/mounts
mount -t tmpfs -o mode=1777 tmpfs /tmp
umask "$umask"
export TMPDIR=/tmp
exec setpriv --reuid ${uid} --regid ${uid} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all "$@"`;

test('under the systemd unit, a backup is written into the documented folder, for its account alone, and bounces are read from theirs', {
  skip: !isRoot || !canRun(['unshare', '--mount']),
}, async () => {
  const unit = await readUnit();
  const writable = unit.ReadWritePaths?.replaceAll('-/', '/') ?? '';
  const [backups = ''] = writable.split(' ');
  const folder = await temporaryFolder();
  const at = (path: string) => folder + path;
  for (const path of [backups, `${stateFolder}/bounces/new`]) await mkdir(at(path), { recursive: true });
  await writeFile(at('/passwd'), `handback:x:${uid}:${uid}::${stateFolder}:/usr/sbin/nologin\n`);
  const bounce = at(`${stateFolder}/bounces/new/1.mail`);
  await writeFile(bounce, 'To: bounces@example.com\n\nGone.\n', { mode: 0o600 });
  for (const path of [at(backups), at(stateFolder)]) await run('chown', ['-R', `${uid}:${uid}`, path]);
  await chown(folder, uid, uid);

  const docs = await readFile(join(root, 'docs/operate.md'), 'utf8');
  for (const documented of [`BACKUP_FOLDER=${backups}`, `BOUNCE_FOLDER=${stateFolder}/bounces`])
    expect(docs).toContain(documented);
  const product = await startProduct({
    dataDir: folder,
    inside: ['unshare', '--mount', 'sh', '-c', asService, folder, root, unit.UMask ?? '', writable],
    command: ['/srv/handback/bin/start'],
    env: {
      DATA_DIR: stateFolder,
      BACKUP_FOLDER: backups,
      BACKUP_PASSPHRASE: 'twelve green parrots',
      BACKUP_HOUR: `${new Date().getUTCHours()}`,
      BOUNCE_ADDRESS: 'bounces@example.com',
      BOUNCE_FOLDER: `${stateFolder}/bounces`,
    },
  });
  await expect.poll(() => stat(bounce).catch(() => 'read'), patiently).toBe('read');
  const made = async () => (await readdir(at(backups))).filter((name) => name.endsWith('.age'));
  await expect.poll(made, patiently).toHaveLength(1);
  const { mode } = await stat(join(at(backups), (await made())[0] ?? ''));
  expect(mode & 0o777).toBe(0o600);
  expect(product.stderr()).toBe('');
  expect(await product.stop()).toBe(0);
});

async function readUnit(): Promise<Record<string, string>> {
  const text = await readFile(join(root, 'deploy/handback.service'), 'utf8');
  return Object.fromEntries(text.matchAll(/^(\w+)=(.*)$/gm).map(([, name, value]) => [name, value]));
}

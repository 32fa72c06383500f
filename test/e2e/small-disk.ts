import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { root, temporaryFolder } from './started-product.ts';

const mountAndStay = 'mount -t tmpfs -o size="$1" tmpfs "$0" && echo mounted && exec cat';

/** A disk of its own, of `megabytes`, that only the commands see which run `inside`; they see the other one too that is given. It is gone after the test. */
export async function smallDisk(megabytes: number, besideOther: string[] = []) {
  const folder = await temporaryFolder();
  const mount = ['unshare', '--mount', 'sh', '-c', mountAndStay, folder, `${megabytes}m`];
  const [command = '', ...args] = [...besideOther, ...mount];
  const holder = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    holder.kill('SIGKILL');
    await once(holder, 'close');
  });
  await once(holder.stdout, 'data');
  const dataDir = join(folder, 'data');
  const seen = `/proc/${holder.pid}/root`;
  await mkdir(seen + dataDir);
  const filler = join(seen + folder, 'filler');
  return {
    dataDir,
    inside: ['nsenter', `--mount=/proc/${holder.pid}/ns/mnt`, `--wdns=${root}`],
    async fill(): Promise<void> {
      const more = Buffer.alloc(256 * 1024);
      for (let room = true; room; ) {
        room = await writeFile(filler, more, { flag: 'a' }).then(
          () => true,
          (error) => {
            if (error.code !== 'ENOSPC') throw error;
            return false;
          },
        );
      }
    },
    clear: () => rm(filler),
    /** A file of the data folder. */
    read: (name: string) => readFile(join(seen + dataDir, name), 'utf8'),
  };
}

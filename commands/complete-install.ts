import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** As package-lock.json has it; `os`, `cpu` and `libc` name the machines that a package is for. */
type Locked = {
  version?: string;
  dev?: true;
  devOptional?: true;
  optional?: true;
  os?: string | string[];
  cpu?: string | string[];
  libc?: string | string[];
};

/** The end of `npm ci` (bin/after-install): runs npm once more where it left out packages of this machine. */
const leastMegabytes = 300;
const mostNamed = 3;
const [command = 'npm ci'] = process.argv.slice(2);
const { packages }: { packages: Record<string, Locked> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const required = Object.entries(packages).filter(([path, each]) => path !== '' && isRequired(each));
const left = findMissing();
const { npm_execpath: npm } = process.env;
// On a full disk npm takes away what failed: that leaves some room, and other packages that were cut off.
if (left.length > 0 && freeMegabytes() < leastMegabytes) rmSync('node_modules/.package-lock.json', { force: true });
// On an old Node.js, npm leaves out packages that want a newer one, and says nothing.
else if (left.length > 0 && npm?.endsWith('.js')) {
  process.stdout.write(`npm left out what this machine needs. It runs again, on Node.js ${process.version}.\n`);
  const env = { ...process.env, COMPLETING_INSTALL: '1', NODE_NO_WARNINGS: '1' };
  const which = command === 'npm ci' ? '--include=dev' : '--omit=dev';
  // Unlike npm ci, it leaves what is there. What it says besides errors is said once more by the npm around it.
  spawnSync(process.execPath, [npm, 'install', '--no-save', which], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}
const missing = findMissing();
if (missing.length > 0) {
  const names = [...missing.slice(0, mostNamed), ...(missing.length > mostNamed ? [`${missing.length} in all`] : [])];
  const room = `${freeMegabytes()} MB of disk are free`;
  process.stdout.write(`npm left out what Handback needs (${names.join(', ')}; ${room}). Run ${command} again.\n`);
  process.exitCode = 1;
}

/** Without os and cpu, an optional package is only for what another one of them may need. */
function isRequired({ optional, dev, devOptional, os, cpu, libc }: Locked): boolean {
  if ((dev || devOptional) && command !== 'npm ci') return false;
  if (!optional) return true;
  const isHere = (names: string | string[] | undefined, here: string) => !names || [names].flat().includes(here);
  return Boolean(os && cpu) && isHere(os, process.platform) && isHere(cpu, process.arch) && isHere(libc, 'glibc');
}

function findMissing(): string[] {
  return required.filter(([path, { version }]) => versionAt(path) !== version).map(([path]) => path);
}

function freeMegabytes(): number {
  const { bavail, bsize } = statfsSync('.');
  return Math.floor((bavail * bsize) / 1e6);
}

function versionAt(path: string): string | undefined {
  const file = join(path, 'package.json');
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).version;
  } catch {
    return undefined;
  }
}

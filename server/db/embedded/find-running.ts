import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { database, user } from './cluster.ts';
import type { EmbeddedPostgres } from './start.ts';

export async function findRunningPostgres(dataDir: string): Promise<EmbeddedPostgres['connection'] | undefined> {
  const pidFile = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  // Lines: pid, data folder, start, port, socket folder, address, shared memory, status.
  const [, , , port, host, , , status] = pidFile.split('\n').map((line) => line.trim());
  if (status !== 'ready' || !host) return undefined;
  return { host, port: Number(port), user, database };
}

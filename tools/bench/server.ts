import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeItem, type Person, proveNewFactor } from '../../test/make.ts';
import { type Product, startProduct } from '../product.ts';
import { item } from './item.ts';

/** A fresh installation, started as an operator starts it, with an embedded database that goes away with it. */
export function startServer(): Promise<Product> {
  return startProduct({ env: { LOG_LEVEL: 'silent' }, command: ['bin/start'] });
}

/** The database of the installation, beside the running server. */
export async function openDatabase({ dataDir }: Pick<Product, 'dataDir'>): Promise<Client & AsyncDisposable> {
  const client = new Client({ host: join(dataDir, 'postgres-socket'), user: 'handback', database: 'handback' });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** @returns the path of the new tag's page */
export async function addItem(owner: Person): Promise<string> {
  return `/item/${(await makeItem(owner, item)).hash}`;
}

/** Makes the owner an administrator, who has proved a second factor. */
export async function promote(product: Product, owner: Person): Promise<void> {
  await using database = await openDatabase(product);
  const { rowCount } = await database.query(
    `update users set role = 'admin' where email = $1 and role is distinct from 'admin'`,
    [owner.email],
  );
  if (rowCount) await proveNewFactor(owner);
}

/** What a running process has in memory, in bytes; `most` since its start (proc_pid_status(5)). */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

/** How much memory more than now a running process needs at most, in bytes. */
export async function memoryPeak(pid: number): Promise<{ more(): Promise<number> }> {
  const before = await memoryOf(pid);
  // Sets the peak back to what is in use (proc_pid_clear_refs(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return { more: async () => (await memoryOf(pid)).most - before.now };
}

/** Linux counts the time of processes in hundredths of a second, whatever its own tick. */
const ticksPerSecond = 100;

/** Seconds of CPU time, all threads together, that a running process has used so far (proc_pid_stat(5), fields 14 and 15). */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) / ticksPerSecond;
}

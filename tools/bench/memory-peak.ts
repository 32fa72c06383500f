import { readFile, writeFile } from 'node:fs/promises';

/** How much memory more than now a running process needs at most, in megabytes. */
export async function memoryPeak(pid: number): Promise<{ more(): Promise<number> }> {
  const before = await megabytes(pid, 'VmRSS');
  // Sets the peak back to what is in use (proc_pid_clear_refs(5)).
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return { more: async () => (await megabytes(pid, 'VmHWM')) - before };
}

/** Of a running process, from its status (proc_pid_status(5)). */
async function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}

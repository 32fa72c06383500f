import { readFile } from 'node:fs/promises';

/** What a running process has in memory, in bytes; `most` since its start (proc_pid_status(5)). */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024;
  return { now: read('VmRSS'), most: read('VmHWM') };
}

export const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

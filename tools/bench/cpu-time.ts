import { readFile } from 'node:fs/promises';

/** Linux counts the time of processes in hundredths of a second, whatever its own tick. */
const ticksPerSecond = 100;

/** Seconds of CPU time, all threads together, that a running process has used so far (proc_pid_stat(5), fields 14 and 15). */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) / ticksPerSecond;
}

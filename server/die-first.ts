import { writeFileSync } from 'node:fs';

/** The kernel ends this process rather than the server or its database when memory is short. Where the system has no such setting, nothing changes. */
export function dieFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '900');
  } catch {}
}

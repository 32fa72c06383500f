import { spawnSync } from 'node:child_process';
import { isMainThread } from 'node:worker_threads';

// A module that was cut off or lost ends the start, most often before a line of ours has run: instead of a stack, or after it, one
// sentence says what to do.
let checked = !isMainThread;
process.on('uncaughtExceptionMonitor', endWhenDamaged);
process.on('exit', (code) => {
  if (code === 1) endWhenDamaged();
});

function endWhenDamaged() {
  if (checked) return;
  checked = true;
  const { status } = spawnSync('bin/check-install', ['--all'], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 1) process.exit(1);
}
